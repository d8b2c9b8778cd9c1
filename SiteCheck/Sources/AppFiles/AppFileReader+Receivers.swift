@_spi(Bolts) public import BoltsSiteCheck

extension AppFileReader {
    /// Searches a project's sources for the methods that receive links.
    ///
    /// It runs on the caller's executor, blocks while it reads, and cannot be cancelled.
    ///
    /// - Parameters:
    ///   - path: The path of the project's folder; a file or a built app has no sources.
    ///   - content: The link declarations of the project's apps.
    ///   - builds: Built apps that may belong to this project.
    /// - Returns: An answer for each app that accepts links, or signs in, and whose sources exist.
    @_spi(Bolts) public func receivers(atPath path: String, of content: AppFileContent, builds: [AppleAppClaims] = [])
        -> [LinkReceivers]
    {
        // Most of the time is spent reading the sources.
        guard
            content.claims.android.contains(where: { $0.filters?.isEmpty == false })
                || content.claims.apple.contains(where: { $0.rank == .source }),
            !Self.isAppFile(name: path, bytes: [UInt8]()),
            let folder = try? ProjectFolder(path: path)
        else { return [] }
        return ReceiverReader(folder, content, builds: builds).receivers
    }
}
