import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// What a project says of an app for Apple's devices.
extension DotNetProjects {
    mutating func appleClaims(_ place: Place, _ properties: BuildProperties) -> AppleAppClaims {
        let shown = folder.shown(place.file)
        let platform = place.framework.platform == "maccatalyst" ? "Platforms/MacCatalyst" : "Platforms/iOS"
        let information = list(
            ["\(platform)/Info.plist", "Info.plist"].map(place.path).first(where: folder.exists)
        ).map { AppleInformation(list: $0) }
        let written = information?.bundleIdentifier.flatMap { $0.contains("$(") || $0.isEmpty ? nil : $0 }
        let bundle = written ?? properties.value("ApplicationId").flatMap { $0.isEmpty ? nil : $0 }
        let team = properties.value("CodesignKey").flatMap(Self.team)
        if bundle == nil {
            note(
                "The bundle identifier in \(shown.sanitized(limit: 400)) is not told by the project; give the built app."
            )
        }
        let identifier = bundle.flatMap { bundle in team.map { "\($0).\(bundle)" } }
        var app = AppleAppClaims(identifier: identifier, domains: [], file: shown, rank: .source)
        app.bundleIdentifier = bundle
        app.teamIdentifier = team
        if place.framework.platform == "maccatalyst" { app.devices = [.mac] }
        app.configuration = place.configuration
        app.target = "\(Self.name(of: place.file)) for \(platform.split(separator: "/").last ?? "")"
        readEntitlements(place, properties, platform, into: &app)
        for item in properties.entitlements where item.name == "com.apple.developer.associated-domains" {
            guard let value = item.value else {
                app.domains = nil
                app.gap = SourceGap("\(shown.sanitized(limit: 400)) does not tell its entitlements")
                note(
                    "The entitlements in \(shown.sanitized(limit: 400)) are not told by the project; give the built app."
                )
                break
            }
            switch item.type.lowercased() {
            case "remove": app.domains = []
            case "stringarray":
                app.domains = value.split(separator: item.separator.first ?? ";").map(String.init)
            default: app.domains = [value]
            }
        }
        app.schemes = information?.schemes
        app.queriedSchemes = information?.queriedSchemes ?? []
        return app
    }

    private mutating func readEntitlements(
        _ place: Place,
        _ properties: BuildProperties,
        _ platform: String,
        into app: inout AppleAppClaims
    ) {
        let shown = folder.shown(place.file)
        let path: String?
        if properties.isSet("CodesignEntitlements") {
            guard let value = properties.value("CodesignEntitlements") else {
                app.domains = nil
                app.gap = SourceGap("\(shown.sanitized(limit: 400)) does not tell which file has the entitlements")
                return note(
                    "The entitlements of \(place.configuration) in \(shown.sanitized(limit: 400)) lie in a file that the project does not tell; give the built app."
                )
            }
            path = value.isEmpty ? nil : place.path(value)
        } else if place.framework.isLegacy
            || properties.value("EnableDefaultCodesignEntitlements")?.lowercased() == "false"
        {
            // Before .NET 6 only the file that the project names is signed.
            path = nil
        } else {
            path = ["\(platform)/Entitlements.plist", "Entitlements.plist"].map(place.path).first(where: folder.exists)
        }
        guard let path else { return }
        ownFiles.insert(ProjectFolder.normalized(path) ?? path)
        guard let list = list(path) else {
            app.domains = nil
            app.gap = SourceGap("\(folder.shown(path).sanitized(limit: 400)) cannot be read")
            return
        }
        do throws(FormatError) {
            let entitlements = try Entitlements(list)
            app.file = folder.shown(path)
            if let text = entitlements.note(on: folder.shown(path)) { note(text) }
            app.domains = entitlements.domains
            app.parentIdentifiers = entitlements.parentIdentifiers
            app.misspelledKey = entitlements.misspelledKey
            app.hasDomainsAsText = entitlements.hasDomainsAsText
        } catch {
            note("\(folder.shown(path).sanitized(limit: 400)) \(error.reason).")
        }
    }

    /// The team in the name of a certificate for distribution; the code in that of a developer's is another.
    private static func team(_ key: String) -> String? {
        guard key.contains("Distribution"), key.hasSuffix(")"), let open = key.lastIndex(of: "(") else { return nil }
        let team = key[key.index(after: open)...].dropLast()
        guard team.count == 10, team.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) }) else { return nil }
        return String(team)
    }
}
