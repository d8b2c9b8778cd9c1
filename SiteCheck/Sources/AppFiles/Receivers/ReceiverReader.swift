@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Reads the sources of a project, and determines for each of its apps which method receives a link.
struct ReceiverReader {
    private static let maximumProjectCount = 100
    private static let maximumAppCount = 50
    private static let maximumListSize = 2 << 20
    /// The maximum number of times that a file and a target are compared.
    private static let maximumComparisonCount = 2_000_000

    private let folder: ProjectFolder
    private let builds: [AppleAppClaims]
    private let sdks: SDKVersions
    private let code: CodeReader
    /// The ids of Android apps that name hosts.
    private let androidIdentifiers: Set<String>
    private let sources: ReceiverSources
    /// What libraries add to the sources of every app.
    private var shared = SourceFacts()
    private var targets: [Target] = []
    /// The files of programs, as far as no library has them too, by the names shown to users.
    private let claimed: Set<String>
    /// The Xcode and XcodeGen projects, by the paths shown to users.
    private var projects: [String: XcodeProject] = [:]
    private var descriptions: [String: XcodeGenProject] = [:]
    private(set) var receivers: [LinkReceivers] = []

    /// - Parameters:
    ///   - folder: The folder of the project.
    ///   - content: The link declarations of its apps.
    ///   - builds: Built apps that may belong to this project.
    init(_ folder: ProjectFolder, _ content: AppFileContent, builds: [AppleAppClaims]) {
        self.builds = builds
        self.folder = folder
        sdks = SDKVersions(folder)
        androidIdentifiers = Set(
            content.claims.android.filter { app in app.filters?.contains { !$0.hosts.isEmpty } == true }
                .compactMap(\.package)
        )
        let activities = content.claims.android.flatMap { $0.filters ?? [] }.compactMap(\.activity)
        code = CodeReader(
            folder,
            activities: Set(activities.compactMap { $0.name.split(separator: ".").last.map(String.init) }),
            hasScripts: Self.packages(around: content.claims, folder).contains { file in
                file.hasSuffix("package.json")
                    && folder.text(file).map { CallbackSource.filter.matches(Array($0.utf8)) } ?? false
            }
        )
        for file in folder.files.filter({ $0.hasSuffix("project.pbxproj") }).prefix(Self.maximumProjectCount) {
            // If the project cannot be read, reading its apps reports that.
            guard let project = try? XcodeProject(file, in: folder) else { continue }
            let name = folder.shown(ProjectFolder.parent(of: file))
            projects[name] = project
            targets += XcodeSources.all(in: project).map { Target(project: name, base: project.base, sources: $0) }
        }
        let named = folder.files.filter {
            ProjectFolder.isXcodeGen($0)
        }
        for file in named.prefix(Self.maximumProjectCount) {
            guard let description = try? XcodeGenProject(file, in: folder) else { continue }
            let name = folder.shown(file)
            descriptions[name] = description
            targets += description.sources.map { Target(project: name, base: description.base, sources: $0) }
        }
        // Sorted, so that each run reports the same missing package or submodule.
        let absent = Self.absentSources(projects.sorted { $0.key < $1.key }.map(\.value), folder)
        // This library replaces the app delegate's methods for links.
        for file in Self.packages(around: content.claims, folder)
        where folder.text(file)?.contains("\"@react-native-firebase/dynamic-links\"") == true {
            shared.marks[.swizzling, default: []].append(SourcePlace(file: folder.shown(file), line: 1))
        }
        let files = Self.filesOfPrograms(targets, code, folder)
        claimed = files ?? []
        var facts = code.facts
        facts.add(shared)
        sources = ReceiverSources(
            facts,
            gap: code.gap ?? absent ?? Self.unreadPackage(content.claims, folder)
                ?? (files == nil ? "the folder has too many targets" : nil)
        )
        for app in apps(content.claims.apple).prefix(Self.maximumAppCount) {
            let sources = sources(of: app)
            let signsIn = !sources.facts.signInHosts.isEmpty || code.callbacks != SourceCallbacks()
            guard var answer = apple(app, sources) ?? (signsIn ? AppleReceiverJudge.withoutLinks(app) : nil) else {
                continue
            }
            answer.signInHosts = sources.facts.signInHosts
            answer.callbacks = code.callbacks
            receivers.append(answer)
        }
        for app in Self.apps(content.claims.android).prefix(Self.maximumAppCount) {
            guard var answer = android(app) else { continue }
            if Self.hasFlavorsOfOtherIds(app, content.claims.android) { answer.id = .unstated }
            answer.callbacks = code.callbacks
            receivers.append(answer)
        }
    }

    /// Sources of the project outside the folder: packages beside it, and missing submodules.
    private static func absentSources(_ projects: [XcodeProject], _ folder: ProjectFolder) -> String? {
        for project in projects {
            for object in project.objects.values where object["isa"]?.string == "XCLocalSwiftPackageReference" {
                guard let path = object["relativePath"]?.string else { continue }
                let own = ProjectFolder.normalized(ProjectFolder.joined(project.base, path))
                if own.map({ !folder.exists($0) }) ?? true { return "the package \(path) is not in the folder" }
            }
        }
        if let fault = folder.fault(of: ".gitmodules") { return "\(folder.shown(".gitmodules")) \(fault.reason)" }
        if let path = folder.missingSubmodules.first { return "the submodule \(path) is not checked out" }
        return nil
    }

    /// The unreadable file around an app that would name the app's framework, or `nil`.
    private static func unreadPackage(_ claims: AppClaims, _ folder: ProjectFolder) -> String? {
        for file in packages(around: claims, folder) {
            if let fault = folder.fault(of: file) { return "\(folder.shown(file)) \(fault.reason)" }
        }
        return nil
    }

    /// The files around the apps that name their frameworks and libraries, if they exist.
    private static func packages(around claims: AppClaims, _ folder: ProjectFolder) -> [String] {
        let files = claims.apple.map(\.file) + claims.android.map(\.file)
        let places = Set(files.flatMap { ProjectFolder.folders(from: ProjectFolder.parent(of: folder.relative($0))) })
        return places.sorted().flatMap { place in
            ["package.json", "pubspec.yaml"].map { ProjectFolder.joined(place, $0) }
        }
    }

    // MARK: - The sources of a target

    /// The source files of a target, with the name of its project and the folder that its paths are relative to.
    private struct Target {
        let project: String
        let base: String
        let sources: XcodeSources
    }

    /// The files that certainly belong to programs and to no library, or `nil` if there are too many to compare.
    private static func filesOfPrograms(_ targets: [Target], _ code: CodeReader, _ folder: ProjectFolder)
        -> Set<String>?
    {
        let around = Set(code.factsOfFiles.keys.map { ProjectFolder.parent(of: folder.relative($0)) })
            .reduce(into: Set()) { $0.formUnion(ProjectFolder.folders(from: $1)) }
        let packages = around.filter { folder.exists(ProjectFolder.joined($0, "Package.swift")) }
        var places: [String: [Int]] = [:]
        for (index, target) in targets.enumerated() {
            for path in target.sources.paths { places[path, default: []].append(index) }
        }
        var files: Set<String> = []
        var count = 0
        for file in code.factsOfFiles.keys {
            let path = folder.relative(file)
            let near = XcodeSources.places(of: path).flatMap { places[$0] ?? [] }.map { targets[$0].sources }
            // A pattern takes longer than a path.
            count += near.reduce(0) { $0 + 1 + 10 * $1.patternCount }
            guard count <= maximumComparisonCount else { return nil }
            let package = ProjectFolder.folders(from: ProjectFolder.parent(of: path)).first(where: packages.contains)
            if near.contains(where: { $0.isProgram && $0.claims(path, in: package) }),
                !near.contains(where: { !$0.isProgram && $0.contains(path) })
            {
                files.insert(file)
            }
        }
        return files
    }

    /// The sources of an app: all of the folder, except the files of other programs if its own are known.
    private func sources(of app: AppleAppClaims) -> ReceiverSources {
        guard let (target, place) = target(of: app), !place.sources.isEmpty else { return sources }
        // A description and the project that was made from it may differ.
        func isDescribed(_ project: String?) -> Bool { project.map { descriptions[$0] != nil } ?? false }
        let own = targets.filter { other in
            other.base == place.base && other.sources.target == target.name
                && (other.project == app.project || isDescribed(other.project) != isDescribed(app.project))
        }
        let others = claimed.filter { file in !own.contains { $0.sources.contains(folder.relative(file)) } }
        guard !others.isEmpty else { return sources }
        var facts = code.facts(without: others)
        facts.add(shared)
        return ReceiverSources(facts, gap: sources.gap)
    }

    // MARK: - Choosing apps

    /// One configuration of each target, preferably for release.
    ///
    /// Targets of several projects may have the same name.
    private func apps(_ claims: [AppleAppClaims]) -> [AppleAppClaims] {
        // An App Clip that names no host accepts no link.
        let sources = claims.filter { app in
            app.rank == .source && (app.isClip || app.role == .app)
                && (!app.isClip || app.domains?.contains { $0.hasPrefix("appclips:") } == true)
        }
        return Self.chosen(sources) { app in
            let key = app.target.map { "\(app.project ?? "") \($0)" } ?? app.file
            return (key, app.configuration, app.bundle)
        }
    }

    /// One variant of each module, preferably for release.
    private static func apps(_ claims: [AndroidAppClaims]) -> [AndroidAppClaims] {
        // A flavor without filters says nothing about the others.
        let sources = claims.filter { $0.filters?.isEmpty == false && $0.role == .app && $0.rank != .delivered }
        return chosen(sources) { ($0.module ?? $0.file, $0.variant, $0.id) }
    }

    /// Whether other variants of an app's module, which have the same code, have ids that do not only add a suffix to its own.
    private static func hasFlavorsOfOtherIds(_ app: AndroidAppClaims, _ claims: [AndroidAppClaims]) -> Bool {
        guard let module = app.module, let id = app.package else { return false }
        return claims.contains { other in
            other.module == module && other.rank == .source && other.package.map { !$0.hasPrefix(id) } ?? false
        }
    }

    /// For each module or target, the variant that users probably get, chosen as in the inventory: for release, with a known id,
    /// and with the shortest id.
    private static func chosen<App>(
        _ apps: [App],
        _ facts: (App) -> (key: String, variant: String?, id: SourceText)
    ) -> [App] {
        var groups: [String: (rank: (Int, Int, Int), app: App)] = [:]
        var order: [String] = []
        for app in apps {
            let (key, variant, id) = facts(app)
            let built = BuildVariants(variant)
            let rank = (built.isRelease ? 0 : built.isDebug ? 2 : 1, id.known == nil ? 1 : 0, id.description.utf8.count)
            guard let known = groups[key] else {
                order.append(key)
                groups[key] = (rank, app)
                continue
            }
            if rank < known.rank { groups[key] = (rank, app) }
        }
        return order.compactMap { groups[$0]?.app }
    }

    // MARK: - Android

    private func android(_ app: AndroidAppClaims) -> LinkReceivers? {
        let place = folder.relative(app.module ?? ProjectFolder.parent(of: app.file))
        let flutter = FlutterProject(around: place, in: folder, sources)?.facts
        return AndroidReceiverJudge.receivers(of: app, sources, flutter: flutter)
    }

    // MARK: - Apple

    private func apple(_ app: AppleAppClaims, _ sources: ReceiverSources) -> LinkReceivers? {
        var facts: AppleReceiverFacts
        let base: String
        if let (target, own) = target(of: app) {
            base = own.base
            facts = self.facts(target, own, app.configuration)
        } else if app.domainSource == .configuration {
            // Cordova's configuration says nothing about the app's code.
            return app.file.hasSuffix(".xml") ? nil : AppleReceiverJudge.expo(app)
        } else {
            base = ProjectFolder.parent(of: folder.relative(app.file))
            facts = alone(base)
            // Only a .NET target has no Xcode project; the Swift files in the folder then belong to another program.
            if app.target != nil, app.project == nil { facts.entry = cSharp(around: base) }
        }
        facts.frameworks = frameworks(around: base, sources)
        if case .maui = facts.entry {
            facts.frameworks = [.maui]
            facts.hasHostsOnAndroid = app.devices != [.mac] && androidIdentifiers.contains(app.bundleIdentifier ?? "")
        }
        if facts.frameworks.contains(.reactNative) { facts.reactNative = reactNative(around: base) }
        if facts.frameworks.contains(.flutter) {
            facts.flutter = FlutterProject(around: base, in: folder, sources)?.facts
        }
        facts.sdk = sdk(of: app)
        return AppleReceiverJudge.receivers(of: app, facts, sources)
    }

    /// The program of a .NET project: without the method for links it is certain that nothing takes one, unless a package does.
    private func cSharp(around place: String) -> AppleReceiverFacts.Entry {
        let open = AppleReceiverFacts.Entry.unknown("the app's program is C#, which is not read")
        let projects = ProjectFolder.folders(from: place).map { place in
            folder.names(in: place).filter { $0.hasSuffix(".csproj") }.map { ProjectFolder.joined(place, $0) }
        }
        // These files belong to every project below them, and may add packages.
        let names = ["Directory.Build.props", "Directory.Build.targets"]
        let hasShared = ProjectFolder.folders(from: place).contains { place in
            names.contains { folder.exists(ProjectFolder.joined(place, $0)) }
        }
        guard sources.facts.marks[.continueInCSharp] == nil, let file = projects.first(where: { !$0.isEmpty })?.first,
            let text = folder.text(file), text.contains("<UseMaui>true</UseMaui>")
        else { return open }
        let packages = text.matches(of: /<PackageReference[^>]*\sInclude="([^"]*)"/).map { String($0.1) }
        let plain = ["Microsoft.", "CommunityToolkit.", "System.", "Newtonsoft.", "sqlite-net", "SQLitePCLRaw."]
        let mayTakeElsewhere =
            hasShared || text.contains("<ProjectReference") || text.contains("<Import ")
            || !packages.allSatisfy { package in plain.contains(where: package.hasPrefix) }
        let program = ProjectFolder.joined(ProjectFolder.parent(of: file), "MauiProgram.cs")
        let place = SourcePlace(file: folder.shown(folder.exists(program) ? program : file), line: 1)
        return .maui(place, mayTakeElsewhere: mayTakeElsewhere)
    }

    /// The SDK of the app, from the build or from the files of build servers.
    private func sdk(of app: AppleAppClaims) -> AppleReceiverFacts.SDK? {
        let built = builds.first { other in
            other.sdkName != nil && other.bundleIdentifier != nil && other.bundleIdentifier == app.bundleIdentifier
        }
        return built.flatMap { SDKVersions.sdk(named: $0.sdkName ?? "", in: $0.file) } ?? sdks.sdk
    }

    /// The files of a target.
    private struct Place {
        let base: String
        let projectName: String
        let sources: XcodeSources
        /// Whether the project has no other app.
        let hasOneApp: Bool
        /// Whether all sources in the folder count as the target's, because the project names none and has no other app.
        var isOnly: Bool { sources.isEmpty && hasOneApp }
        var isKnown: Bool { !sources.isEmpty || hasOneApp }
    }

    private func target(of app: AppleAppClaims) -> (XcodeTarget, Place)? {
        guard let name = app.target, let file = app.project else { return nil }
        let (project, description) = (projects[file], descriptions[file])
        // Several projects may have a target of this name.
        guard let base = project?.base ?? description?.base, let apps = project?.targets ?? description?.targets,
            let target = apps.first(where: { $0.name == name })
        else { return nil }
        let place = Place(
            base: base,
            projectName: project?.name ?? "",
            sources: targets.first { $0.project == file && $0.sources.target == name }?.sources ?? XcodeSources(),
            hasOneApp: apps.count == 1
        )
        return (target, place)
    }

    private func facts(_ target: XcodeTarget, _ place: Place, _ name: String?) -> AppleReceiverFacts {
        // Equal configurations are joined to one app, whose configuration name lists all of them.
        let names = BuildVariants(name).names
        let own = target.configurations.filter { names.contains($0.name) }
        let all = own.isEmpty ? target.configurations : own
        let configuration = all.last { BuildVariants($0.name).isRelease } ?? all.last
        guard let configuration else {
            return AppleReceiverFacts(entry: .unknown("the target has no configuration"), manifest: .unknown(""))
        }
        func settings(_ platform: ApplePlatform) -> BuildSettings {
            let layers = configuration.layers.map { HeldSettings($0, in: configuration.name, sdk: platform.rawValue) }
            let builtIn = XcodeTargetReader.builtIn(configuration.name, target.name, platform, place.projectName)
            return BuildSettings(layers: layers + [builtIn])
        }
        let allLayers = target.configurations.flatMap(\.layers)
        let platforms = ApplePlatform.all(of: settings(.iphone), conditions: allLayers)
        let first = platforms.first ?? .iphone
        let values = settings(first)
        var facts = AppleReceiverFacts(
            entry: entry(in: { place.isOnly || place.sources.contains($0) }, isKnown: place.isKnown),
            manifest: .absent
        )
        facts.isMacOnly = platforms == [.mac]
        let generates = values.value("GENERATE_INFOPLIST_FILE") == "YES"
        let makesScenes = generates && values.value("INFOPLIST_KEY_UIApplicationSceneManifest_Generation") == "YES"
        guard let written = values.value("INFOPLIST_FILE"), !written.isEmpty else {
            let isOpen = values.isSet("INFOPLIST_FILE") && values.text("INFOPLIST_FILE")?.known == nil
            facts.manifest =
                isOpen ? .unknown("the path of the app's Info.plist is not known") : makesScenes ? .empty : .absent
            if !generates, !isOpen { facts.manifest = .unknown("the target names no Info.plist") }
            return facts
        }
        let path = written.hasPrefix("/") ? written : ProjectFolder.joined(place.base, written)
        facts.informationFile = folder.shown(path)
        guard let list = target.written[written] ?? list(path) else {
            facts.manifest = .unknown("\(folder.shown(path)) is not read")
            return facts
        }
        facts.manifest = Self.manifest(list, makesScenes: makesScenes)
        facts.flutterDeepLinking = list["FlutterDeepLinkingEnabled"]?.boolean
        return facts
    }

    private func list(_ path: String) -> PropertyList? {
        guard let bytes = try? folder.bytes(path, limit: Self.maximumListSize) else { return nil }
        return try? PropertyList(bytes: bytes)
    }

    private static func manifest(_ list: PropertyList, makesScenes: Bool) -> AppleReceiverFacts.Manifest {
        let key = "UIApplicationSceneManifest"
        guard let manifest = list[key] else {
            if list["\(key)~ipad"] != nil { return .unknown("only iPads have scenes") }
            return makesScenes ? .empty : .absent
        }
        let roles = manifest["UISceneConfigurations"]?.dictionary ?? [:]
        let windows = roles["UIWindowSceneSessionRoleApplication"]?.array ?? []
        guard !windows.isEmpty else { return .empty }
        if makesScenes { return .overwritten }
        return .classes(
            windows.map { scene in
                guard let written = scene["UISceneDelegateClassName"]?.string else { return nil }
                let name = written.split(separator: ".").last.map(String.init) ?? written
                return name.contains("$") ? nil : name
            }
        )
    }

    /// The facts of an app of which only the entitlements exist: all sources count, and so does the Info.plist beside the
    /// entitlements.
    private func alone(_ place: String) -> AppleReceiverFacts {
        var facts = AppleReceiverFacts(entry: entry(in: { _ in true }, isKnown: true), manifest: .absent)
        let path = ProjectFolder.joined(place, "Info.plist")
        guard let list = list(path) else {
            facts.manifest = .unknown("no project names the app's Info.plist")
            return facts
        }
        facts.informationFile = folder.shown(path)
        facts.manifest = Self.manifest(list, makesScenes: false)
        facts.flutterDeepLinking = list["FlutterDeepLinkingEnabled"]?.boolean
        return facts
    }

    /// The entry point of a target's program.
    private func entry(in contains: (String) -> Bool, isKnown: Bool) -> AppleReceiverFacts.Entry {
        guard isKnown else { return .unknown("the project does not name the target's sources") }
        var marks: [SourceFacts.Mark: SourcePlace] = [:]
        var apps: [SourcePlace] = []
        for path in code.factsOfFiles.keys.sorted() where contains(folder.relative(path)) {
            guard let facts = code.factsOfFiles[path] else { continue }
            for (mark, places) in facts.marks where marks[mark] == nil { marks[mark] = places.first }
            apps += facts.types.filter { !$0.isClass && $0.bases.contains("App") && $0.language == .apple }.map(\.place)
        }
        let entries = [marks[.uiKitEntry], marks[.swiftUIEntry], marks[.appKitEntry]].compactMap(\.self)
        if entries.count > 1 {
            return .unknown("the program may begin at \(entries[0]) and at \(entries[1])")
        }
        if let place = marks[.uiKitEntry] { return .uiKit(place) }
        if let place = marks[.swiftUIEntry] { return .swiftUI(place) }
        if let place = marks[.appKitEntry] { return .appKit(place) }
        // The entry type may only select which app to run, such as a SwiftUI app.
        if marks[.otherEntry] != nil, let place = apps.first { return .swiftUI(place) }
        return .unknown("the start of the program is not in the sources")
    }

    // MARK: - Frameworks

    /// The version of React Native in the nearest package.
    private func reactNative(around place: String) -> FrameworkVersion? {
        for current in ProjectFolder.folders(from: place) {
            let file = ProjectFolder.joined(current, "package.json")
            guard folder.exists(file) else { continue }
            // The nearest package decides, even if it cannot be read.
            guard let text = folder.text(file),
                let object = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
            else { return nil }
            guard let written = (object["dependencies"] as? [String: Any])?["react-native"] as? String else { continue }
            let number = written.drop { "^~=v".contains($0) }.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            let parts = number.split(separator: ".").prefix(3).compactMap { Int($0) }
            guard parts.count >= 2 else { return nil }
            // A caret fixes the second number of a version that begins with 0.
            let isExact = !written.hasPrefix(">") && !(written.hasPrefix("^") && parts[0] > 0)
            return FrameworkVersion(of: "React Native", parts, isExact: isExact, by: folder.shown(file))
        }
        return nil
    }

    private func frameworks(around place: String, _ sources: ReceiverSources) -> Set<AppleReceiverFacts.Framework> {
        var frameworks: Set<AppleReceiverFacts.Framework> = []
        for current in ProjectFolder.folders(from: place) {
            if let text = folder.text(ProjectFolder.joined(current, "package.json")) {
                if text.contains("\"react-native\"") { frameworks.insert(.reactNative) }
                if text.contains("\"expo\"") { frameworks.insert(.expo) }
                if text.contains("\"@capacitor/core\"") || text.contains("\"@capacitor/ios\"") {
                    frameworks.insert(.capacitor)
                }
                if text.contains("\"cordova-ios\"") { frameworks.insert(.cordova) }
            }
            if folder.text(ProjectFolder.joined(current, "pubspec.yaml"))?.contains("flutter") == true {
                frameworks.insert(.flutter)
            }
        }
        if projects.values.contains(where: { $0.name == "Unity-iPhone" }) { frameworks.insert(.unity) }
        for type in sources.facts.types where type.language == .apple && type.isClass {
            switch type.bases.first {
            case "RCTAppDelegate", "RCTDefaultReactNativeFactoryDelegate": frameworks.insert(.reactNative)
            case "ExpoAppDelegate", "EXAppDelegateWrapper": frameworks.formUnion([.expo, .reactNative])
            case "FlutterAppDelegate": frameworks.insert(.flutter)
            case "CDVAppDelegate": frameworks.insert(.cordova)
            case "MauiUIApplicationDelegate": frameworks.insert(.maui)
            default: break
            }
        }
        return frameworks
    }
}
