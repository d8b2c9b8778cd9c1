import Foundation

/// Texts that are kept until the end of a run: in memory while they are few, then in an unnamed file.
///
/// The file is in the folder for temporary files, only its owner can read it, and it disappears with the process. If it cannot
/// be written, the texts remain in memory, and a line says so.
final class ReportSpool {
    /// The maximum number of bytes in memory before they go to the file.
    static let maximumBuffered = 1 << 20

    private var buffer = Data()
    private var file: FileHandle?
    private var usesFile = true
    // How many bytes are in the file. Bytes of a failed write after these are ignored.
    private var written = 0
    // The end of each text, as an offset from the beginning of the first one.
    private var ends: [Int] = []

    func append(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        ends.append(written + buffer.count)
        if usesFile, buffer.count > Self.maximumBuffered { spill() }
    }

    private func text(_ index: Int) throws -> String {
        let (start, end) = (index == 0 ? 0 : ends[index - 1], ends[index])
        var bytes = Data()
        if start < written, let file {
            let count = min(end, written) - start
            do {
                try file.seek(toOffset: UInt64(start))
                bytes = try file.read(upToCount: count) ?? Data()
            } catch {
                throw Self.unreadable(error)
            }
            guard bytes.count == count else { throw Self.unreadable("it is shorter than the report that was written") }
        }
        if end > written { bytes += buffer[max(start - written, 0)..<(end - written)] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Passes every text on, in the order in which they were added, each but the first with the separator before it.
    func passOn(separator: String = "", _ each: (String) throws -> Void) throws {
        for index in ends.indices { try each((index == 0 ? "" : separator) + text(index)) }
    }

    private func spill() {
        do {
            let file = try self.file ?? Self.create()
            self.file = file
            try file.seek(toOffset: UInt64(written))
            try file.write(contentsOf: buffer)
            written += buffer.count
            buffer.removeAll(keepingCapacity: true)
        } catch {
            usesFile = false
            Terminal.note([
                "the report is kept in memory, because no file can be written in \(Self.folder): \(FolderWriter.reason(error)); "
                    + "TMPDIR names another folder"
            ])
        }
    }

    private static var folder: String { FileManager.default.temporaryDirectory.path }

    private static func create() throws -> FileHandle {
        let path = "\(folder)/applinks-\(UUID().uuidString)"
        // A browser that is started meanwhile does not inherit it.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func unreadable(_ error: any Error) -> InputError { unreadable(FolderWriter.reason(error)) }

    private static func unreadable(_ reason: String) -> InputError {
        InputError("the temporary file of the report cannot be read: \(reason)")
    }
}
