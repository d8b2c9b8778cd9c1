import BoltsSiteCheck
import CZlib

/// How many bytes an archive may still inflate: its entries may overlap, and each may be read repeatedly.
final class InflationBudget {
    private var rest: Int

    init(_ count: Int = 2 << 30) { rest = count }

    func use(_ count: Int) throws(FormatError) {
        rest -= count
        guard rest >= 0 else { throw FormatError("inflates to too many bytes") }
    }
}

/// Deflated bytes (RFC 1951), inflated while they are read.
///
/// Reading forward inflates once; reading backward starts again.
final class InflatedBytes: ByteSource {
    private static let pieceSize = 64 << 10

    /// The number of bytes according to the archive; more are never read.
    let count: Int
    private let source: any ByteSource
    private let budget: InflationBudget
    /// Allocated separately, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isOpen = false
    private var input: [UInt8] = []
    private var inputOffset = 0
    /// How many bytes were read from the source, and how many were inflated.
    private var consumed = 0
    private var position = 0

    init(_ source: any ByteSource, count: Int, budget: InflationBudget) {
        self.source = source
        self.budget = budget
        self.count = count
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
    }

    deinit {
        end()
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    func read(at offset: Int, count: Int) throws(FormatError) -> [UInt8] {
        try checkRange(offset, count)
        if !isOpen || offset < position { try begin() }
        var skipped = [UInt8](repeating: 0, count: min(Self.pieceSize, offset - position))
        while position < offset { try fill(&skipped, min(skipped.count, offset - position)) }
        var bytes = [UInt8](repeating: 0, count: count)
        try fill(&bytes, count)
        return bytes
    }

    private func begin() throws(FormatError) {
        end()
        // A negative window size means data without a header.
        guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw FormatError("cannot be inflated: there is too little memory")
        }
        isOpen = true
        (input, inputOffset, consumed, position) = ([], 0, 0, 0)
    }

    private func end() {
        guard isOpen else { return }
        inflateEnd(stream)
        isOpen = false
        stream.pointee = z_stream()
    }

    /// Inflates the next `wanted` bytes into the beginning of a buffer, and fails if there are fewer.
    private func fill(_ buffer: inout [UInt8], _ wanted: Int) throws(FormatError) {
        var filled = 0
        while filled < wanted {
            if inputOffset == input.count {
                let size = min(Self.pieceSize, source.count - consumed)
                guard size > 0 else { throw FormatError("is damaged: its deflated data ends too early") }
                input = try source.read(at: consumed, count: size)
                inputOffset = 0
                consumed += size
            }
            let (used, made, status) = inflate(into: &buffer, filled..<wanted)
            inputOffset += used
            filled += made
            position += made
            try budget.use(made)
            ReadingSteps.addRead(made)
            guard status == Z_OK || status == Z_BUF_ERROR || (status == Z_STREAM_END && filled == wanted),
                used > 0 || made > 0
            else { throw FormatError("is damaged: its deflated data cannot be inflated") }
        }
    }

    private func inflate(into buffer: inout [UInt8], _ range: Range<Int>) -> (used: Int, made: Int, status: CInt) {
        let available = input.count - inputOffset
        return input.withUnsafeMutableBufferPointer { input in
            buffer.withUnsafeMutableBufferPointer { output in
                guard isOpen, let start = input.baseAddress, let target = output.baseAddress else {
                    return (0, 0, Z_STREAM_ERROR)
                }
                let space = min(range.count, Int(Int32.max))
                // Both pointers are used only within this call, and the sizes are those of the arrays.
                stream.pointee.next_in = start + inputOffset
                stream.pointee.avail_in = CUnsignedInt(available)
                stream.pointee.next_out = target + range.lowerBound
                stream.pointee.avail_out = CUnsignedInt(space)
                let status = CZlib.inflate(stream, Z_NO_FLUSH)
                return (available - Int(stream.pointee.avail_in), space - Int(stream.pointee.avail_out), status)
            }
        }
    }
}
