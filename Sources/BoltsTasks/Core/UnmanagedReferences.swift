// The references that most tasks do not have. As fields of their own types, each would be released when a task is freed
// even if it is `nil`, which costs a call into the runtime. So they are kept as words, and released together if there are
// any. They are two fields, because one thread may write the error while another reads the object.

@frozen @usableFromInline
struct ErrorReference: Sendable {
    /// The bits of an `any Error`, which is one reference on every platform; 0 if there is none.
    @usableFromInline var bits: UInt = 0

    @inlinable @inline(__always)
    init() {}

    var error: (any Error)? {
        get {
            unsafe bits == 0 ? nil : withUnsafeBytes(of: bits) { unsafe $0.load(as: (any Error).self) }
        }
        set {
            release()
            guard let newValue else { return }
            unsafe withUnsafeMutableBytes(of: &bits) { bytes in
                precondition(MemoryLayout<any Error>.size == bytes.count)
                unsafe bytes.initializeMemory(as: (any Error).self, repeating: newValue)
            }
        }
    }

    mutating func release() {
        guard bits != 0 else { return }
        unsafe withUnsafeMutableBytes(of: &bits) { bytes in
            _ = unsafe bytes.assumingMemoryBound(to: (any Error).self).deinitialize()
        }
        bits = 0
    }
}

/// An executor or a token link, if there is one.
@frozen @usableFromInline
struct ObjectReference: Sendable {
    /// The address of the object; 0 if there is none.
    @usableFromInline var address: UInt = 0

    @inlinable @inline(__always)
    init(_ object: AnyObject?) {
        if let object { address = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()) }
    }

    var object: AnyObject? {
        get { unsafe reference?.takeUnretainedValue() }
        set {
            unsafe reference?.release()
            address = newValue.map { unsafe UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        }
    }

    private var reference: Unmanaged<AnyObject>? {
        unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
    }

    mutating func release() {
        unsafe reference?.release()
        address = 0
    }
}
