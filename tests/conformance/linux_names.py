# SPDX-License-Identifier: BSD-3-Clause
"""How Linux spells what drivers/i40e/hw says.

Almost all names follow from ours. A rule is a C expression with our name in it ({N} in capitals,
{n} as it is); it applies if Linux defines everything it names. The exceptions stand beside it.
"""

import re

# Numbers: enumerators and constants, by the enum, struct or namespace they stand in.
VALUES = {
    "AddMacvlanElement": ["I40E_AQC_MACVLAN_ADD_{N}"],
    "AddVeb": ["I40E_AQC_ADD_VEB_{N}"],
    "CapabilityId": ["I40E_AQ_CAP_ID_{N}"],
    "ControlPacketFilterCommand": ["I40E_AQC_ADD_CONTROL_PACKET_FLAGS_{N}"],
    "DeviceId": ["I40E_DEV_ID_{N}"],
    "FilterCommand": ["I40E_FILTER_PROGRAM_DESC_PCMD_{N}"],
    "FilterReport": ["I40E_FILTER_PROGRAM_DESC_FD_STATUS_{N}"],
    "FilterStatus": ["I40E_RX_DESC_FLTSTAT_{N}"],
    "GetLinkStatus": ["I40E_AQ_{N}"],
    "GetPhyAbilities": ["I40E_AQ_PHY_{N}"],
    "LinkSpeed": ["I40E_LINK_SPEED_{N}"],
    "LldpGetMib": ["I40E_AQ_LLDP_{N}"],
    "LldpStart": ["I40E_AQ_LLDP_{N}"],
    "LldpStop": ["I40E_AQ_LLDP_{N}"],
    "LldpUpdateMib": ["I40E_AQ_LLDP_MIB_{N}"],
    "MacAddressRead": ["I40E_AQC_{N}"],
    "MacAddressWrite": ["I40E_AQC_{N}"],
    "MacvlanCommand": ["I40E_AQC_MACVLAN_CMD_{N}"],
    "MirrorRuleType": ["I40E_AQC_MIRROR_RULE_TYPE_{N}"],
    "NvmCommand": ["I40E_AQ_NVM_{N}"],
    "Opcode": ["i40e_aqc_opc_{n}"],
    "PacketClass": ["I40E_FILTER_PCTYPE_{N}"],
    "PhyType": ["I40E_PHY_TYPE_{N}"],
    "PortVlanMode": ["I40E_AQ_VSI_PVLAN_MODE_{N}"],
    "QueueOwner": ["I40E_QTX_CTL_{N}_QUEUE"],
    "QueueShutdown": ["I40E_AQ_DRIVER_{N}"],
    "QueueType": ["I40E_QUEUE_TYPE_{N}"],
    "RemoveMacvlanElement": ["I40E_AQC_MACVLAN_DEL_{N}"],
    "ResetType": ["I40E_RESET_{N}"],
    "ResourceAccess": ["I40E_RESOURCE_{N}"],
    "ResourceId": ["I40E_{N}_RESOURCE_ID"],
    "ReturnCode": ["I40E_AQ_RC_{N}"],
    "RssKeyCommand": ["I40E_AQC_SET_RSS_KEY_{N}"],
    "RssLutCommand": ["I40E_AQC_SET_RSS_LUT_{N}"],
    "RxProgramId": ["I40E_RX_PROG_STATUS_DESC_{N}"],
    "SetDcbParameters": ["I40E_AQ_DCB_{N}", "I40E_DCB_{N}"],
    "SetLbModes": ["I40E_AQ_LB_{N}"],
    "SetLinkRestartAn": ["I40E_AQ_PHY_{N}"],
    "SetPhyIntMask": ["I40E_AQ_EVENT_{N}"],
    "SetSwitchConfig": ["I40E_AQ_SET_SWITCH_CFG_{N}"],
    "SetVsiPromiscuousModes": ["I40E_AQC_SET_VSI_PROMISC_{N}"],
    "ShadowRamWord": ["I40E_SR_{N}"],
    "SwitchElementType": ["I40E_SWITCH_ELEMENT_TYPE_{N}"],
    "TunnelType": ["I40E_AQC_TUNNEL_TYPE_{N}"],
    "TxDescriptorType": ["I40E_TX_DESC_DTYPE_{N}"],
    "TxSwitchTarget": ["I40E_TX_CTX_DESC_SWTCH_{N} >> 4"],
    "VsiCommand": ["I40E_AQ_VSI_{N}"],
    "VsiConnection": ["I40E_AQ_VSI_CONN_TYPE_{N}"],
    "VsiProperties": ["I40E_AQ_VSI_{N}"],
    "phy_type_ext": ["I40E_AQ_PHY_TYPE_EXT_{N}"],
    "ptype": ["I40E_RX_PTYPE_L2_{N}"],
    "vsi_section": ["I40E_AQ_VSI_PROP_{N}"],
}

_FLEX_WORDS = " | ".join(f"I40E_FLEX_{word}_MASK" for word in range(50, 58))
VALUE_EXCEPTIONS = {
    "AddVeb::disable_stats": "I40E_AQC_ADD_VEB_ENABLE_DISABLE_STATS",
    "CapabilityId::ieee_1588": "I40E_AQ_CAP_ID_1588",
    "CapabilityId::qbg": "I40E_AQ_CAP_ID_8021QBG",
    "CapabilityId::qbr": "I40E_AQ_CAP_ID_8021QBR",
    "DeviceId::sfp_x710": "I40E_DEV_ID_10G_SFP",
    "FilterDestination::drop": "I40E_FILTER_PROGRAM_DESC_DEST_DROP_PACKET",
    "FilterDestination::other": "I40E_FILTER_PROGRAM_DESC_DEST_DIRECT_PACKET_OTHER",
    "FilterDestination::queue": "I40E_FILTER_PROGRAM_DESC_DEST_DIRECT_PACKET_QINDEX",
    "FilterReport::flex_bytes": "I40E_FILTER_PROGRAM_DESC_FD_STATUS_8FLEX_BYTES",
    "FilterStatus::fd_id": "I40E_RX_DESC_FLTSTAT_RSV_FD_ID",
    "FilterStatus::reserved": "I40E_RX_DESC_FLTSTAT_RSV",
    "HeaderSplit::at_header": "I40E_RX_DTYPE_HEADER_SPLIT",
    "IpType::ipv4": "I40E_TX_CTX_EXT_IP_IPV4_NO_CSUM",
    "IpType::ipv4_checksum": "I40E_TX_CTX_EXT_IP_IPV4",
    "IpType::ipv6": "I40E_TX_CTX_EXT_IP_IPV6",
    "IpType::none": "I40E_TX_CTX_EXT_IP_NONE",
    "ItrIndex::none": "I40E_ITR_NONE",
    "ItrIndex::rx": "I40E_RX_ITR",
    "ItrIndex::sw": "I40E_SW_ITR",
    "ItrIndex::tx": "I40E_TX_ITR",
    "L4Type::none": "I40E_TX_DESC_CMD_L4T_EOFT_UNK >> 8",
    "L4Type::sctp": "I40E_TX_DESC_CMD_L4T_EOFT_SCTP >> 8",
    "L4Type::tcp": "I40E_TX_DESC_CMD_L4T_EOFT_TCP >> 8",
    "L4Type::udp": "I40E_TX_DESC_CMD_L4T_EOFT_UDP >> 8",
    "MatchMethod::no_resources": "I40E_AQC_MM_ERR_NO_RES",
    "Opcode::list_device_capabilities": "i40e_aqc_opc_list_dev_capabilities",
    "Opcode::list_function_capabilities": "i40e_aqc_opc_list_func_capabilities",
    "PhyType::standard": "I40E_PHY_TYPE_DEFAULT",
    "RxProgramStatus1::length_value": "I40E_RX_PROG_STATUS_DESC_LENGTH",
    "SetVsiPromiscuousModes::default_vsi": "I40E_AQC_SET_VSI_DEFAULT",
    "SetVsiPromiscuousModes::vlan_valid": "I40E_AQC_SET_VSI_VLAN_VALID",
    "TunnelType::geneve": "I40E_AQC_TUNNEL_TYPE_NGE",
    "TxSwitchTarget::no_tag": "I40E_TX_CTX_DESC_SWTCH_NOTAG >> 4",
    "TxTunnelType::gre": "I40E_TXD_CTX_GRE_TUNNELING >> I40E_TXD_CTX_QW0_NATT_SHIFT",
    "TxTunnelType::udp": "I40E_TXD_CTX_UDP_TUNNELING >> I40E_TXD_CTX_QW0_NATT_SHIFT",
    "VlanTagMode::keep": "I40E_AQ_VSI_PVLAN_EMOD_NOTHING >> I40E_AQ_VSI_PVLAN_EMOD_SHIFT",
    "VlanTagMode::strip": "I40E_AQ_VSI_PVLAN_EMOD_STR >> I40E_AQ_VSI_PVLAN_EMOD_SHIFT",
    "VlanTagMode::strip_both": "I40E_AQ_VSI_PVLAN_EMOD_STR_BOTH",
    "input_set::flex_words": _FLEX_WORDS,
    "input_set::inner_vlan": "I40E_VLAN_SRC_MASK",
    "input_set::ipv4_destination": "I40E_L3_DST_MASK",
    "input_set::ipv4_source": "I40E_L3_SRC_MASK",
    "input_set::ipv6_destination": "I40E_L3_V6_DST_MASK",
    "input_set::ipv6_source": "I40E_L3_V6_SRC_MASK",
    "input_set::l4_destination": "I40E_L4_DST_MASK",
    "input_set::l4_source": "I40E_L4_SRC_MASK",
    "input_set::sctp_verification_tag": "I40E_VERIFY_TAG_MASK",
    "limits::admin_large_buffer_bytes": "I40E_AQ_LARGE_BUF",
    "limits::admin_ring_alignment_bytes": "I40E_ADMINQ_DESC_ALIGNMENT",
    "limits::emp_lldp_status_offset": "I40E_LLDP_CURRENT_STATUS_XL710_OFFSET",
    "limits::emp_lldp_status_offset_x722": "I40E_LLDP_CURRENT_STATUS_X722_OFFSET",
    "limits::frame_max_bytes": "I40E_MAX_RXBUFFER",
    "limits::fw_api_version_major": "I40E_FW_API_VERSION_MAJOR",
    "limits::fw_api_version_minor_x710": "I40E_FW_API_VERSION_MINOR_X710",
    "limits::fw_api_version_minor_x722": "I40E_FW_API_VERSION_MINOR_X722",
    "limits::hashed_classes": "I40E_DEFAULT_RSS_HENA",
    "limits::hmc_object_base_unit_bytes": "I40E_HMC_L2OBJ_BASE_ALIGNMENT",
    "limits::hmc_page_bytes": "I40E_HMC_PAGED_BP_SIZE",
    "limits::hmc_pages_per_segment": "I40E_HMC_MAX_BP_COUNT",
    "limits::hmc_segment_bytes": "I40E_HMC_DIRECT_BP_SIZE",
    "limits::nvm_oem_version_offset": "I40E_NVM_OEM_VER_OFF",
    "limits::pcie_alt_module_max_bytes": "I40E_SR_PCIE_ALT_MODULE_MAX_SIZE",
    "limits::queue_list_end": "I40E_QUEUE_END_OF_LIST",
    "limits::ring_max": "I40E_MAX_NUM_DESCRIPTORS_XL710",
    "limits::ring_min": "I40E_MIN_NUM_DESCRIPTORS",
    "limits::ring_step": "I40E_REQ_DESCRIPTOR_MULTIPLE",
    "limits::rss_key_bytes": "I40E_HKEY_ARRAY_SIZE",
    "limits::rss_table_large": "I40E_HLUT_ARRAY_SIZE",
    "limits::rx_buffer_unit_bytes": "1 << I40E_RXQ_CTX_DBUFF_SHIFT",
    "limits::rx_buffers_per_frame_max": "I40E_MAX_CHAINED_RX_BUFFERS",
    "limits::rx_header_buffer_unit_bytes": "1 << I40E_RXQ_CTX_HBUFF_SHIFT",
    "limits::shadow_ram_checksum_base": "I40E_SR_SW_CHECKSUM_BASE",
    "limits::shadow_ram_flash_pointer": "I40E_PTR_TYPE",
    "limits::shadow_ram_sector_words": "I40E_SR_SECTOR_SIZE_IN_WORDS",
    "limits::shadow_ram_words_per_kb": "I40E_SR_WORDS_IN_1KB",
    "limits::traffic_class_max": "I40E_MAX_TRAFFIC_CLASS",
    "limits::tso_mss_min_bytes": "I40E_64BYTE_MSS >> 16",
    "limits::tx_buffer_max_bytes": "I40E_MAX_DATA_PER_TXD",
    "limits::tx_buffers_per_frame_max": "I40E_MAX_BUFFER_TXD",
    "limits::tx_frame_min_bytes": "I40E_MIN_TX_LEN",
    "limits::vpd_module_max_bytes": "I40E_SR_VPD_MODULE_MAX_SIZE",
}

_NUMBER_WORDS = (("twenty_five_g", "25G"), ("twenty_g", "20G"), ("ten_g", "10G"), ("five_g", "5G"),
                 ("one_g", "1G"))


def value_rules(scope, name):
    """C expressions that may tell a number."""
    if f"{scope}::{name}" in VALUE_EXCEPTIONS:
        return [VALUE_EXCEPTIONS[f"{scope}::{name}"]]
    for words, digits in _NUMBER_WORDS if scope == "DeviceId" else ():
        name = name.replace(words, digits)
    if scope == "PhyType":
        name = re.sub(r"^base_(\d+(?:_\d+)?g?)_", r"\1base_", name)
    if scope == "LinkSpeed":
        name = re.sub(r"^([gm])(\d\w*)$", r"\2\1b", name)
    if scope == "phy_type_ext":
        name = re.sub(r"^(\w+)_(25g)$", r"\2_\1", name)
    return [rule.format(N=name.upper(), n=name) for rule in VALUES.get(scope, [])]


# Fields: ("shift", rule) tells the place, ("mask", rule) place and width. ("member", type, path,
# first byte) is a field that Linux has as a member of a struct whose word begins there.
_RX = "union i40e_32byte_rx_desc"
LAYOUTS = {
    "AdminFlags": [("shift", "I40E_AQ_FLAG_{N}_SHIFT"), ("mask", "I40E_AQ_FLAG_{N}")],
    "AnInfo": [("mask", "I40E_AQ_{N}"), ("mask", "I40E_AQ_LINK_{N}")],
    "FecConfig": [("mask", "I40E_AQ_SET_FEC_{N}")],
    "LinkConfig": [("mask", "I40E_AQ_CONFIG_{N}"), ("mask", "I40E_AQ_CONFIG_{N}_MASK")],
    "LinkInfo": [("mask", "I40E_AQ_{N}")],
    "PhyAbilities": [("mask", "I40E_AQ_PHY_FLAG_{N}")],
    "PortVlanFlags": [("mask", "I40E_AQ_VSI_PVLAN_{N}_MASK"), ("mask", "I40E_AQ_VSI_PVLAN_{N}"),
                      ("shift", "I40E_AQ_VSI_PVLAN_{N}_SHIFT")],
    "RxProgramStatus1": [
        ("mask", "I40E_RX_PROG_STATUS_DESC_QW1_{N}_MASK"),
        ("shift", "I40E_RX_PROG_STATUS_DESC_QW1_ERROR_SHIFT + I40E_RX_PROG_STATUS_DESC_{N}_SHIFT")],
    "RxWriteBack1": [
        ("mask", "I40E_RXD_QW1_{N}_MASK"), ("mask", "I40E_RXD_QW1_STATUS_{N}_MASK"),
        ("shift", "I40E_RX_DESC_STATUS_{N}_SHIFT"),
        ("shift", "I40E_RXD_QW1_ERROR_SHIFT + I40E_RX_DESC_ERROR_{N}_SHIFT")],
    "RxWriteBack2": [("shift", "I40E_RX_DESC_EXT_STATUS_{N}_SHIFT")],
    "TxContext0": [("shift", "I40E_TXD_CTX_QW0_{N}_SHIFT"), ("mask", "I40E_TXD_CTX_QW0_{N}_MASK")],
    "TxContext1": [("mask", "(u64)I40E_TX_CTX_DESC_{N} << I40E_TXD_CTX_QW1_CMD_SHIFT"),
                   ("shift", "I40E_TXD_CTX_QW1_{N}_SHIFT")],
    "TxData1": [("mask", "(u64)I40E_TX_DESC_CMD_{N} << I40E_TXD_QW1_CMD_SHIFT"),
                ("shift", "I40E_TXD_QW1_OFFSET_SHIFT + I40E_TX_DESC_LENGTH_{N}_SHIFT"),
                ("shift", "I40E_TXD_QW1_{N}_SHIFT")],
    "TxFilter0": [("mask", "(u64)I40E_TXD_FLTR_QW0_{N}_MASK")],
    "TxFilter1": [("mask", "I40E_TXD_FLTR_QW1_{N}_MASK"), ("shift", "I40E_TXD_FLTR_QW1_{N}_SHIFT")],
    "VsiQueueingOptions": [("mask", "I40E_AQ_VSI_QUE_OPT_{N}")],
    "VsiSecurity": [("mask", "I40E_AQ_VSI_SEC_FLAG_{N}")],
    "VsiSwitchId": [("mask", "I40E_AQ_VSI_SW_ID_FLAG_{N}")],
    "VsiTcMapping": [("shift", "I40E_AQ_VSI_TC_{N}_SHIFT")],
}

LAYOUT_EXCEPTIONS = {
    "PhyAbilities::an_enabled": ("mask", "I40E_AQ_PHY_ENABLE_AN"),
    "PhyAbilities::link_enabled": ("mask", "I40E_AQ_PHY_ENABLE_LINK"),
    "PhyAbilities::qualified": ("mask", "I40E_AQ_PHY_ENABLE_ATOMIC_LINK"),
    "RxProgramStatus0::fd_id": ("member", _RX, "wb.qword0.hi_dword.fd_id", 0),
    "RxProgramStatus1::dd": ("shift", "I40E_RX_PROG_STATUS_DESC_DD_SHIFT"),
    "RxProgramStatus1::length": ("shift", "I40E_RXD_QW1_LENGTH_PBUF_SHIFT"),
    "RxWriteBack0::l2tag1": ("member", _RX, "wb.qword0.lo_dword.l2tag1", 0),
    "RxWriteBack0::mirroring_status": (
        "member", _RX, "wb.qword0.lo_dword.mirr_fcoe.mirroring_status", 0),
    "RxWriteBack0::rss": ("member", _RX, "wb.qword0.hi_dword.rss", 0),
    "RxWriteBack2::l2tag2_1": ("member", _RX, "wb.qword2.l2tag2_1", 16),
    "RxWriteBack2::l2tag2_2": ("member", _RX, "wb.qword2.l2tag2_2", 16),
    "RxWriteBack3::fd_id": ("member", _RX, "wb.qword3.hi_dword.fd_id", 24),
    "RxWriteBack3::flex_bytes_lo": ("member", _RX, "wb.qword3.lo_dword.flex_bytes_lo", 24),
    "TxContext0::l2tag2": ("member", "struct i40e_tx_context_desc", "l2tag2", 0),
    "TxContext1::swtch": (
        "mask", "(u64)I40E_TX_CTX_DESC_SWTCH_VSI << I40E_TXD_CTX_QW1_CMD_SHIFT"),
    "TxData1::iipt": ("mask", "(u64)I40E_TX_DESC_CMD_IIPT_IPV4_CSUM << I40E_TXD_QW1_CMD_SHIFT"),
    "TxData1::l4t": ("mask", "(u64)I40E_TX_DESC_CMD_L4T_EOFT_UDP << I40E_TXD_QW1_CMD_SHIFT"),
    "TxFilter1::fd_id": ("member", "struct i40e_filter_program_desc", "fd_id", 8),
    "VsiSwitchId::id": ("mask", "I40E_AQ_VSI_SW_ID_MASK"),
}

QUEUE_CONTEXTS = {"RxQueueContext": "rxq", "TxQueueContext": "txq"}


def field_rules(layout, field):
    """Rules that may tell a field of a descriptor or a command."""
    if f"{layout}::{field}" in LAYOUT_EXCEPTIONS:
        return [LAYOUT_EXCEPTIONS[f"{layout}::{field}"]]
    return [(kind, rule.format(N=field.upper())) for kind, rule in LAYOUTS.get(layout, [])]


def register_field_rules(register, field):
    """Rules that may tell a register's field."""
    stem = field.upper()
    if match := re.match(r"PF_(A[TR]Q)(LEN|H|T)$", register):
        stem = match[1] + {"len": "LEN", "head": "H", "tail": "T"}.get(field, stem)
    macro = f"I40E_{register}_{stem}"
    return [("shift", macro + "_SHIFT"), ("mask", f"(u32){macro}_MASK")]


# Structs whose name does not follow from ours by "i40e_aqc_...", "_data" or "_resp" added or not.
STRUCTS = {
    "AddMacvlanElement": "struct i40e_aqc_add_macvlan_element_data",
    "AdminDescriptor": "struct i40e_aq_desc",
    "CapabilityRecord": "struct i40e_aqc_list_capabilities_element_resp",
    "ControlPacketFilterCommand": "struct i40e_aqc_add_remove_control_packet_filter",
    "ControlPacketFilterCompletion": "struct i40e_aqc_add_remove_control_packet_filter_completion",
    "DebugRegCommand": "struct i40e_aqc_debug_reg_read_write",
    "DelUdpTunnel": "struct i40e_aqc_remove_udp_tunnel",
    "FunctionMessage": "struct i40e_aqc_pf_vf_message",
    "ListCapabilitiesCommand": "struct i40e_aqc_list_capabilites",
    "MacAddressData": "struct i40e_aqc_mac_address_read_data",
    "MacvlanCommand": "struct i40e_aqc_macvlan",
    "MacvlanCompletion": "struct i40e_aqc_add_remove_macvlan_completion",
    "MirrorRuleCommand": "struct i40e_aqc_add_delete_mirror_rule",
    "MirrorRuleCompletion": "struct i40e_aqc_add_delete_mirror_rule_completion",
    "ModuleDescription": "struct i40e_aqc_module_desc",
    "NvmCommand": "struct i40e_aqc_nvm_update",
    "PhyAbilitiesData": "struct i40e_aq_get_phy_abilities_resp",
    "RemoveMacvlanElement": "struct i40e_aqc_remove_macvlan_element_data",
    "ResourceCommand": "struct i40e_aqc_request_resource",
    "RssKeyCommand": "struct i40e_aqc_get_set_rss_key",
    "RssKeyData": "struct i40e_aqc_get_set_rss_key_data",
    "RssLutCommand": "struct i40e_aqc_get_set_rss_lut",
    "RxCtlRegCommand": "struct i40e_aqc_rx_ctl_reg_read_write",
    "RxDescriptor16": "union i40e_16byte_rx_desc",
    "RxDescriptor32": "union i40e_32byte_rx_desc",
    "SetLbModes": "struct i40e_aqc_set_lb_mode",
    "SetMacConfig": "struct i40e_aq_set_mac_config",
    "SetPhyConfig": "struct i40e_aq_set_phy_config",
    "SwitchConfigElement": "struct i40e_aqc_switch_config_element_resp",
    "SwitchConfigHeader": "struct i40e_aqc_get_switch_config_header_resp",
    "SwitchSeidCommand": "struct i40e_aqc_switch_seid",
    "TxDescriptor": "struct i40e_tx_desc",
    "TxSchedulerCommand": "struct i40e_aqc_tx_sched_ind",
    "VsiCommand": "struct i40e_aqc_add_get_update_vsi",
    "VsiCompletion": "struct i40e_aqc_add_get_update_vsi_completion",
}
MEMBER_EXCEPTIONS = {
    "RxDescriptor16::qword": "raw.qword",
    "RxDescriptor32::qword": "raw.qword",
    "VsiProperties::outer_vlan": "fcoe_pvid",
}


def struct_candidates(name):
    if name in STRUCTS:
        return [STRUCTS[name]]
    snake = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    stems = [snake, snake + "_data", snake.removesuffix("_data") + "_resp"]
    return ["struct i40e_aqc_" + stem for stem in stems]


def member_candidates(struct, name):
    if f"{struct}::{name}" in MEMBER_EXCEPTIONS:
        return [MEMBER_EXCEPTIONS[f"{struct}::{name}"]]
    return [name, name.replace("version", "ver"), name.replace("addr", "address")]
