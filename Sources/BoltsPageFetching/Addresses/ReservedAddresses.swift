/// The addresses that are not on the public internet.
///
/// They come from IANA's IPv4 and IPv6 Special-Purpose Address Registries, whose entries name the RFCs below, from its
/// multicast registries, and from clouds whose machines use a public address for a platform service. Globally reachable
/// addresses are listed too if only network operators use them (AS112, AMT).
enum ReservedAddresses {
    /// A range, its purpose in the registry's words, and the document that reserves it.
    struct Entry {
        let range: HostAddressRange
        let purpose: String
        let source: String
    }

    static let entries: [Entry] = [
        entry("0.0.0.0/8", "this network", "RFC 791, 3.2"),
        entry("10.0.0.0/8", "private use", "RFC 1918"),
        entry("100.64.0.0/10", "shared address space", "RFC 6598"),
        entry("127.0.0.0/8", "loopback", "RFC 1122, 3.2.1.3"),
        entry("168.63.129.16/32", "platform service of Azure", "Microsoft: What is IP address 168.63.129.16?"),
        entry("169.254.0.0/16", "link local", "RFC 3927"),
        entry("172.16.0.0/12", "private use", "RFC 1918"),
        entry("192.0.0.0/24", "protocol assignments", "RFC 6890, 2.1"),
        entry("192.0.2.0/24", "documentation", "RFC 5737"),
        entry("192.31.196.0/24", "AS112", "RFC 7535"),
        entry("192.52.193.0/24", "AMT", "RFC 7450"),
        entry("192.88.99.0/24", "6to4 relay", "RFC 7526"),
        entry("192.168.0.0/16", "private use", "RFC 1918"),
        entry("192.175.48.0/24", "AS112", "RFC 7534"),
        entry("198.18.0.0/15", "benchmarking", "RFC 2544"),
        entry("198.51.100.0/24", "documentation", "RFC 5737"),
        entry("203.0.113.0/24", "documentation", "RFC 5737"),
        entry("224.0.0.0/4", "multicast", "RFC 5771"),
        entry("240.0.0.0/4", "reserved", "RFC 1112, 4"),
        entry("::1/128", "loopback", "RFC 4291"),
        entry("::/96", "unspecified or IPv4-compatible", "RFC 4291"),
        entry("64:ff9b:1::/48", "local-use translation", "RFC 8215"),
        entry("100::/64", "discard only", "RFC 6666"),
        entry("100:0:0:1::/64", "dummy prefix", "RFC 9780"),
        entry("2001::/23", "protocol assignments, Teredo", "RFC 2928"),
        entry("2001:db8::/32", "documentation", "RFC 3849"),
        entry("2620:4f:8000::/48", "AS112", "RFC 7534"),
        entry("3fff::/20", "documentation", "RFC 9637"),
        entry("5f00::/16", "segment routing", "RFC 9602"),
        entry("fc00::/7", "unique local", "RFC 4193"),
        entry("fe80::/10", "link local", "RFC 4291"),
        entry("fec0::/10", "site local", "RFC 3879"),
        entry("ff00::/8", "multicast", "RFC 4291"),
    ].compactMap(\.self)

    /// The only block that IPv6 assigns for the public internet (RFC 4291, 2.4, and IANA's IPv6 Global Unicast
    /// registry).
    static let globalUnicast = HostAddressRange(base: HostAddress(v6: 0x2 << 124), prefixLength: 3)

    /// The names of the metadata services of clouds, which are refused before any look-up.
    static let metadataNames: Set<String> = [
        "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal",
    ]

    private static func entry(_ range: String, _ purpose: String, _ source: String) -> Entry? {
        HostAddressRange(range).map { Entry(range: $0, purpose: purpose, source: source) }
    }
}

extension HostAddress {
    /// The IPv4 address that an IPv6 address embeds.
    ///
    /// The address may be an IPv4-mapped (`::ffff:0:0/96`), NAT64 (`64:ff9b::/96`) or 6to4 (`2002::/16`) address.
    package var embedded: HostAddress? {
        guard family == .v6 else { return nil }
        if bits >> 32 == 0xffff || bits >> 32 == 0x0064_ff9b << 64 {
            return HostAddress(v4: UInt32(truncatingIfNeeded: bits))
        }
        if bits >> 112 == 0x2002 {
            return HostAddress(v4: UInt32(truncatingIfNeeded: bits >> 80))
        }
        return nil
    }

    /// The IPv4 address at the end of an ISATAP tunnel (RFC 5214), which may begin with any prefix.
    var tunnelEnd: HostAddress? {
        guard family == .v6 else { return nil }
        // The bits "universal" and "group" of the identifier may have any value.
        guard UInt32(truncatingIfNeeded: bits >> 32) & ~0x0300_0000 == 0x0000_5efe else { return nil }
        return HostAddress(v4: UInt32(truncatingIfNeeded: bits))
    }
}
