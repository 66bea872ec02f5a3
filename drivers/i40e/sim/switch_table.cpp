// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/switch_table.hpp"

#include <algorithm>
#include <random>

#include "core/base/field.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::sim {

namespace {

using hw::VsiProperties;

// SEIDs have ten bits; the ranges keep VSIs and bridges apart from each other and from fixed ones.
constexpr unsigned lowest_vsi_seid = 390;
constexpr unsigned lowest_veb_seid = 160;
// DPDK reads the VSI counters of an index equal to the port's number as something else.
constexpr unsigned lowest_stat_index = hw::port_max;
constexpr unsigned lowest_scheduler_id = 0x20;

// The lowest number from `first` on that no element of the list has.
template <class List, class Member>
unsigned lowest_free(const List& list, Member member, unsigned first) {
    unsigned number = first;
    while (std::ranges::find(list, number, member) != std::ranges::end(list)) ++number;
    return number;
}

}  // namespace

SwitchTable::SwitchTable(std::uint64_t seed, const net::MacAddress& mac, unsigned queues)
    : mac_(mac), queues_(queues) {
    std::mt19937_64 random(seed);
    const auto pick = [&](unsigned least, unsigned spread) {
        return least + static_cast<unsigned>(random() % spread);
    };
    first_vsi_seid_ = static_cast<std::uint16_t>(pick(lowest_vsi_seid, 200));
    first_veb_seid_ = static_cast<std::uint16_t>(pick(lowest_veb_seid, 100));
    first_vsi_number_ = pick(1, 200);
    first_stat_index_ = pick(lowest_stat_index, 200);
    first_qs_handle_ = pick(1, 500);
    reset();
}

void SwitchTable::reset() {
    vsis_.clear();
    vsis_.reserve(most_vsis);
    vebs_.clear();
    control_filters_.clear();
    make_vsi(mac_seid);
    main_vsi().filters = {{mac_, 0, true}};
    changed();
}

void SwitchTable::make_vsi(std::uint16_t uplink_seid) {
    const unsigned slot = lowest_free(vsis_, &Vsi::number, first_vsi_number_) - first_vsi_number_;
    Vsi vsi;
    vsi.seid = static_cast<std::uint16_t>(first_vsi_seid_ + slot);
    vsi.uplink_seid = uplink_seid;
    vsi.number = first_vsi_number_ + slot;
    VsiProperties& properties = vsi.properties;
    properties.switch_id = Word<hw::VsiSwitchId>{}.with(hw::VsiSwitchId::allow_lb, true).raw;
    properties.port_vlan_flags = Word<hw::PortVlanFlags>{}
                                     .with(hw::PortVlanFlags::mode, hw::PortVlanMode::all)
                                     .with(hw::PortVlanFlags::emod, hw::VlanTagMode::strip_both)
                                     .raw;
    properties.stat_counter_idx = static_cast<std::uint16_t>(first_stat_index_ + slot);
    properties.sched_id = static_cast<std::uint16_t>(lowest_scheduler_id + slot);
    properties.qs_handle.fill(VsiProperties::qs_handle_invalid);
    set_traffic_classes(vsi, 1);
    vsis_.push_back(std::move(vsi));
    changed();
}

void SwitchTable::set_traffic_classes(Vsi& vsi, std::uint8_t classes) {
    const unsigned first =
        first_qs_handle_ + (vsi.number - first_vsi_number_) * unsigned{hw::traffic_class_max};
    for (unsigned i = 0; i < hw::traffic_class_max; ++i)
        vsi.properties.qs_handle[i] = static_cast<std::uint16_t>(
            ((classes >> i) & 1) != 0 ? first + i : VsiProperties::qs_handle_invalid);
    vsi.traffic_classes = classes;
}

Vsi* SwitchTable::find_vsi(unsigned seid) noexcept {
    const auto found = std::ranges::find(vsis_, seid, &Vsi::seid);
    return found == vsis_.end() ? nullptr : &*found;
}

const Veb* SwitchTable::find_veb(unsigned seid) const noexcept {
    const auto found = std::ranges::find(vebs_, seid, &Veb::seid);
    return found == vebs_.end() ? nullptr : &*found;
}

const Vsi* SwitchTable::find_by_qs_handle(unsigned handle) const noexcept {
    const auto found =
        std::ranges::find_if(vsis_, [&](const Vsi& vsi) { return vsi.has_qs_handle(handle); });
    return found == vsis_.end() ? nullptr : &*found;
}

std::size_t SwitchTable::filter_count() const noexcept {
    std::size_t count = 0;
    for (const Vsi& vsi : vsis_) count += vsi.filters.size();
    return count;
}

bool SwitchTable::is_element(std::uint16_t seid) const noexcept {
    return seid == mac_seid || seid == pf_seid || find_veb(seid) != nullptr;
}

Vsi* SwitchTable::add_vsi(std::uint16_t uplink_seid) {
    if (vsis_.size() == most_vsis || !is_element(uplink_seid)) return nullptr;
    make_vsi(uplink_seid);
    return &vsis_.back();
}

const Veb* SwitchTable::add_veb(std::uint16_t uplink_seid, std::uint16_t downlink_seid,
                                std::uint16_t flags, std::uint8_t traffic_classes) {
    Vsi* const below = find_vsi(downlink_seid);
    const bool floating = (flags & hw::AddVeb::floating) != 0;
    if (vebs_.size() == most_vebs || (!floating && (!is_element(uplink_seid) || below == nullptr)))
        return nullptr;
    const unsigned seid = lowest_free(vebs_, &Veb::seid, first_veb_seid_);
    vebs_.push_back({.seid = static_cast<std::uint16_t>(seid),
                     .uplink_seid = uplink_seid,
                     .downlink_seid = downlink_seid,
                     .flags = flags,
                     .traffic_classes = traffic_classes,
                     .stat_index = seid - first_veb_seid_});
    if (below != nullptr) below->uplink_seid = vebs_.back().seid;
    return &vebs_.back();
}

SwitchTable::Removal SwitchTable::remove(unsigned seid) {
    if (const auto veb = std::ranges::find(vebs_, seid, &Veb::seid); veb != vebs_.end()) {
        // The main VSI stays and returns to the bridge's uplink; others must be gone.
        for (std::size_t i = 1; i < vsis_.size(); ++i)
            if (vsis_[i].uplink_seid == seid) return Removal::in_use;
        if (main_vsi().uplink_seid == seid) main_vsi().uplink_seid = veb->uplink_seid;
        vebs_.erase(veb);
        return Removal::done;
    }
    const auto vsi = std::ranges::find(vsis_, seid, &Vsi::seid);
    if (vsi == vsis_.end()) return Removal::unknown;
    if (vsi == vsis_.begin()) return Removal::in_use;
    vsis_.erase(vsi);
    changed();
    return Removal::done;
}

bool SwitchTable::drops(const net::MacAddress& destination, net::EtherType type,
                        bool transmit) const noexcept {
    using Filter = hw::AddControlPacketFilter;
    return std::ranges::any_of(control_filters_, [&](const ControlFilter& filter) {
        return (filter.flags & Filter::drop) != 0 &&
               ((filter.flags & Filter::tx) != 0) == transmit &&
               filter.ether_type == static_cast<std::uint16_t>(type) &&
               ((filter.flags & Filter::ignore_mac) != 0 || filter.mac == destination);
    });
}

std::span<const std::uint8_t> SwitchTable::receivers(const SwitchKey& key) noexcept {
    if (cache_valid_ && cached_key_ == key) return std::span(cached_).first(cached_count_);
    cached_count_ = 0;
    for (std::size_t i = 0; i < vsis_.size() && cached_count_ < cached_.size(); ++i)
        if (vsis_[i].claims(key) && vsis_[i].admits(key))
            cached_[cached_count_++] = static_cast<std::uint8_t>(i);
    for (std::size_t i = 0; i < vsis_.size() && cached_count_ == 0; ++i)
        if (vsis_[i].is_default() && vsis_[i].admits(key))
            cached_[cached_count_++] = static_cast<std::uint8_t>(i);
    cached_key_ = key;
    cache_valid_ = true;
    return std::span(cached_).first(cached_count_);
}

}  // namespace sluice::i40e::sim
