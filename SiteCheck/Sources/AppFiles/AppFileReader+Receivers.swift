@_spi(Bolts) public import BoltsSiteCheck

extension AppFileReader {
    /// Looks in the sources of a project for the methods that get a link.
    ///
    /// It runs on the caller's executor, blocks while it reads and is not cancelled.
    ///
    /// - Parameters:
    ///   - path: The path of the project's folder; a file and a built app have no sources.
    ///   - content: What the apps of this project say of links.
    ///   - builds: Built apps, which may be of this project.
    /// - Returns: An answer for each app whose sources are there and that takes links.
    @_spi(Bolts) public func receivers(atPath path: String, of content: AppFileContent, builds: [AppleAppClaims] = [])
        -> [LinkReceivers]
    {
        // Most of the time is that of reading the sources.
        guard
            content.claims.android.contains(where: { $0.filters?.isEmpty == false })
                || content.claims.apple.contains(where: { $0.rank == .source }),
            !Self.isAppFile(name: path, bytes: [UInt8]()),
            let folder = try? ProjectFolder(path: path)
        else { return [] }
        return ReceiverReader(folder, content, builds: builds).receivers
    }
}
