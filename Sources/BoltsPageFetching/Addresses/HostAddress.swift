#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An IPv4 or IPv6 address as a number.
///
/// Policies use this type and never text, because `127.0.0.1`, `127.1`, `0x7f000001` and `::ffff:7f00:1` are the same
/// address.
///
/// ```swift
/// let address = HostAddress("::ffff:10.0.0.1")
/// AddressPolicy.publicOnly.allows(address!)   // false: the address inside is private
/// ```
public struct HostAddress: Hashable, Sendable, LosslessStringConvertible {
    /// The protocol of an address.
    @_spi(Bolts) public enum Family: Hashable, Sendable {
        case v4
        case v6
    }

    /// Whether it is an IPv4 or an IPv6 address.
    @_spi(Bolts) public let family: Family
    /// The address in network order, in the low 32 bits for IPv4.
    @_spi(Bolts) public let bits: UInt128

    /// Creates an IPv4 address from its number.
    @_spi(Bolts) public init(v4 bits: UInt32) {
        self.family = .v4
        self.bits = UInt128(bits)
    }

    /// Creates an IPv6 address from its number.
    @_spi(Bolts) public init(v6 bits: UInt128) {
        self.family = .v6
        self.bits = bits
    }

    /// Creates an address from its usual notation; `nil` for any other text.
    ///
    /// - Parameter text: Four decimal numbers for IPv4, or RFC 4291 text for IPv6, without brackets, zone or port.
    public init?(_ text: String) {
        // The C functions would stop at a null byte.
        guard !text.utf8.contains(0) else { return nil }
        var v4 = in_addr()
        if unsafe inet_pton(AF_INET, text, &v4) == 1 {
            self.init(v4: UInt32(bigEndian: v4.s_addr))
            return
        }
        var v6 = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        self.init(v6: HostAddress.number(v6))
    }

    /// Creates an address from a C socket address; `nil` if it is too short or of another family.
    init?(socketAddress address: UnsafeRawPointer, length: Int) {
        guard length >= MemoryLayout<sockaddr>.size else { return nil }
        switch unsafe Int32(address.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            unsafe self.init(v4: UInt32(bigEndian: address.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            unsafe self.init(v6: HostAddress.number(address.loadUnaligned(as: sockaddr_in6.self).sin6_addr))
        default:
            return nil
        }
    }

    private static func number(_ address: in6_addr) -> UInt128 {
        unsafe withUnsafeBytes(of: address) { bytes in
            unsafe bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        }
    }

    /// The address in its usual notation, without brackets.
    public var description: String {
        switch family {
        case .v4:
            return [24, 16, 8, 0].map { String(UInt8(truncatingIfNeeded: bits >> UInt128($0))) }.joined(separator: ".")
        case .v6:
            return HostAddress.text(bits)
        }
    }

    /// RFC 5952: lower case, no leading zeros, the longest run of two zeros or more written as `::`.
    private static func text(_ bits: UInt128) -> String {
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: bits >> UInt128(112 - 16 * $0)) }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, groups[end] == 0 { end += 1 }
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = max(end, start + 1)
        }
        func joined(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !longest.isEmpty else { return joined(groups[...]) }
        return joined(groups[..<longest.lowerBound]) + "::" + joined(groups[longest.upperBound...])
    }
}
