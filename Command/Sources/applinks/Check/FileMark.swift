import Foundation

/// The size, modification time and inode that reveal a change of a file or folder.
struct FileMark: Equatable, Sendable {
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int
    private let inode: UInt64
    let isFolder: Bool

    /// `nil` if `path` leads to neither a file nor a folder.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: isFolder = false
        case S_IFDIR: isFolder = true
        default: return nil
        }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        size = Int64(status.st_size)
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
        inode = UInt64(status.st_ino)
    }

    /// Whether it was changed so shortly before a time that a later change could have the same time.
    func isRecent(at time: Date) -> Bool { Double(seconds) > time.timeIntervalSince1970 - Self.granularity }

    /// In the worst case, file systems store times in units of one or two seconds.
    private static let granularity = 3.0
}
