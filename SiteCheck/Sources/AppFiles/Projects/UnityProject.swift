import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The apps in the settings of a Unity project, for which Unity writes the manifest and the Xcode project.
struct UnityProject {
    static let fileName = "ProjectSettings.asset"
    private static let maximumSize = 4 << 20

    /// The path of the settings within the folder.
    let file: String
    private(set) var android: String?
    private(set) var apple: String?
    private(set) var team: String?

    /// Reads the settings, or returns `nil` if they cannot be read.
    init?(_ file: String, in folder: ProjectFolder) {
        guard let text = folder.text(file, limit: Self.maximumSize) else { return nil }
        self.file = file
        var isIdentifier = false
        for line in text.split(whereSeparator: \.isNewline) {
            let pair = line.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
            let value = pair.count == 2 && !pair[1].isEmpty ? pair[1] : nil
            if !line.hasPrefix("    ") { isIdentifier = pair.first == "applicationIdentifier" }
            switch (isIdentifier, pair.first) {
            case (true, "Android"): android = value
            case (true, "iPhone"), (true, "iOS"): apple = value
            case (false, "appleDeveloperTeamID"): team = value
            default: break
            }
        }
    }

    /// The app for Android, whose manifest is unknown.
    func androidClaims(in folder: ProjectFolder) -> AndroidAppClaims? {
        guard let android else { return nil }
        var app = AndroidAppClaims(package: android, file: folder.shown(file), rank: .source)
        app.gap = gap(folder, "the manifest")
        return app
    }

    /// The app for Apple's devices, whose entitlements are unknown.
    func appleClaims(in folder: ProjectFolder) -> AppleAppClaims? {
        guard let apple else { return nil }
        var app = AppleAppClaims(identifier: team.map { "\($0).\(apple)" }, file: folder.shown(file), rank: .source)
        app.bundleIdentifier = apple
        app.teamIdentifier = team
        app.gap = gap(folder, "the entitlements")
        return app
    }

    private func gap(_ folder: ProjectFolder, _ part: String) -> SourceGap {
        SourceGap(
            "Unity writes \(part) of the project of \(folder.shown(file).sanitized(limit: 400)) when it builds it",
            fix: "Export the project from Unity into the folder and ask again, or give the built app too: --app PATH."
        )
    }
}
