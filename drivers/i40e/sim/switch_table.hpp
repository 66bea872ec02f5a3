// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The internal switch: its elements (one MAC, one PF, VSIs, virtual bridges), the filters that
// decide whose frame it is, and control packet filters.
//
//   MAC (2) -- PF (16) -- main VSI                     after a reset
//   MAC (2) -- VEB -- main VSI, further VSIs           once the driver added a bridge

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/net/headers.hpp"
#include "core/net/mac_address.hpp"
#include "drivers/i40e/sim/vsi.hpp"

namespace sluice::i40e::sim {

struct Veb {
    std::uint16_t seid = 0;
    std::uint16_t uplink_seid = 0;
    std::uint16_t downlink_seid = 0;
    std::uint16_t flags = 0;
    std::uint8_t traffic_classes = 1;
    unsigned stat_index = 0;
};

// A filter of admin command 0x025A.
struct ControlFilter {
    net::MacAddress mac;
    std::uint16_t ether_type = 0;
    std::uint16_t flags = 0;
    std::uint16_t seid = 0;
    std::uint16_t queue = 0;
};

class SwitchTable {
public:
    static constexpr std::uint16_t mac_seid = 2;
    static constexpr std::uint16_t pf_seid = 16;
    static constexpr unsigned most_vsis = 32;
    static constexpr unsigned most_vebs = 8;
    static constexpr unsigned most_filters = 1024;  // of all VSIs
    static constexpr unsigned most_control_filters = 64;
    static constexpr unsigned most_receivers = 8;  // of one frame

    SwitchTable(std::uint64_t seed, const net::MacAddress& mac, unsigned queues);

    // As firmware leaves it after a reset: the main VSI with one filter.
    void reset();

    [[nodiscard]] Vsi& main_vsi() noexcept { return vsis_.front(); }
    [[nodiscard]] std::span<Vsi> vsis() noexcept { return vsis_; }
    [[nodiscard]] std::span<const Veb> vebs() const noexcept { return vebs_; }
    [[nodiscard]] Vsi* find_vsi(unsigned seid) noexcept;
    [[nodiscard]] const Veb* find_veb(unsigned seid) const noexcept;
    [[nodiscard]] const Vsi* find_by_qs_handle(unsigned handle) const noexcept;
    [[nodiscard]] std::size_t filter_count() const noexcept;

    // Null when there is no room, or no such uplink.
    [[nodiscard]] Vsi* add_vsi(std::uint16_t uplink_seid);
    [[nodiscard]] const Veb* add_veb(std::uint16_t uplink_seid, std::uint16_t downlink_seid,
                                     std::uint16_t flags, std::uint8_t traffic_classes);
    enum class Removal : std::uint8_t { done, unknown, in_use };
    [[nodiscard]] Removal remove(unsigned seid);
    // Gives the VSI a queue set for each class of the bitmap, and takes the others'.
    void set_traffic_classes(Vsi& vsi, std::uint8_t classes);
    [[nodiscard]] unsigned queues() const noexcept { return queues_; }

    [[nodiscard]] std::vector<ControlFilter>& control_filters() noexcept {
        return control_filters_;
    }
    // True when a control packet filter for that direction drops such frames.
    [[nodiscard]] bool drops(const net::MacAddress& destination, net::EtherType type,
                             bool transmit) const noexcept;

    // VSIs (places in vsis()) that get a frame from the wire. Valid until the next call.
    [[nodiscard]] std::span<const std::uint8_t> receivers(const SwitchKey& key) noexcept;
    // Call after any change to a VSI.
    void changed() noexcept { cache_valid_ = false; }

private:
    void make_vsi(std::uint16_t uplink_seid);
    [[nodiscard]] bool is_element(std::uint16_t seid) const noexcept;

    net::MacAddress mac_;
    unsigned queues_;
    // Where firmware's numbers start; from the seed, so that none may be taken for granted.
    std::uint16_t first_vsi_seid_;
    std::uint16_t first_veb_seid_;
    unsigned first_vsi_number_;
    unsigned first_stat_index_;
    unsigned first_qs_handle_;

    std::vector<Vsi> vsis_;
    std::vector<Veb> vebs_;
    std::vector<ControlFilter> control_filters_;

    bool cache_valid_ = false;
    SwitchKey cached_key_;
    std::array<std::uint8_t, most_receivers> cached_{};
    std::size_t cached_count_ = 0;
};

}  // namespace sluice::i40e::sim
