import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// Reads built apps for Apple's devices from an `.ipa`, an `.xcarchive` or the app's own folder, with their App Clips.
struct ApplePackage {
    private static let maximumInformationSize = 4 << 20
    private static let maximumAppCount = 20

    private let files: any AppleBundleFiles
    /// The package's path as shown to users.
    private let path: String
    private(set) var content: AppFileContent

    /// Reads the apps in a folder of the package: `Payload` in an `.ipa`, `Products/Applications` in an archive, `nil` if the
    /// package is an app itself.
    ///
    /// Fails if there is no app, or one that is damaged.
    init(appsIn folder: String?, of files: any AppleBundleFiles, path: String) throws(FormatError) {
        self.files = files
        self.path = path
        content = AppFileContent(files: [path])
        guard let folder else {
            try readApp("")
            return
        }
        let names = files.names(in: folder).filter { $0.hasSuffix(".app") }
        guard !names.isEmpty else { throw FormatError("has no app in \(folder)") }
        for name in names.prefix(Self.maximumAppCount) { try readApp("\(folder)/\(name)/") }
    }

    private mutating func readApp(_ folder: String) throws(FormatError) {
        content.claims.apple.append(try claims(folder))
        for clip in files.names(in: folder + "AppClips").filter({ $0.hasSuffix(".app") }).prefix(Self.maximumAppCount) {
            do throws(FormatError) {
                content.claims.apple.append(try claims("\(folder)AppClips/\(clip)/"))
            } catch {
                note("\(clip.sanitized(limit: 100)) in \(path.sanitized(limit: 400)) \(error.reason).")
            }
        }
    }

    private func bytes(_ file: String, limit: Int) throws(FormatError) -> [UInt8]? {
        guard let source = try files.source(file) else { return nil }
        return try source.readAll(limit: limit)
    }

    private mutating func claims(_ folder: String) throws(FormatError) -> AppleAppClaims {
        // Apps for macOS keep everything in the folder `Contents`.
        let isMac = try files.source("\(folder)Info.plist") == nil
        let inner = isMac ? "\(folder)Contents/" : folder
        guard let list = try bytes("\(inner)Info.plist", limit: Self.maximumInformationSize) else {
            throw FormatError("is not an app: it has no Info.plist")
        }
        let information = AppleInformation(list: try PropertyList(bytes: list))
        guard let executable = information.executable, !executable.contains("/"), executable != "..",
            let binary = try files.source(isMac ? "\(inner)MacOS/\(executable)" : inner + executable)
        else { throw FormatError("is not a complete app: the executable that its Info.plist names is missing") }

        let code = try MachO(binary)
        let entitlements = try code.entitlements.map { list throws(FormatError) in try Entitlements(list) }
        let team = entitlements?.teamIdentifier ?? code.teamIdentifier
        var app = AppleAppClaims(
            identifier: entitlements?.identifier,
            file: path,
            rank: code.isEncrypted ? .delivered : .built
        )
        app.bundleIdentifier = information.bundleIdentifier ?? app.bundleIdentifier
        if app.identifier == nil, let team, let bundle = app.bundleIdentifier { app.identifier = "\(team).\(bundle)" }
        app.teamIdentifier = team
        if isMac { app.devices = [.mac] }
        app.schemes = information.schemes
        app.queriedSchemes = information.queriedSchemes
        app.sdkName = information.sdkName
        if code.isSigned {
            app.domains = entitlements?.domains ?? []
            app.hasDomainsAsText = entitlements?.hasDomainsAsText ?? false
            app.parentIdentifiers = entitlements?.parentIdentifiers
            app.isBrowser = entitlements?.isBrowser ?? false
            app.isForDevelopment = entitlements?.isForDevelopment ?? false
        } else {
            note(
                "\(path.sanitized(limit: 400)) is not signed, so its domains are not known; give the signed app."
            )
        }
        do throws(FormatError) {
            let file = "\(inner)embedded.\(isMac ? "provisionprofile" : "mobileprovision")"
            if let bytes = try bytes(file, limit: ProvisioningProfile.maximumSize) {
                app.profile = try ProvisioningProfile(bytes, file: "\(path):\(file)").claims
            }
        } catch {
            note("The profile in \(path.sanitized(limit: 400)) \(error.reason).")
        }
        return app
    }

    private mutating func note(_ text: String) {
        if !content.notes.contains(text) { content.notes.append(text) }
    }
}
