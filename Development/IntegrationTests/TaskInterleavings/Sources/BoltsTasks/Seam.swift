internal import CScheduler
public import Synchronization

// In this module these types hide those of `Synchronization`. Each of their steps is atomic, and after it the scheduler may let
// another thread continue. All orderings count as sequentially consistent.

/// An atomic value whose steps the scheduler sees.
@usableFromInline
struct Atomic<Value: AtomicWord>: ~Copyable, @unchecked Sendable {
    private static var alive: UInt32 { 0xB017_A11E }

    private let cell: Synchronization.Atomic<UInt64>
    /// Distinguishes a live value from freed memory.
    private let mark: Synchronization.Atomic<UInt32>

    @usableFromInline
    init(_ value: Value) {
        cell = Synchronization.Atomic(value.bits)
        mark = Synchronization.Atomic(Self.alive)
        scheduler_count_object(1)
    }

    deinit {
        mark.store(0, ordering: .relaxed)
        scheduler_count_object(-1)
    }

    /// Makes one step, within which no other thread runs.
    private func step(_ change: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
        if mark.load(ordering: .relaxed) != Self.alive { scheduler_stop_freed() }
        defer { scheduler_step() }
        var old = cell.load(ordering: .sequentiallyConsistent)
        while true {
            let new = change(Value(bits: old))
            let (exchanged, original) = cell.compareExchange(
                expected: old,
                desired: new.bits,
                ordering: .sequentiallyConsistent
            )
            if exchanged { return (Value(bits: old), new) }
            old = original
        }
    }

    @usableFromInline
    func load(ordering: AtomicLoadOrdering) -> Value {
        step { $0 }.oldValue
    }

    @usableFromInline
    func store(_ value: Value, ordering: AtomicStoreOrdering) {
        _ = step { _ in value }
    }

    @usableFromInline
    func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
        step { _ in value }.oldValue
    }

    @usableFromInline
    func compareExchange(
        expected: Value,
        desired: Value,
        ordering: AtomicUpdateOrdering
    ) -> (exchanged: Bool, original: Value) {
        let original = step { $0 == expected ? desired : $0 }.oldValue
        return (original == expected, original)
    }

    @usableFromInline
    func compareExchange(
        expected: Value,
        desired: Value,
        successOrdering: AtomicUpdateOrdering,
        failureOrdering: AtomicLoadOrdering
    ) -> (exchanged: Bool, original: Value) {
        compareExchange(expected: expected, desired: desired, ordering: successOrdering)
    }

    /// This never fails spuriously, so that programs are deterministic.
    @usableFromInline
    func weakCompareExchange(
        expected: Value,
        desired: Value,
        successOrdering: AtomicUpdateOrdering,
        failureOrdering: AtomicLoadOrdering
    ) -> (exchanged: Bool, original: Value) {
        compareExchange(expected: expected, desired: desired, ordering: successOrdering)
    }
}

extension Atomic where Value: FixedWidthInteger {
    func weakCompareExchange(
        expected: Value,
        desired: Value,
        ordering: AtomicUpdateOrdering
    ) -> (exchanged: Bool, original: Value) {
        compareExchange(expected: expected, desired: desired, ordering: ordering)
    }

    @discardableResult
    func bitwiseOr(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
        step { $0 | operand }
    }

    @discardableResult
    func bitwiseAnd(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
        step { $0 & operand }
    }

    @discardableResult
    func add(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
        step { $0 + operand }
    }

    @discardableResult
    func subtract(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
        step { $0 - operand }
    }

    @discardableResult
    func wrappingAdd(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
        step { $0 &+ operand }
    }

    @discardableResult
    func wrappingSubtract(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
        step { $0 &- operand }
    }
}

/// A value that fits into 64 bits.
@usableFromInline
protocol AtomicWord: Equatable, Sendable {
    var bits: UInt64 { get }
    init(bits: UInt64)
}

extension AtomicWord where Self: FixedWidthInteger {
    @usableFromInline var bits: UInt64 { UInt64(truncatingIfNeeded: self) }
    @usableFromInline init(bits: UInt64) { self.init(truncatingIfNeeded: bits) }
}

extension Int: AtomicWord {}
extension UInt: AtomicWord {}
extension UInt8: AtomicWord {}
extension UInt32: AtomicWord {}
extension UInt64: AtomicWord {}

extension Bool: AtomicWord {
    @usableFromInline var bits: UInt64 { self ? 1 : 0 }
    @usableFromInline init(bits: UInt64) { self = bits != 0 }
}

/// A lock within which no thread is interrupted; the guarded code is one step.
struct Mutex<Value: ~Copyable>: ~Copyable {
    private let lock: Synchronization.Mutex<Value>

    init(_ value: consuming sending Value) { lock = Synchronization.Mutex(value) }

    func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        scheduler_enter()
        defer { scheduler_leave() }
        return try lock.withLock(body)
    }
}

extension Mutex: @unchecked Sendable where Value: ~Copyable {}
