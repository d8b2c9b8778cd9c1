import Foundation
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

@Suite(.tags(.l7)) struct AddressPolicyTests {
    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "93.184.216.34", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
        "169.253.255.255", "192.0.1.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "126.255.255.255",
        "2606:4700:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888", "2001:200::1", "::ffff:8.8.8.8",
        "64:ff9b::808:808", "2002:808:808::1", "168.63.129.15", "168.63.129.17", "2a00:1450::5efe:808:808",
        "2a00:1450::200:5efe:808:808", "2a00:1450::1:5efe:7f00:1", "2002:808:808::5efe:808:808",
    ])
    func publicAddressesAreAllowed(_ text: String) throws {
        #expect(AddressPolicy.publicOnly.allows(try #require(HostAddress(text))))
    }

    @Test(
        .tags(.th25, .th29),
        arguments: [
            "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
            "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.1",
            "192.0.2.1", "192.88.99.1", "192.168.0.0", "192.168.255.255", "192.175.48.1", "198.18.0.0",
            "198.19.255.255", "198.51.100.7", "203.0.113.255", "224.0.0.1", "239.255.255.255", "240.0.0.0",
            "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:0:0", "::ffff:127.0.0.1", "::ffff:7f00:1",
            "::ffff:10.1.2.3", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1",
            "2002:7f00:1::", "2002:c0a8:101::1", "2002:a9fe:a9fe::", "100::1", "2001::1", "2001:1ff::1", "2001:db8::1",
            "2620:4f:8000::1", "3fff::1", "4000::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fdff::1", "fe80::1",
            "febf::1", "fec0::1", "ff02::1", "ffff::1", "168.63.129.16", "::ffff:168.63.129.16", "100:0:0:1::1",
            "2a00:1450::5efe:7f00:1", "2a00:1450::200:5efe:a00:1", "2001:db8::5efe:808:808", "2a00::5efe:a9fe:a9fe",
            "2a00:1450::100:5efe:7f00:1", "2a00:1450::300:5efe:a00:1", "2002:808:808::5efe:a00:1",
            "2002:808:808::5efe:7f00:1", "2002:808:808::200:5efe:a9fe:a9fe", "2002:7f00:1::5efe:808:808",
            "64:ff9b:1::5efe:808:808", "2001::5efe:808:808", "64:ff9b::c058:6301",
        ]
    )
    func nonPublicAddressesAreRefused(_ text: String) throws {
        let address = try #require(HostAddress(text))
        #expect(!AddressPolicy.publicOnly.allows(address))
        #expect(AddressPolicy.any.allows(address))
    }

    @Test(.tags(.th25)) func everyReservedRangeIsRefused() throws {
        for entry in ReservedAddresses.entries {
            let width: UInt128 = entry.range.base.family == .v4 ? 32 : 128
            let last = entry.range.base.bits | ((1 << (width - UInt128(entry.range.prefixLength))) - 1)
            let address =
                entry.range.base.family == .v4
                ? HostAddress(v4: UInt32(truncatingIfNeeded: last)) : HostAddress(v6: last)
            #expect(entry.range.contains(address), "\(entry.range)")
            #expect(!AddressPolicy.publicOnly.allows(address), "\(entry.range)")
        }
        // An unreadable range would be missing from the table without an error.
        #expect(ReservedAddresses.entries.count == 33)
    }

    @Test func everyReservedRangeNamesItsSource() {
        for entry in ReservedAddresses.entries {
            #expect(entry.source.hasPrefix("RFC ") || entry.source.hasPrefix("Microsoft: "), "\(entry.range)")
        }
    }

    /// The rows of IANA's special-purpose registries that are not globally reachable.
    @Test(
        .tags(.th25),
        arguments: [
            "0.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.170/32", "192.0.0.171/32", "192.0.2.0/24",
            "192.88.99.2/32", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
            "255.255.255.255/32", "::1/128", "::/128", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23",
            "2001::/32", "2001:2::/48", "2001:10::/28", "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7",
            "fe80::/10",
        ]
    )
    func everyRowOfTheRegistriesIsRefused(_ row: String) throws {
        let range = try #require(HostAddressRange(row))
        #expect(!AddressPolicy.publicOnly.allows(range.base))
        #expect(
            ReservedAddresses.entries.contains {
                $0.range.contains(range.base) && $0.range.prefixLength <= range.prefixLength
            }
        )
    }

    @Test(arguments: ["127.0.0.1\u{0}", "\u{0}", "127.0.0.1\u{0}.example", "::1\u{0}x"])
    func textWithANulIsNoAddress(_ text: String) {
        #expect(HostAddress(text) == nil)
        #expect(HostAddressRange(text) == nil)
    }

    @Test func shortSocketAddressesAreNotRead() {
        var v6 = sockaddr_in6()
        v6.sin6_family = sa_family_t(AF_INET6)
        v6.sin6_addr = in6addr_loopback
        withUnsafeBytes(of: v6) { bytes in
            guard let start = bytes.baseAddress else { return }
            #expect(HostAddress(socketAddress: start, length: bytes.count) == HostAddress("::1"))
            // Even the length of an IPv4 address is too short for the family.
            for length in [0, 2, 16, bytes.count - 1] {
                #expect(HostAddress(socketAddress: start, length: length) == nil)
            }
        }
    }

    @Test func allowedRangesAdmitEverySpelling() throws {
        let policy = AddressPolicy.publicOnly.allowing(try #require(HostAddressRange("127.0.0.0/8")))
        #expect(policy.allows(try #require(HostAddress("127.0.0.1"))))
        #expect(policy.allows(try #require(HostAddress("::ffff:127.0.0.1"))))
        #expect(policy.allows(try #require(HostAddress("64:ff9b::7f00:1"))))
        #expect(policy.allows(try #require(HostAddress("2002:7f00:1::1"))))
        #expect(policy.allows(try #require(HostAddress("2002:808:808::5efe:7f00:1"))))
        // An address inside the network of an allowed address is judged anyway.
        #expect(!policy.allows(try #require(HostAddress("2002:7f00:1::5efe:a00:1"))))
        #expect(!policy.allows(try #require(HostAddress("::1"))))
        #expect(!policy.allows(try #require(HostAddress("10.0.0.1"))))
    }

    @Test(.tags(.th30)) func otherPortsNeedPermission() throws {
        let address = try #require(HostAddress("8.8.8.8"))
        let local = try #require(HostAddress("127.0.0.1"))
        let policy = AddressPolicy.publicOnly
        #expect(policy.allows(address, port: 80))
        #expect(policy.allows(address, port: 443))
        #expect(!policy.allows(address, port: 8_080))
        #expect(!policy.allows(address, port: 22))
        #expect(policy.allowing(ports: 8_080).allows(address, port: 8_080))
        #expect(!policy.allowing(ports: 8_080).allows(local, port: 8_080))
        #expect(policy.allowing(try #require(HostAddressRange("127.0.0.1"))).allows(local, port: 8_080))
        #expect(AddressPolicy.any.allows(local, port: 22))
    }

    @Test(.tags(.th29)) func metadataServicesAreRefusedByName() {
        #expect(AddressPolicy.publicOnly.refusal(ofName: "metadata.google.internal") != nil)
        #expect(AddressPolicy.publicOnly.refusal(ofName: "example.com") == nil)
        #expect(AddressPolicy.any.refusal(ofName: "metadata.google.internal") == nil)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("0.0.0.0/0", "200.1.1.1", true),
        ("0.0.0.0/0", "::1", false), ("::/0", "fe80::1", true), ("::/0", "1.2.3.4", false),
        ("192.168.1.77/24", "192.168.1.3", true), ("2001:db8::/127", "2001:db8::1", true),
        ("2001:db8::/127", "2001:db8::2", false), ("1.2.3.4", "1.2.3.4", true), ("1.2.3.4", "1.2.3.5", false),
    ])
    func rangesMatchPrefixes(_ range: String, _ address: String, _ holds: Bool) throws {
        #expect(try #require(HostAddressRange(range)).contains(try #require(HostAddress(address))) == holds)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "::/129", "example.com/8", "10/8"])
    func invalidRangesAreRejected(_ text: String) {
        #expect(HostAddressRange(text) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::", "::"), ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("::ffff:1.2.3.4", "::ffff:102:304"),
        ("1:0:0:0:0:0:0:0", "1::"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
    ])
    func addressesAreNormalized(_ text: String, _ spelling: String) throws {
        let address = try #require(HostAddress(text))
        #expect(address.description == spelling)
        #expect(HostAddress(spelling) == address)
    }
}
