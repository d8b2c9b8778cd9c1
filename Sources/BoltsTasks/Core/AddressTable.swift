/// A hash table from addresses of objects to small numbers, with linear probing.
///
/// A dictionary would cost a continuation three times as much: its hash is made for keys that an attacker chooses.
// Safe: an index is always masked, so it is within the entries, which only this value has.
@safe
struct AddressTable: ~Copyable {
    private struct Entry {
        /// The address; 0 if the entry is free.
        var address: UInt = 0
        var value: Int = 0
    }

    private var entries: UnsafeMutablePointer<Entry>
    /// The number of entries, a power of two, minus one.
    private var mask: Int
    private(set) var count = 0

    init() {
        unsafe entries = .allocate(capacity: 64)
        unsafe entries.initialize(repeating: Entry(), count: 64)
        mask = 63
    }

    deinit { unsafe entries.deallocate() }

    private func home(_ address: UInt) -> Int {
        // Fibonacci hashing: the middle bits of the product depend on all lower bits of the address.
        Int(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 28) & mask
    }

    func value(at address: UInt) -> Int? {
        var index = home(address)
        while unsafe entries[index].address != 0 {
            if unsafe entries[index].address == address { return unsafe entries[index].value }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// Adds an address that is not in the table.
    mutating func insert(_ address: UInt, _ value: Int) {
        if 2 &* count > mask { resize(to: 2 &* (mask &+ 1)) }
        place(Entry(address: address, value: value))
        count &+= 1
    }

    private mutating func place(_ entry: Entry) {
        var index = home(entry.address)
        while unsafe entries[index].address != 0 { index = (index &+ 1) & mask }
        unsafe entries[index] = entry
    }

    /// Removes an address; returns its value, or `nil` if it is not in the table.
    mutating func remove(_ address: UInt) -> Int? {
        var gap = home(address)
        while unsafe entries[gap].address != address {
            if unsafe entries[gap].address == 0 { return nil }
            gap = (gap &+ 1) & mask
        }
        let value = unsafe entries[gap].value
        // Moves later entries back, so that no search stops at the gap before it reaches them.
        var index = (gap &+ 1) & mask
        while unsafe entries[index].address != 0 {
            let distance = unsafe (index &- home(entries[index].address)) & mask
            if distance >= (index &- gap) & mask {
                unsafe entries[gap] = unsafe entries[index]
                gap = index
            }
            index = (index &+ 1) & mask
        }
        unsafe entries[gap] = Entry()
        count &-= 1
        return value
    }

    /// Returns every value, in no order.
    func values() -> [Int] {
        (0...mask).compactMap { unsafe entries[$0].address == 0 ? nil : entries[$0].value }
    }

    private mutating func resize(to capacity: Int) {
        let old = unsafe entries
        let oldCapacity = mask &+ 1
        unsafe entries = .allocate(capacity: capacity)
        unsafe entries.initialize(repeating: Entry(), count: capacity)
        mask = capacity &- 1
        for index in 0..<oldCapacity where unsafe old[index].address != 0 { unsafe place(old[index]) }
        unsafe old.deallocate()
    }
}
