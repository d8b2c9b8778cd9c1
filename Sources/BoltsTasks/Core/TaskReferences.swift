/// The references that most tasks do not have: an error, and an executor or a token link.
///
/// As fields of their own types, each would be released when a task is freed even if it is `nil`, which costs a call
/// into the runtime. So they are kept as words, and released together if there are any.
@usableFromInline
struct TaskReferences: Sendable {
    /// The bits of an `any Error`, which is one reference on every platform; 0 if there is none.
    @usableFromInline var errorBits: UInt = 0
    /// The address of an object; 0 if there is none.
    @usableFromInline var objectAddress: UInt = 0

    @inlinable @inline(__always)
    init(object: AnyObject?) {
        if let object { objectAddress = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()) }
    }

    /// The error.
    var error: (any Error)? {
        get {
            errorBits == 0 ? nil : withUnsafeBytes(of: errorBits) { $0.load(as: (any Error).self) }
        }
        set {
            releaseError()
            guard let newValue else { return }
            withUnsafeMutableBytes(of: &errorBits) { bytes in
                precondition(MemoryLayout<any Error>.size == bytes.count)
                bytes.initializeMemory(as: (any Error).self, repeating: newValue)
            }
        }
    }

    /// The object.
    var object: AnyObject? {
        get { objectReference?.takeUnretainedValue() }
        set {
            objectReference?.release()
            objectAddress = newValue.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        }
    }

    private var objectReference: Unmanaged<AnyObject>? {
        UnsafeRawPointer(bitPattern: objectAddress).map { Unmanaged.fromOpaque($0) }
    }

    /// Releases both.
    @inline(__always)
    mutating func releaseAll() {
        if errorBits | objectAddress != 0 { releaseSome() }
    }

    @inline(never)
    private mutating func releaseSome() {
        releaseError()
        objectReference?.release()
        objectAddress = 0
    }

    private mutating func releaseError() {
        guard errorBits != 0 else { return }
        withUnsafeMutableBytes(of: &errorBits) { bytes in
            _ = bytes.assumingMemoryBound(to: (any Error).self).deinitialize()
        }
        errorBits = 0
    }
}
