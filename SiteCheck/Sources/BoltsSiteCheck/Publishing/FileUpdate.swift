@_spi(Bolts) import BoltsAssociations

/// An existing association file, merged with what a description publishes.
@_spi(Bolts)
public struct FileUpdate: Sendable {
    /// Why a file cannot be updated without a loss.
    public struct Failure: Error, CustomStringConvertible {
        /// One sentence without a full stop.
        public let description: String
    }

    /// The file to write; its content is unchanged if nothing changes.
    public let file: SitePublication.File
    /// The JSON pointers of members that are lost because their parent is no longer described.
    public let dropped: [String]
    /// One sentence for each part that is kept although the description differs.
    public let warnings: [String]

    /// Merges a published file into an existing one, so that apps that are not described open the same links as before.
    ///
    /// - Throws: ``Failure`` if the file is not JSON, has a duplicate member, or contains something that would change the
    ///   meaning of described rules.
    public init(of existing: [UInt8], with file: SitePublication.File, of publication: SitePublication) throws(Failure)
    {
        let before: JSONDocument
        do throws(JSONSyntaxError) {
            before = try JSONDocument(existing)
        } catch {
            throw Failure(description: "it is not JSON, so nothing is known about entries that would be dropped")
        }
        if let repeated = before.duplicateMembers.first {
            throw Failure(description: "it has a member twice: \(Clip.clip(repeated.pointer))")
        }
        guard let described = try? JSONDocument(file.bytes, maximumBytes: .max) else {
            throw Failure(description: "the described file is not JSON")
        }
        let kind = SiteDifference.Platform(path: file.path)
        var merge = FileMerge()
        let text: FormattedJSON
        do throws(FileMerge.Failure) {
            text =
                switch kind {
                case .apple: try merge.apple(before.root, described.root)
                case .android: try merge.android(before.root, described.root)
                case .windows: try merge.windows(before.root, described.root)
                case nil: try merge.signIn(before.root, described.root)
                }
        } catch {
            throw Failure(description: error.message)
        }
        var bytes = text.bytes
        if let after = try? JSONDocument(bytes, maximumBytes: .max), after.isEqual(to: before) {
            // Strict readers refuse a byte order mark.
            bytes = existing.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(existing.dropFirst(3)) : existing
        }
        if let kind {
            try Self.compare(file.bytes, bytes, kind, publication.site, ofDescribedApps: true)
            try Self.compare(existing, bytes, kind, publication.site, ofDescribedApps: false)
        } else if let after = try? JSONDocument(bytes, maximumBytes: .max),
            let entry = RelatedOrigins(after)?.firstBeyondLabels
        {
            let origin = Clip.quoted(entry.origin)
            throw Failure(
                description: "together with its other entries, \(origin) has a sixth name, which browsers may skip"
            )
        }
        self.file = SitePublication.File(file.path, bytes, file.mediaType)
        dropped = merge.dropped
        warnings = merge.certificates.map { package, certificate in
            "keeps the certificate \(Clip.clip(certificate)) of \(Clip.clip(package)), which the description does not name"
        }
    }

    /// Throws if some apps, the described or the other ones, open other links by the merged file than by another one.
    private static func compare(
        _ old: [UInt8],
        _ merged: [UInt8],
        _ kind: SiteDifference.Platform,
        _ site: SiteDescription,
        ofDescribedApps: Bool
    ) throws(Failure) {
        let apps = site.identifiers(on: kind)
        let host = site.exampleHost
        let change = SiteDifference(
            from: SiteAssociations(host: host, content: old, platform: kind),
            to: SiteAssociations(host: host, content: merged, platform: kind),
            platforms: [kind],
            everyIdentifier: true
        ).links.first { apps.contains(AppIdentifier.canonical($0.app)) == ofDescribedApps }
        if let change {
            throw Failure(
                description: "together with its other entries, it would open other links than described: \(change)"
            )
        }
    }
}

extension SiteDescription {
    /// The identifiers of apps in a platform's files, in the form for comparing.
    func identifiers(on platform: SiteDifference.Platform) -> Set<String> {
        Set(
            apps.flatMap { app -> [String] in
                switch platform {
                case .apple: app.apple?.identifiers.map(AppIdentifier.canonical) ?? []
                case .android: [app.android?.package].compactMap { $0 }
                case .windows: [app.windows?.packageFamily].compactMap { $0 }
                }
            }
        )
    }

    var exampleHost: String { hosts.first { !$0.hasPrefix("*") } ?? "www\(hosts.first?.dropFirst() ?? "")" }
}

extension SiteDifference.Platform {
    /// The platform of an association file, from its path; `nil` for other files.
    @_spi(Bolts)
    public init?(path: String) {
        switch path.split(separator: "/").last.map(String.init).flatMap(SiteAddress.File.init) {
        case .apple: self = .apple
        case .android: self = .android
        case .windows: self = .windows
        case nil: return nil
        }
    }
}

extension SiteAssociations {
    /// Creates the associations of a host with only one file.
    init(host: String, content: [UInt8]?, platform: SiteDifference.Platform) {
        self.init(
            host: host,
            appSiteAssociation: platform == .apple ? content : nil,
            assetLinks: platform == .android ? content : nil,
            windowsWebLinks: platform == .windows ? content : nil
        )
    }
}
