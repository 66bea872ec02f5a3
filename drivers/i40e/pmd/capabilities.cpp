// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/capabilities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/byte_order.hpp"
#include "core/base/error.hpp"

namespace sluice::i40e::pmd {

using namespace hw;

namespace {

void take(Capabilities& capabilities, const CapabilityRecord& record) {
    const unsigned number = record.number, logical = record.logical_id, phys = record.phys_id;
    switch (static_cast<CapabilityId>(record.id.value())) {
        case CapabilityId::rxq:
            capabilities.rx_queues = number;
            capabilities.first_rx_queue = phys;
            break;
        case CapabilityId::txq:
            capabilities.tx_queues = number;
            capabilities.first_tx_queue = phys;
            break;
        case CapabilityId::msix:
            capabilities.interrupt_vectors = number;
            break;
        case CapabilityId::vsi:
            capabilities.vsis = number;
            break;
        case CapabilityId::rss:
            capabilities.rss_table_entries = number;
            capabilities.rss_entry_bits = logical;
            break;
        case CapabilityId::flow_director:
            capabilities.flow_director_guaranteed = number;
            capabilities.flow_director_best_effort = logical;
            break;
        case CapabilityId::npar_active:
            capabilities.shares_port = number != 0;
            break;
        default:
            break;  // nothing this driver uses
    }
}

}  // namespace

Capabilities read_capabilities(AdminQueue& admin) {
    std::vector<std::byte> buffer(AdminQueue::buffer_bytes);
    const auto reply = admin.execute(ListFunctionCapabilities{}, buffer);
    const std::size_t most = std::min<std::size_t>(reply.buffer_bytes, buffer.size());
    const std::size_t count =
        std::min<std::size_t>(reply.params.count, most / sizeof(CapabilityRecord));
    Capabilities capabilities;
    for (std::size_t i = 0; i < count; ++i)
        take(capabilities,
             load_unaligned<CapabilityRecord>(buffer.data() + i * sizeof(CapabilityRecord)));
    if (capabilities.rx_queues == 0 || capabilities.tx_queues == 0)
        throw Error(std::errc::io_error,
                    fmt::format("firmware lists {} receive and {} transmit queues for this "
                                "function; the driver needs one of each",
                                capabilities.rx_queues, capabilities.tx_queues));
    return capabilities;
}

}  // namespace sluice::i40e::pmd
