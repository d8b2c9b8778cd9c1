public import Foundation

/// The folder that pictures are imported into: each picture, and a thumbnail of it.
nonisolated public struct PhotoLibrary: Sendable {
    private let folder: URL

    /// Creates a library, and its folders if they are not there.
    ///
    /// - Throws: The system's error if a folder cannot be made.
    public init(_ folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: thumbnails, withIntermediateDirectories: true)
    }

    private var thumbnails: URL { folder.appendingPathComponent("thumbnails") }

    /// Adds a picture and its thumbnail.
    ///
    /// The picture appears last and whole: whoever finds it finds the thumbnail, too.
    ///
    /// - Throws: ``PictureError`` if the file is not a picture, and the system's error if it cannot be written.
    public func add(_ name: String, file: [UInt8]) throws {
        let thumbnail = try Picture(file: file).scaled(toFit: 64)
        try Data(thumbnail.file).write(to: thumbnails.appendingPathComponent(name), options: .atomic)
        try Data(file).write(to: folder.appendingPathComponent(name), options: .atomic)
    }
}
