/// The addresses that are not places on the public internet: IANA's special-purpose registries and what encloses them.
enum ReservedAddresses {
    /// A range and what it is for, in the words of the registry.
    struct Entry {
        let range: IPAddressRange
        let purpose: String
    }

    static let entries: [Entry] = [
        entry("0.0.0.0/8", "this network"),
        entry("10.0.0.0/8", "private use"),
        entry("100.64.0.0/10", "shared address space"),
        entry("127.0.0.0/8", "loopback"),
        entry("169.254.0.0/16", "link local"),
        entry("172.16.0.0/12", "private use"),
        entry("192.0.0.0/24", "protocol assignments"),
        entry("192.0.2.0/24", "documentation"),
        entry("192.31.196.0/24", "AS112"),
        entry("192.52.193.0/24", "AMT"),
        entry("192.88.99.0/24", "6to4 relay"),
        entry("192.168.0.0/16", "private use"),
        entry("192.175.48.0/24", "AS112"),
        entry("198.18.0.0/15", "benchmarking"),
        entry("198.51.100.0/24", "documentation"),
        entry("203.0.113.0/24", "documentation"),
        entry("224.0.0.0/4", "multicast"),
        entry("240.0.0.0/4", "reserved"),
        entry("::1/128", "loopback"),
        entry("::/96", "unspecified or IPv4-compatible"),
        entry("64:ff9b:1::/48", "local-use translation"),
        entry("100::/64", "discard only"),
        entry("2001::/23", "protocol assignments"),
        entry("2001:db8::/32", "documentation"),
        entry("2620:4f:8000::/48", "AS112"),
        entry("3fff::/20", "documentation"),
        entry("5f00::/16", "segment routing"),
        entry("fc00::/7", "unique local"),
        entry("fe80::/10", "link local"),
        entry("fec0::/10", "site local"),
        entry("ff00::/8", "multicast"),
    ].compactMap { $0 }

    /// The one block that IPv6 hands out for the public internet; whatever is outside is not (yet) anywhere.
    static let globalUnicast = IPAddressRange(base: IPAddress(v6: 0x2 << 124), prefixLength: 3)

    /// Names that clouds give to their metadata services, refused before they are looked up.
    static let metadataNames: Set<String> = [
        "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal",
    ]

    private static func entry(_ range: String, _ purpose: String) -> Entry? {
        IPAddressRange(range).map { Entry(range: $0, purpose: purpose) }
    }
}

extension IPAddress {
    /// The IPv4 address that an IPv6 address stands for, where traffic to the one may end up at the other.
    ///
    /// IPv4-mapped (`::ffff:0:0/96`), NAT64 (`64:ff9b::/96`) and 6to4 (`2002::/16`).
    package var embedded: IPAddress? {
        guard family == .v6 else { return nil }
        if bits >> 32 == 0xffff || bits >> 32 == 0x0064_ff9b << 64 {
            return IPAddress(v4: UInt32(truncatingIfNeeded: bits))
        }
        if bits >> 112 == 0x2002 {
            return IPAddress(v4: UInt32(truncatingIfNeeded: bits >> 80))
        }
        return nil
    }
}
