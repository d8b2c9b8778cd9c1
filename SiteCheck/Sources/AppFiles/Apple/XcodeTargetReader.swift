import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Reads the link declarations of an Xcode project's targets, for each app and App Clip and each configuration.
struct XcodeTargetReader {
    private static let maximumClaimCount = 200
    private static let maximumFileCount = 100
    /// The maximum number of configurations to read for all targets together.
    private static let maximumReadingCount = 1_000
    private static let maximumFileSize = 2 << 20
    /// The maximum cost of settings in the lists of all targets together: each target resolves the domains of a list again.
    private static let maximumExpansionCost = 16 << 20

    private let folder: ProjectFolder
    /// The path of the project's file, and of the folder that its paths are relative to.
    private let file: String
    private let base: String
    private var start: String { base.isEmpty ? "" : base + "/" }
    private let projectName: String
    /// The property lists that XcodeGen writes for the current target.
    private var written: [String: PropertyList] = [:]
    /// Property lists that were read, because many targets may name the same file.
    private var lists: [String: PropertyList?] = [:]
    private var failures: [String: String] = [:]
    private var readingCount = 0
    private var expansionCost = 0
    private var statements = StatementFinder()
    private(set) var claims: [AppleAppClaims] = []
    private(set) var files: [String]
    private(set) var notes: [String] = []
    /// The entitlements files beside the project that no target names.
    private var unused: ArraySlice<String> = []
    /// Whether a target names a file of entitlements that does not exist.
    private var lacksEntitlements = false
    /// Unknown values that apply to several configurations of a target, with those configurations.
    private var open: [(what: Unknown, configurations: [String])] = []

    /// An unknown part of a target, with the reason.
    private struct Unknown: Hashable {
        /// The subject of a sentence, such as `The bundle identifier of Shelf`..
        let part: String
        /// The rest of that sentence.
        let text: String
    }

    /// Creates a reader of a project's targets: `file` is the project's path within the folder, `base` the folder that its paths
    /// are relative to.
    init(file: String, base: String, projectName: String, in folder: ProjectFolder) {
        self.folder = folder
        self.file = file
        self.base = base
        self.projectName = projectName
        files = [folder.shown(file)]
    }

    /// Reads the apps and App Clips, and adds to those without entitlements the entitlements file that belongs to no target.
    ///
    /// `names` are the entitlements that any target of the project names, as it writes them.
    mutating func read(_ targets: some Sequence<XcodeTarget>, namedEntitlements names: [String]) {
        let named = Set(names.map { ($0 as NSString).lastPathComponent })
        unused = folder.files.filter { path in
            path.hasPrefix(start) && path.hasSuffix(".entitlements")
                && !named.contains((path as NSString).lastPathComponent)
        }.prefix(20)
        for target in targets {
            guard claims.count < Self.maximumClaimCount, readingCount < Self.maximumReadingCount else {
                note(
                    "\(folder.shown(file).sanitized(limit: 400)) has too many targets; give the built app."
                )
                break
            }
            read(target)
        }
        for (what, configurations) in open {
            let rest = configurations.count - 2
            let names = configurations.prefix(2).map { $0.sanitized(limit: 100) }.joined(separator: ", ")
            // A project below the folder may have a target of the same name as another's.
            let place = base.isEmpty ? "" : " (\(folder.shown(file).sanitized(limit: 400)))"
            let more = rest > 0 ? " and \(rest) more" : ""
            note("\(what.part) in \(names)\(more)\(place) \(what.text); give the built app.")
        }
        open = []
        nameUnusedEntitlements()
    }

    /// Notes the unknown parts of a configuration; equal ones of several configurations become one note.
    private mutating func note(_ part: String, of place: Place, _ text: String) {
        let what = Unknown(part: "\(part) of \(place.target.sanitized(limit: 100))", text: text)
        if let index = open.firstIndex(where: { $0.what == what }) {
            if !open[index].configurations.contains(place.configuration) {
                open[index].configurations.append(place.configuration)
            }
        } else {
            open.append((what, [place.configuration]))
        }
    }

    /// A configuration of a target.
    private struct Place {
        let target: String
        let configuration: String
    }

    /// Adds to targets without entitlements the entitlements file beside the project that belongs to no target, and to targets
    /// whose entitlements name no host for links the first such file that names one.
    private mutating func nameUnusedEntitlements() {
        func isRead(_ path: String) -> Bool { files.contains(folder.shown(path)) }
        let unused = unused.filter { !isRead($0) }
        func isLink(_ domain: String) -> Bool { domain.hasPrefix("applinks:") }
        let bare = claims.indices.filter {
            claims[$0].domainSource == .entitlements && claims[$0].domains?.contains(where: isLink) == false
                && claims[$0].role == .app
        }
        // Cordova's tools write Entitlements-Release.plist.
        let candidates =
            bare.isEmpty
            ? []
            : folder.files.filter { path in
                let name = (path as NSString).lastPathComponent
                return path.hasPrefix(start) && !isRead(path)
                    && (name.hasSuffix(".entitlements") || name.hasPrefix("Entitlements") && name.hasSuffix(".plist"))
            }
        for path in candidates.prefix(20) {
            let domains = list(String(path.dropFirst(start.count))).flatMap { try? Entitlements($0) }?.domains ?? []
            guard domains.contains(where: isLink) else { continue }
            for index in bare {
                (claims[index].unusedDomains, claims[index].unusedFile) = (domains, folder.shown(path))
            }
            break
        }
        // Where a file does not exist, another one may be the one that is meant.
        guard unused.count == 1, !lacksEntitlements, let path = unused.first.map({ String($0.dropFirst(start.count)) })
        else { return }
        let open = claims.indices.filter { claims[$0].domainSource == .project(unused: nil) }
        guard !open.isEmpty else { return }
        let domains = list(path).flatMap { try? Entitlements($0) }?.domains ?? []
        for index in open {
            claims[index].domainSource = .project(unused: path)
            claims[index].unusedDomains = domains
        }
    }

    private mutating func read(_ target: XcodeTarget) {
        ReadingSteps.add()
        let name = target.name
        written = target.written
        var found: [AppleAppClaims] = []
        var others: [AppleAppClaims] = []
        var differences: Set<ApplePlatform> = []
        var seen: Set<ObjectIdentifier> = []
        let allLayers = target.configurations.flatMap(\.layers).filter { seen.insert(ObjectIdentifier($0)).inserted }
        for own in target.configurations {
            let configuration = own.name
            let missing = own.missing
            func settings(_ platform: ApplePlatform) -> BuildSettings {
                let holding = own.layers.map { HeldSettings($0, in: configuration, sdk: platform.rawValue) }
                let gap = missing.map {
                    SourceGap("\($0.sanitized(limit: 400)), which may set it, \(absence(of: $0))")
                }
                return BuildSettings(
                    layers: holding + [Self.builtIn(configuration, name, platform, projectName)],
                    gap: gap
                )
            }
            let platforms = ApplePlatform.all(of: settings(.iphone), conditions: allLayers)
            var first: AppleAppClaims?
            for platform in platforms {
                readingCount += 1
                let settings = settings(platform)
                var app = claims(settings, target: name, configuration: configuration, missing: missing)
                // A watch app without domains accepts no links, so it is not a variant of its phone app.
                if app.domainSource == .project(unused: nil), platform == .watch, platforms.count > 1 { continue }
                app.configuration = configuration
                app.role = target.role == .app && platforms == [.watch] ? .wear : target.role
                if target.isClip, app.parentIdentifiers == nil {
                    // Xcode's convention: an App Clip's identifier is its app's plus one component.
                    let end = app.identifier?.lastIndex(of: ".")
                    app.parentIdentifiers = [end.flatMap { app.identifier?[..<$0] }.map(String.init) ?? ""]
                }
                if let first, first != app { differences.insert(platform) }
                if first != nil {
                    app.devices = platform.devices
                    others.append(app)
                } else {
                    first = app
                    app.devices = platform.devices
                    found.append(app)
                }
            }
        }
        // A kind of device is judged separately only if something differs on it in a configuration.
        let kinds = Set(differences.map(\.devices))
        if !kinds.isEmpty {
            let apart = kinds.compactMap { $0 }.reduce(into: Set<LinkDevice>()) { $0.formUnion($1) }
            for index in found.indices { found[index].devices = ApplePlatform.allDevices.subtracting(apart) }
        }
        found += others.filter { kinds.contains($0.devices) }
        let joined = Self.joined(found)
        claims += joined.map { app in
            var app = app
            let others = joined.filter { $0.devices == app.devices && $0 != app }
            if others.isEmpty { app.configuration = nil }
            if app.domainSource == .project(unused: nil), others.contains(where: { $0.domainSource == .entitlements }) {
                app.domainSource = .otherConfiguration
            }
            return app
        }
    }

    /// Xcode's own default values.
    static func builtIn(
        _ configuration: String,
        _ target: String,
        _ platform: ApplePlatform,
        _ projectName: String
    ) -> HeldSettings {
        HeldSettings([
            "CONFIGURATION": configuration, "TARGET_NAME": target, "TARGETNAME": target, "TARGET": "$(TARGET_NAME)",
            "PROJECT_NAME": projectName, "PROJECT": "$(PROJECT_NAME)", "SRCROOT": ".", "PROJECT_DIR": ".",
            "SOURCE_ROOT": ".", "PROJECT_FILE_PATH": "./$(PROJECT_NAME).xcodeproj",
            "PRODUCT_NAME": "$(TARGET_NAME)", "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
            "EXECUTABLE_NAME": "$(PRODUCT_NAME)", "PLATFORM_NAME": platform.rawValue,
            "EFFECTIVE_PLATFORM_NAME": platform == .mac ? "" : "-\(platform.rawValue)",
        ])
    }

    /// Why a settings file is not read: it is outside the folder, or too large.
    private func absence(of file: String) -> String {
        let own = folder.relative(file)
        guard ProjectFolder.normalized(own) != nil else { return "is outside the project's folder" }
        return folder.exists(own) ? "cannot be read" : "does not exist"
    }

    /// Joins equal configurations.
    private static func joined(_ claims: [AppleAppClaims]) -> [AppleAppClaims] {
        var places: [AppleAppClaims: Int] = [:]
        var result: [AppleAppClaims] = []
        for app in claims {
            var key = app
            (key.configuration, key.statements) = (nil, [:])
            if let place = places[key] {
                // One edit does not change values that two files state.
                if result[place].statements != app.statements { result[place].statements = [:] }
                result[place].configuration = [result[place].configuration, app.configuration].compactMap { $0 }
                    .joined(separator: ", ")
            } else {
                places[key] = result.count
                result.append(app)
            }
        }
        return result
    }

    private mutating func claims(
        _ settings: BuildSettings,
        target: String,
        configuration: String,
        missing: String?
    ) -> AppleAppClaims {
        let bundle = bundle(settings)
        let written = settings.text("DEVELOPMENT_TEAM")
        let team = written?.known.flatMap { $0.isEmpty ? nil : $0 }
        var app = AppleAppClaims(identifier: nil, domains: [], file: folder.shown(file), rank: .source)
        app.bundle = bundle
        app.teamIdentifier = team
        let raw = settings.layers.lazy.compactMap { $0["DEVELOPMENT_TEAM"] }.first
        let missingFile = raw?.contains("inherited") == true ? settings.gap : nil
        let stated = raw.map { text in
            "the project sets DEVELOPMENT_TEAM to \(text.isEmpty ? "nothing" : "\(text.quoted(limit: 200)), which is no team")"
        }
        let reason = written?.gap ?? missingFile ?? SourceGap(stated ?? "the project does not set DEVELOPMENT_TEAM")
        let prefix = team.map { SourceText($0) } ?? .unknown(reason, written: "$(DEVELOPMENT_TEAM)")
        app.id = prefix + SourceText(".") + bundle
        app.target = target
        app.project = folder.shown(file.hasSuffix(".pbxproj") ? ProjectFolder.parent(of: file) : file)
        let place = Place(target: target, configuration: configuration)
        if let gap = bundle.gap {
            note("The bundle identifier", of: place, "is \(bundle.description.quoted(limit: 200)): \(gap.text)")
        }
        var layers = settings.layers
        if let team {
            layers.append(HeldSettings(["AppIdentifierPrefix": "\(team).", "TeamIdentifierPrefix": "\(team)."]))
        }
        if let bundle = bundle.known { layers.append(HeldSettings(["CFBundleIdentifier": bundle])) }
        // A setting that the project does not define is often set from outside; as an empty value it would leave a domain without
        // its host.
        let expansion = BuildSettings(layers: layers, gap: settings.gap, undefinedIsEmpty: false)
        if settings.isSet("CODE_SIGN_ENTITLEMENTS") {
            let path = settings.text("CODE_SIGN_ENTITLEMENTS") ?? SourceText("")
            readEntitlements(path, expansion, place, into: &app)
        } else {
            app.domainSource = .project(unused: nil)
        }
        let setting = settings.layers.lazy.compactMap { $0["CODE_SIGN_ENTITLEMENTS"] }.first ?? ""
        if app.domainSource == .project(unused: nil), missing == nil, setting.contains("$") {
            app.domains = nil
            app.gap = SourceGap("the project does not set \(setting.quoted(limit: 200)), which names its entitlements")
        }
        if app.domainSource == .project(unused: nil), let missing {
            app.domains = nil
            app.gap = SourceGap(
                "\(missing.sanitized(limit: 400)), which may name its entitlements, \(absence(of: missing))"
            )
        }
        if let path = settings.value("INFOPLIST_FILE"), !path.isEmpty, let list = list(path) {
            let information = AppleInformation(list: list)
            let what = AppFileContent.startOfSchemeNotes
            app.schemes = expanded(information.schemes, by: expansion, what, of: place).known
            app.queriedSchemes = expanded(information.queriedSchemes, by: expansion, what, of: place).known
        }
        return app
    }

    /// The bundle identifier; if undefined settings would make it one that no app can have, they count as unknown.
    ///
    /// Without the setting, the Info.plist states it, as in the projects of older versions of Xcode.
    private mutating func bundle(_ settings: BuildSettings) -> SourceText {
        guard let text = settings.text("PRODUCT_BUNDLE_IDENTIFIER") else {
            if settings.gap == nil, settings.value("INFOPLIST_PREPROCESS") != "YES",
                let path = settings.value("INFOPLIST_FILE"), !path.isEmpty,
                let stated = list(path).flatMap({ AppleInformation(list: $0).bundleIdentifier }), !stated.isEmpty,
                !stated.contains("PRODUCT_BUNDLE_IDENTIFIER")
            {
                var open = settings
                open.undefinedIsEmpty = false
                return open.expanded(stated, cost: &expansionCost)
            }
            return .unknown(settings.gap ?? SourceGap("the project does not set PRODUCT_BUNDLE_IDENTIFIER"))
        }
        guard let known = text.known, ("." + known + ".").contains("..") else { return text }
        let written = settings.layers.lazy.compactMap { $0["PRODUCT_BUNDLE_IDENTIFIER"] }.first ?? ""
        // A literal value is built as written, however unusual.
        if !written.isEmpty, !written.contains("$") { return text }
        var open = settings
        open.undefinedIsEmpty = false
        let part = open.text("PRODUCT_BUNDLE_IDENTIFIER") ?? text
        return part.gap == nil ? .unknown(SourceGap("the project sets PRODUCT_BUNDLE_IDENTIFIER to nothing")) : part
    }

    /// Reads the entitlements at a path, or notes why they are unknown.
    private mutating func readEntitlements(
        _ location: SourceText,
        _ expansion: BuildSettings,
        _ place: Place,
        into app: inout AppleAppClaims
    ) {
        let name = app.target ?? ""
        guard let path = location.known else {
            app.domains = nil
            let written = location.description.quoted(limit: 200)
            let reason = location.gap.map { ": \($0.text)" } ?? ""
            app.gap = SourceGap("the entitlements of \(name.sanitized(limit: 100)) are in \(written)\(reason)")
            return note("The path of the entitlements", of: place, "is \(written)\(reason)")
        }
        guard !path.isEmpty else {
            app.domainSource = .project(unused: nil)
            return
        }
        app.domains = nil
        guard let list = list(path) else {
            let reason = failures[path] ?? "is not read"
            app.gap = SourceGap(
                "\(shown(path).sanitized(limit: 400)), which the project names for \(name.sanitized(limit: 100)), \(reason)"
            )
            nameNear(path, expansion, into: &app)
            return
        }
        do throws(FormatError) {
            let entitlements = try Entitlements(list)
            // A generated file is changed in its description, so that is the file to show.
            app.file = written[path] == nil ? shown(path) : folder.shown(file)
            if let text = entitlements.note(on: app.file) { note(text) }
            app.misspelledKey = entitlements.misspelledKey
            app.hasDomainsAsText = entitlements.hasDomainsAsText
            let what = "The entitlements file"
            let domains = expanded(entitlements.domains, by: expansion, what, of: place)
            app.domains = domains.known
            app.unresolvedDomains = domains.open
            setStatements(of: entitlements.domains, by: expansion, into: &app)
            app.isBrowser = entitlements.isBrowser
            app.parentIdentifiers = entitlements.parentIdentifiers.map {
                expanded($0, by: expansion, what, of: place).known
            }
        } catch {
            app.gap = SourceGap("\(shown(path).sanitized(limit: 400)) \(error.reason)")
            note("\(shown(path).sanitized(limit: 400)) \(error.reason).")
        }
    }

    /// Names the unused file whose name is nearly that of one that does not exist, and where the setting is.
    private mutating func nameNear(_ path: String, _ settings: BuildSettings, into app: inout AppleAppClaims) {
        let key = "CODE_SIGN_ENTITLEMENTS"
        let whole = self.path(path)
        guard failures[path] != nil, ProjectFolder.normalized(whole) != nil, !folder.exists(whole) else { return }
        lacksEntitlements = true
        func name(_ path: String) -> [UInt8] {
            Array((path as NSString).lastPathComponent.lowercased().utf8.prefix(100))
        }
        let near = unused.first { EditDistance.between(name($0), name(path)) <= 2 }
        guard let near, let gap = app.gap, let target = app.target?.sanitized(limit: 100) else { return }
        let own = String(near.dropFirst(start.count))
        let stated = settings.layers.lazy.first { $0[key] != nil }?.file ?? file
        let lines = (folder.text(stated) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let places = lines.indices.filter { lines[$0].contains(key) && lines[$0].contains(path) }.prefix(3)
        let place = folder.shown(stated).sanitized(limit: 400) + places.map { ":\($0 + 1)" }.joined(separator: " and ")
        app.gap = SourceGap(
            "\(gap.text); \(folder.shown(near).sanitized(limit: 400)) does",
            fix: "Set \(key) of \(target) to \(own.sanitized(limit: 400)) (\(place))."
        )
        app.unusedFile = folder.shown(near)
        app.unusedDomains = list(own).flatMap { try? Entitlements($0) }?.domains ?? []
    }

    /// Finds where the project states the settings that are hosts of domains, such as `applinks:$(LINK_HOST)`.
    private mutating func setStatements(
        of domains: [String],
        by settings: BuildSettings,
        into app: inout AppleAppClaims
    ) {
        for domain in domains {
            guard let match = domain.wholeMatch(of: #/([a-z]+:)\$[({](\w+)[)}]/#) else { continue }
            let name = String(match.2)
            guard let layer = settings.layers.first(where: { $0[name] != nil }), let value = layer[name],
                let file = layer.file
            else { continue }
            app.statements[match.1 + value] = statements.statement(of: value, named: name, in: file, folder)
        }
    }

    /// The texts with their settings replaced, and those with unknown settings as written, each of which is noted.
    private mutating func expanded(
        _ texts: [String],
        by settings: BuildSettings,
        _ what: String,
        of place: Place
    ) -> (known: [String], open: [String]) {
        var (known, open): ([String], [String]) = ([], [])
        for text in texts {
            guard expansionCost <= Self.maximumExpansionCost else {
                note(what, of: place, "has too many values to read")
                // The remaining texts share their storage with the list.
                return (known, open + texts.dropFirst(known.count + open.count))
            }
            let value = settings.expanded(text, cost: &expansionCost)
            if let gap = value.gap { note(what, of: place, "names \(text.quoted(limit: 100)): \(gap.text)") }
            if let text = value.known { known.append(text) } else { open.append(text) }
        }
        return (known, open)
    }

    private func path(_ text: String) -> String {
        folder.asOnMac(text.hasPrefix("/") ? text : ProjectFolder.joined(base, text))
    }

    private func shown(_ text: String) -> String { folder.shown(path(text)) }

    private mutating func list(_ path: String) -> PropertyList? {
        if let list = written[path] { return list }
        if let known = lists[path] { return known }
        guard lists.count < Self.maximumFileCount else {
            note("\(folder.shown(file).sanitized(limit: 400)) names too many files; give the built app.")
            return nil
        }
        do throws(FormatError) {
            let list = try PropertyList(bytes: folder.bytes(self.path(path), limit: Self.maximumFileSize))
            files.append(shown(path))
            lists[path] = list
            return list
        } catch {
            note("\(shown(path).sanitized(limit: 400)) \(error.reason).")
            failures[path] = error.reason
            lists[path] = PropertyList?.none
            return nil
        }
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }
}
