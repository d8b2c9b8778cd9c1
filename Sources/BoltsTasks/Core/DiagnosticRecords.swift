internal import CBoltsTasks
internal import Synchronization

/// The records of tasks, by the address of the task; a plain value without a lock.
// Safe: an index comes from the table, so its slot is initialized, and blocks are freed only with this value.
@safe
struct DiagnosticRecords: ~Copyable {
    private var table = AddressTable()
    /// Blocks of slots, which never move; the slots up to `used` are initialized, except for those in `free`.
    private var blocks: [UnsafeMutablePointer<DiagnosticRecord>] = unsafe []
    private var used = 0
    private var free: [Int] = []

    deinit {
        for index in table.values() { unsafe place(index).deinitialize(count: 1) }
        for index in unsafe blocks.indices { unsafe blocks[index].deallocate() }
    }

    private static let blockCapacity = 256

    private func place(_ index: Int) -> UnsafeMutablePointer<DiagnosticRecord> {
        // Shifting and masking take fewer instructions than a signed division.
        unsafe blocks[index &>> 8] + (index & 255)
    }

    private static func address(_ task: _TaskCore) -> UInt {
        unsafe UInt(bitPattern: Unmanaged.passUnretained(task).toOpaque())
    }

    private static let numbers = Atomic<UInt64>(0)

    /// The number of the newest record.
    static var lastNumber: UInt64 { numbers.load(ordering: .relaxed) }

    var count: Int { table.count }

    func index(of task: _TaskCore) -> Int? { table.value(at: DiagnosticRecords.address(task)) }

    /// The record at an index that one of the methods has returned.
    subscript(index: Int) -> DiagnosticRecord {
        unsafeAddress { unsafe UnsafePointer(place(index)) }
        nonmutating unsafeMutableAddress { unsafe place(index) }
    }

    /// Creates a record of a task that has none; returns its index.
    mutating func insert(_ task: _TaskCore, _ kind: TaskKind) -> Int {
        let index: Int
        if let last = free.popLast() {
            index = last
        } else {
            if unsafe used == blocks.count * DiagnosticRecords.blockCapacity {
                unsafe blocks.append(.allocate(capacity: DiagnosticRecords.blockCapacity))
            }
            index = used
            used += 1
        }
        let number = DiagnosticRecords.numbers.add(1, ordering: .relaxed).newValue
        unsafe place(index).initialize(to: DiagnosticRecord(task, number, kind, bolts_monotonic_nanoseconds()))
        table.insert(DiagnosticRecords.address(task), index)
        return index
    }

    /// Returns the index of a task's record, and creates the record if there is none.
    mutating func indexOrInsert(_ task: _TaskCore, _ kind: TaskKind = .untracked) -> Int {
        if let index = index(of: task) { return index }
        let index = insert(task, kind)
        if task.isDone { self[index].progress = .completed }
        return index
    }

    mutating func remove(_ task: _TaskCore) {
        guard let index = table.remove(DiagnosticRecords.address(task)) else { return }
        unsafe place(index).deinitialize(count: 1)
        free.append(index)
    }

    mutating func removeAll() {
        for index in table.values() { unsafe place(index).deinitialize(count: 1) }
        table = AddressTable()
        used = 0
        free = []
    }

    func all() -> [DiagnosticRecord] {
        table.values().map { self[$0] }
    }
}
