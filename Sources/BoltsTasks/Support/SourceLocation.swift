public import Synchronization

/// A place in the program's source.
@frozen @usableFromInline
struct SourceLocation: Sendable {
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let function: StaticString

    @inlinable
    init(_ file: StaticString, _ line: UInt, _ function: StaticString) {
        self.file = file
        self.line = line
        self.function = function
    }

    /// Whether it is in this module, or in another module whose tasks also count as steps of their callers.
    var isInLibrary: Bool {
        guard file.hasPointerRepresentation else { return false }
        return file.withUTF8Buffer { file in
            unsafe file.starts(with: "BoltsTasks/".utf8) || file.starts(with: "BoltsObjCNames/".utf8)
                || file.starts(with: "BoltsFoundation/".utf8)
        }
    }
}

/// A source location that one thread writes, once, and any thread reads.
@frozen @usableFromInline
struct AtomicSourceLocation: ~Copyable, Sendable {
    @usableFromInline let address = Atomic<UInt>(0)
    @usableFromInline let count = Atomic<Int>(0)
    @usableFromInline let line = Atomic<UInt>(0)

    @inlinable
    init() {}

    @inlinable @inline(__always)
    func write(_ file: StaticString, _ line: UInt) {
        guard file.hasPointerRepresentation else { return }
        count.store(file.utf8CodeUnitCount, ordering: .relaxed)
        self.line.store(line, ordering: .relaxed)
        // The address is written last and with release, so that a reader that sees the address sees the rest.
        unsafe address.store(UInt(bitPattern: file.utf8Start), ordering: .releasing)
    }

    /// The location so far.
    @inlinable @inline(__always)
    var raw: RawSourceLocation {
        // The address is read first and with acquire: see `write`.
        let address = address.load(ordering: .acquiring)
        return RawSourceLocation(
            address: address,
            count: count.load(ordering: .relaxed),
            line: line.load(ordering: .relaxed)
        )
    }
}

/// A source location as plain words, without an object.
@frozen @usableFromInline
struct RawSourceLocation: Sendable {
    @usableFromInline let address: UInt
    @usableFromInline let count: Int
    @usableFromInline let line: UInt

    @inlinable
    init(address: UInt, count: Int, line: UInt) {
        self.address = address
        self.count = count
        self.line = line
    }

    /// The location; `nil` if nothing has been written.
    var location: (file: String, line: UInt)? {
        guard let start = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return nil }
        // A static string's bytes live as long as the program.
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        return unsafe (String(decoding: bytes, as: UTF8.self), line)
    }
}
