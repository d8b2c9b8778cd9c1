import Synchronization

/// The minimum work of a link: one object, a compare-and-exchange to wait, an exchange to complete, a closure call, a free.
final class FloorLink {
    let next = Atomic<UInt>(0)
    private let body: @Sendable (Int) -> Int

    init(_ body: @escaping @Sendable (Int) -> Int) { self.body = body }

    /// Lets a new link wait for the one at an address, and returns its address.
    static func add(to address: UInt, _ body: @escaping @Sendable (Int) -> Int) -> UInt {
        let added = UInt(bitPattern: Unmanaged.passRetained(FloorLink(body)).toOpaque())
        at(address)
            ._withUnsafeGuaranteedRef { link in
                _ = link.next.compareExchange(expected: 0, desired: added, ordering: .acquiringAndReleasing)
            }
        return added
    }

    static func first(_ body: @escaping @Sendable (Int) -> Int) -> UInt {
        UInt(bitPattern: Unmanaged.passRetained(FloorLink(body)).toOpaque())
    }

    /// Completes the chain that begins at an address.
    static func complete(_ address: UInt, with value: Int) -> Int {
        var address = address
        var value = value
        while address & ~1 != 0 {
            let link = at(address)
            address = link._withUnsafeGuaranteedRef { link in
                value = link.body(value)
                return link.next.exchange(1, ordering: .acquiringAndReleasing)
            }
            link.release()
        }
        return value
    }

    private static func at(_ address: UInt) -> Unmanaged<FloorLink> {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { fatalError("no link at 0") }
        return .fromOpaque(pointer)
    }
}
