import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// A project's folder: the apps of all kinds of projects in it.
extension AppFileReader {
    static func project(_ path: String) throws(FormatError) -> AppFileContent {
        let folder = try ProjectFolder(path: path)
        let dotNet = DotNetProjects(folder)
        var content = AppFileContent(android: AndroidProject(folder, without: dotNet.ownFiles))
        content.add(dotNet)
        addXcode(of: folder, to: &content)
        addConfigurations(of: folder, to: &content)
        let projects = content.claims.apple
        // Without an Xcode project, or beside one that names no file, the entitlements are judged by themselves.
        if projects.isEmpty { addEntitlements(of: folder, without: dotNet.ownFiles, to: &content) }
        // A sample's own project does not show that the app's project exists.
        let hasProject = projects.contains { AppFileContent.role(ofPath: folder.relative($0.file)) == nil }
        addGenerated(of: folder, hasProject: hasProject, to: &content)
        addCordova(of: folder, to: &content)
        TauriProject.add(of: folder, to: &content)
        addExport(of: folder, to: &content)
        let served = folder.files.filter {
            ["apple-app-site-association", "assetlinks.json"].contains($0.split(separator: "/").last)
        }
        for file in served.prefix(maximumFileCount) {
            do throws(FormatError) {
                let bytes = try folder.bytes(file, limit: 1 << 20)
                content.claims.associationFiles.append(ProjectAssociationFile(path: folder.shown(file), bytes: bytes))
            } catch {
                content.fail(folder.shown(file), error)
            }
        }
        if let file = folder.misspelled {
            content.notes.append(
                "\(folder.shown(file).sanitized(limit: 400)) is not read, because its name is not UTF-8; rename it."
            )
        }
        if let file = folder.unreadable {
            let gap = SourceGap(
                "\(folder.shown(file).sanitized(limit: 400)) cannot be read",
                fix: "Make it readable and ask again, or give the built app too: --app PATH."
            )
            content.addUnexamined(gap)
        }
        if let gap = dotNet.gap { content.addUnexamined(gap) }
        if let limit = folder.truncation {
            let fix = "Give the folder of one app, or the built app: --app PATH."
            content.addUnexamined(SourceGap("\(path.sanitized(limit: 400)) \(limit)", fix: fix))
        }
        content.sortOut(in: folder)
        return content
    }

    /// Adds the targets of Xcode projects, and of XcodeGen descriptions whose projects are missing.
    private static func addXcode(of folder: ProjectFolder, to content: inout AppFileContent) {
        var places: Set<String> = []
        for file in folder.files.filter({ $0.hasSuffix("project.pbxproj") }).prefix(maximumFileCount) {
            let place = ProjectFolder.parent(of: ProjectFolder.parent(of: file))
            do throws(FormatError) {
                let project = try XcodeProject(file, in: folder)
                if !project.claims.isEmpty { places.insert(place) }
                content.claims.apple += project.claims
                content.others.apple += project.others
                content.files += project.files
                content.notes += project.notes
            } catch {
                places.insert(place)
                content.addUnread(folder.shown(file), error)
            }
        }
        let descriptions = folder.files.filter {
            ProjectFolder.isXcodeGen($0) && !places.contains(ProjectFolder.parent(of: $0))
        }
        // A description that another one includes is a part of it.
        var included: Set<String> = []
        var read: [(file: String, project: XcodeGenProject)] = []
        for file in descriptions.prefix(maximumFileCount) {
            do throws(FormatError) {
                guard let project = try XcodeGenProject(file, in: folder) else { continue }
                included.formUnion(project.files.filter { $0 != folder.shown(file) })
                read.append((folder.shown(file), project))
            } catch {
                // A file of another name may be that of another tool.
                if ProjectFolder.isXcodeGenDefault(file) {
                    content.addUnread(folder.shown(file), error)
                } else {
                    content.fail(folder.shown(file), error)
                }
            }
        }
        for (file, project) in read where !included.contains(file) {
            content.claims.apple += project.claims
            content.others.apple += project.others
            content.files += project.files
            content.notes += project.notes
        }
    }

    /// Adds the team of the options with which `xcodebuild -exportArchive` signs the app.
    private static func addExport(of folder: ProjectFolder, to content: inout AppFileContent) {
        let files = folder.files.filter { $0.lowercased().hasSuffix("exportoptions.plist") }
        // Several files are for several channels.
        guard files.count == 1, let file = files.first else { return }
        do throws(FormatError) {
            let list = try PropertyList(bytes: folder.bytes(file, limit: PropertyList.maximumSize))
            guard let team = list["teamID"]?.string, !team.contains("$") else { return }
            for index in content.claims.apple.indices where content.claims.apple[index].target != nil {
                content.claims.apple[index].exported = .init(team: team, file: folder.shown(file))
            }
        } catch {
            content.fail(folder.shown(file), error)
        }
    }

    /// Marks apps as an extension if the Info.plist beside their entitlements is that of one; if it cannot be read, their role is
    /// unknown, and nothing about them is decided.
    private static func setRole(of content: inout AppFileContent, beside file: String, in folder: ProjectFolder) {
        let path = ProjectFolder.joined(ProjectFolder.parent(of: file), "Info.plist")
        guard folder.exists(path) else { return }
        do throws(FormatError) {
            let list = try PropertyList(bytes: folder.bytes(path, limit: XMLReader.maximumSize))
            guard list["NSExtension"] != nil || list["EXAppExtensionAttributes"] != nil else { return }
            for index in content.claims.apple.indices { content.claims.apple[index].role = .appExtension }
        } catch {
            content.fail(folder.shown(path), error)
            let gap = SourceGap("\(folder.shown(path).sanitized(limit: 400)) \(error.reason)")
            for index in content.claims.apple.indices { content.claims.apple[index].gap = gap }
        }
    }

    private static func addEntitlements(
        of folder: ProjectFolder,
        without others: Set<String>,
        to content: inout AppFileContent
    ) {
        let names = [".entitlements", "Entitlements.plist"]
        let alone = folder.files.filter { file in names.contains { file.hasSuffix($0) } && !others.contains(file) }
        var seen = Set(content.files)
        for file in alone.prefix(maximumFileCount) {
            let shown = folder.shown(file)
            guard seen.insert(shown).inserted else { continue }
            do throws(FormatError) {
                var other = try entitlements(shown, folder.open(file))
                setRole(of: &other, beside: file, in: folder)
                content.claims.apple += other.claims.apple
                content.files += other.files
                content.notes += other.notes
            } catch {
                content.addUnread(shown, error)
            }
        }
    }

    /// Adds the apps whose projects a tool generates and that are missing: Tuist's (its manifests are code and are not read),
    /// Unity's, and those of templates.
    private static func addGenerated(of folder: ProjectFolder, hasProject: Bool, to content: inout AppFileContent) {
        if let file = folder.files.first(where: { ($0 as NSString).lastPathComponent == UnityProject.fileName }),
            let project = UnityProject(file, in: folder)
        {
            content.files.append(folder.shown(file))
            // Unity may make only a part of an app that the folder also contains.
            if content.claims.android.isEmpty, let app = project.androidClaims(in: folder) {
                content.claims.android.append(app)
            }
            if !hasProject, let app = project.appleClaims(in: folder) { content.claims.apple.append(app) }
        }
        func isOwn(_ file: String) -> Bool { AppFileContent.role(ofPath: file) == nil }
        let template = folder.files.first { file in
            let name = (file as NSString).lastPathComponent
            return name.hasPrefix("AndroidManifest.") && name != "AndroidManifest.xml" && isOwn(file)
        }
        if let template, content.claims.android.isEmpty {
            let shown = folder.shown(template)
            let gap = SourceGap("\(shown.sanitized(limit: 400)) is a template, and no manifest was generated from it")
            var app = AndroidAppClaims(package: nil, file: shown, rank: .source)
            (app.id, app.gap) = (.unknown(gap), gap)
            content.claims.android.append(app)
            content.notes.append("\(gap.text). \(gap.fix)")
        }
        if let (file, gap, mayBeApp) = tuist(of: folder, hasProject: hasProject, to: &content) {
            content.addAbsentProject(file, gap, hasProject: hasProject, mayBeApp: mayBeApp)
        } else if let project = folder.emptyProjects.first(where: isOwn), !hasProject {
            let shown = folder.shown(project)
            let gap = SourceGap(
                "\(shown.sanitized(limit: 400)) has no project.pbxproj",
                fix: "Generate the Xcode project and ask again, or give the built app too: --app PATH."
            )
            content.addAbsentProject(shown, gap, hasProject: false)
        }
    }

    /// Adds the identifiers of the apps that Tuist's manifests state as literals, unless the project was generated, and returns the
    /// first manifest that is code, which is not read.
    private static func tuist(
        of folder: ProjectFolder,
        hasProject: Bool,
        to content: inout AppFileContent
    ) -> (file: String, gap: SourceGap, mayBeApp: Bool)? {
        let made = Set(
            folder.files.filter { $0.hasSuffix(".xcodeproj/project.pbxproj") }
                .map { ProjectFolder.parent(of: ProjectFolder.parent(of: $0)) }
        )
        var manifests = folder.files.filter { file in
            (file as NSString).lastPathComponent == ProjectFolder.tuistName
                && !made.contains(ProjectFolder.parent(of: file))
                && folder.text(file)?.contains("import ProjectDescription") != false
        }
        if !hasProject { manifests.removeAll { add(TuistManifest($0, in: folder), to: &content) } }
        guard let first = manifests.first else {
            content.removeUnusedEntitlements()
            return nil
        }
        let shown = folder.shown(first)
        let name = shown.sanitized(limit: 400)
        let rest = manifests.count > 1 ? " and \(manifests.count - 1) more" : ""
        var gap = SourceGap(
            "\(name)\(rest) of Tuist is code, which is not read",
            fix: "Generate the Xcode project (tuist generate) and ask again, or give the built app too: --app PATH."
        )
        gap.mayChange = true
        // A manifest that states only other products makes no app.
        let mayBeApp = manifests.contains { file in
            folder.text(file).map { $0.contains(".app") || !$0.contains("product:") } ?? true
        }
        return (shown, gap, mayBeApp)
    }

    /// Adds the apps of a manifest, whose identifiers it states of the entitlements that it names, and returns whether all files of
    /// these exist.
    private static func add(_ manifest: TuistManifest?, to content: inout AppFileContent) -> Bool {
        guard let manifest else { return false }
        var (own, files) = (AppFileContent(), [Int]())
        for app in manifest.apps {
            switch app.entitlements {
            case .file(let file):
                let found = content.claims.apple.indices.filter { content.claims.apple[$0].file == file }
                guard found.count == 1 else { return false }
                files += found
                own.claims.apple.append(content.claims.apple[found[0]])
            case .list(let list):
                guard let entitlements = try? Entitlements(list) else { return false }
                let stated = Self.content(of: entitlements, manifest.file)
                own.claims.apple += stated.claims.apple
                own.notes += stated.notes
            case .absent:
                var claims = AppleAppClaims(identifier: nil, domains: [], file: manifest.file, rank: .source)
                claims.domainSource = .project(unused: nil)
                own.claims.apple.append(claims)
            }
        }
        let shared = files.filter { content.claims.apple[$0].bundleIdentifier != nil }
        guard shared.isEmpty else {
            // Another manifest has an app with the same file, and only one of them can be this one.
            for index in shared {
                content.claims.apple[index].identifier = nil
                content.claims.apple[index].bundleIdentifier = nil
                content.claims.apple[index].teamIdentifier = nil
            }
            return false
        }
        for (index, app) in manifest.apps.enumerated() {
            own.claims.apple[index].identifier = app.team.map { "\($0).\(app.bundle)" }
            own.claims.apple[index].bundleIdentifier = app.bundle
            own.claims.apple[index].teamIdentifier = app.team
            (own.claims.apple[index].target, own.claims.apple[index].project) = (app.target, manifest.file)
        }
        for index in files.sorted().reversed() { content.claims.apple.remove(at: index) }
        for (index, app) in content.claims.apple.enumerated() {
            content.claims.apple[index].role = manifest.otherRoles[app.file] ?? app.role
        }
        content.claims.apple += own.claims.apple
        content.files.append(manifest.file)
        content.notes += own.notes
        return true
    }

    /// Adds what Cordova writes into the native projects below platforms/ from its configuration.
    private static func addCordova(of folder: ProjectFolder, to content: inout AppFileContent) {
        let own = folder.files.filter { ($0 as NSString).lastPathComponent == "config.xml" }
        // Files of other names are copied to config.xml by scripts.
        let places = Set(own.map(ProjectFolder.parent))
        let variants = folder.files.filter { file in
            CordovaProject.isVariant((file as NSString).lastPathComponent)
                && !places.contains(ProjectFolder.parent(of: file))
        }
        for file in (own + variants).prefix(maximumFileCount) {
            if let fault = folder.fault(of: file) { content.fail(folder.shown(file), fault) }
            CordovaProject(file, in: folder)?.add(to: &content)
        }
    }

    /// Adds the apps of Expo's configurations, and notes which of these are programs.
    ///
    /// The configuration decides what is built, unless the native project is where Expo expects it: `android/` and `ios/`
    /// beside it.
    private static func addConfigurations(of folder: ProjectFolder, to content: inout AppFileContent) {
        let names = ["app.json", "app.config.js", "app.config.ts"]
        let found = folder.files.filter { names.contains(($0 as NSString).lastPathComponent) }
        let places = Dictionary(grouping: found.prefix(maximumFileCount), by: ProjectFolder.parent)
        for place in places.keys.sorted() {
            let files = places[place] ?? []
            let native = { (name: String) in folder.shown(ProjectFolder.joined(place, name)) + "/" }
            let nativeAndroid = content.claims.android.indices.filter { index in
                content.claims.android[index].file.hasPrefix(native("android"))
            }
            let nativeApple = content.claims.apple.indices.filter { index in
                content.claims.apple[index].file.hasPrefix(native("ios"))
            }
            let (hasAndroid, hasApple) = (!nativeAndroid.isEmpty, !nativeApple.isEmpty)
            var (android, apple): (AndroidAppClaims?, AppleAppClaims?) = (nil, nil)
            let plugin = { ExpoPlugin($0, options: $1, in: folder, below: place) }
            let isProgramAlone =
                !files.contains { $0.hasSuffix(".json") }
                && !folder.exists(ProjectFolder.joined(place, "app.config.json"))
            var base = isProgramAlone ? ExpoConfiguration.initial : nil
            if let file = files.first(where: { $0.hasSuffix(".json") }) {
                do throws(FormatError) {
                    let bytes = try folder.bytes(file, limit: XMLReader.maximumSize)
                    // Other programs have an app.json too.
                    if AppFileKind(name: "app.json", bytes: bytes) == .expo {
                        let expo = try ExpoConfiguration(bytes: bytes, file: folder.shown(file), plugin: plugin)
                        (android, apple, base) = (expo.android, expo.apple, expo)
                        if android != nil || apple != nil { content.files.append(folder.shown(file)) }
                    }
                } catch {
                    content.fail(folder.shown(file), error)
                }
            }
            if let program = files.first(where: { !$0.hasSuffix(".json") }) {
                let package = ProjectFolder.joined(place, "package.json")
                // Other tools have files of this name too.
                guard
                    android != nil || apple != nil || folder.fault(of: package) != nil
                        || folder.text(package)?.contains("\"expo\"") == true
                        || folder.text(program)?.contains(/\bexpo\b/) == true
                else { continue }
                let shown = folder.shown(program)
                // Of two programs, Expo takes one.
                let text = files.filter { !$0.hasSuffix(".json") }.count == 1 ? folder.text(program) : nil
                let stated = text.flatMap {
                    ExpoConfiguration(program: $0, file: shown, base: base, plugin: plugin)
                }
                if stated?.isOpen != false, !hasAndroid || !hasApple {
                    content.notes.append(ExpoConfiguration.programNote(shown))
                }
                if let stated {
                    (android, apple) = (stated.android, stated.apple)
                    content.files.append(shown)
                } else {
                    leaveOpen(&android, &apple, program: folder.text(program), file: shown)
                }
            }
            for index in nativeAndroid {
                content.claims.android[index].expoFile = android?.file
                content.claims.android[index].expoFilters = android?.filters ?? []
            }
            for index in nativeApple where content.claims.apple[index].role == .app {
                content.claims.apple[index].expoFile = apple?.file
                content.claims.apple[index].expoDomains = apple?.domains ?? []
            }
            let start = String(folder.shown(ProjectFolder.joined(place, "x")).dropLast())
            // Other files below the folder are part of the app, such as a local module, or belong to an example.
            if let android, !hasAndroid {
                replace(&content.claims.android, &content.others.android, below: start, by: android, \.file, \.role)
            }
            if let apple, !hasApple {
                replace(&content.claims.apple, &content.others.apple, below: start, by: apple, \.file, \.role)
            }
        }
    }

    /// Leaves what a program may set unknown: only the program's input is known, not its result.
    private static func leaveOpen(
        _ android: inout AndroidAppClaims?,
        _ apple: inout AppleAppClaims?,
        program: String?,
        file: String
    ) {
        let gap = ExpoConfiguration.programGap(file)
        // If app.json omits a platform, nothing suggests that the program adds it.
        if android == nil, apple == nil {
            android = AndroidAppClaims(package: nil, file: file, rank: .source)
            android?.id = .unknown(gap)
            android?.filterSource = .configuration
            apple = AppleAppClaims(identifier: nil, file: file, rank: .source)
            apple?.id = .unknown(gap)
            apple?.bundle = .unknown(gap)
            apple?.domainSource = .configuration
        }
        android?.gap = gap
        apple?.gap = gap
        // A value of app.json that the program names may be another in the build.
        let names = ExpoConfiguration.names(setBy: program)
        if names.contains("package") { android?.id = .unknown(gap) }
        if names.contains("intentFilters") { android?.filters = nil }
        if names.contains("bundleIdentifier") { apple?.id = .unknown(gap) }
        if names.contains("bundleIdentifier") { apple?.bundle = .unknown(gap) }
        if names.contains("associatedDomains") { apple?.domains = nil }
    }

    /// Replaces the apps whose files are below a folder, which are listed as samples, by one app.
    private static func replace<App>(
        _ apps: inout [App],
        _ others: inout [App],
        below start: String,
        by app: App,
        _ file: KeyPath<App, String>,
        _ role: WritableKeyPath<App, AppRole>
    ) {
        for var other in apps where other[keyPath: file].hasPrefix(start) {
            other[keyPath: role] = .sample
            others.append(other)
        }
        apps.removeAll { $0[keyPath: file].hasPrefix(start) }
        apps.append(app)
    }
}

extension AppFileContent {
    init(android project: AndroidProject) {
        self.init(claims: AppClaims(android: project.claims), files: project.files, notes: project.notes)
        others.android = project.others
    }

    /// Notes that a file cannot be read.
    fileprivate mutating func fail(_ file: String, _ error: FormatError) {
        notes.append("\(file.sanitized(limit: 400)) \(error.reason).")
    }

    /// Removes the files of entitlements that are no app's, because all manifests of Tuist were read and name others.
    fileprivate mutating func removeUnusedEntitlements() {
        let apps = claims.apple.indices.filter { index in
            claims.apple[index].project.map { ($0 as NSString).lastPathComponent == ProjectFolder.tuistName } ?? false
        }
        let unused = claims.apple.indices.filter { index in
            let app = claims.apple[index]
            return app.target == nil && app.rank == .source && app.bundleIdentifier == nil && app.role == .app
                && app.domainSource == .entitlements
                && apps.contains {
                    app.file.hasPrefix((claims.apple[$0].project ?? "").dropLast(ProjectFolder.tuistName.count))
                }
        }
        guard !apps.isEmpty else { return }
        if apps.count == 1, unused.count == 1 {
            claims.apple[apps[0]].unusedFile = claims.apple[unused[0]].file
            claims.apple[apps[0]].unusedDomains = claims.apple[unused[0]].domains ?? []
        }
        for index in unused.reversed() { claims.apple.remove(at: index) }
    }

    /// Adds a gap for the missing project of an app; beside another project it is an app of its own, if it may be one.
    fileprivate mutating func addAbsentProject(
        _ file: String,
        _ gap: SourceGap,
        hasProject: Bool,
        mayBeApp: Bool = true
    ) {
        files.append(file)
        notes.append("\(gap.text). \(gap.fix)")
        guard !hasProject else {
            guard mayBeApp else { return }
            var app = AppleAppClaims(identifier: nil, file: file, rank: .source)
            (app.id, app.gap) = (.unknown(gap), gap)
            claims.apple.append(app)
            return
        }
        let alone = claims.apple.indices.filter { claims.apple[$0].target == nil && claims.apple[$0].rank == .source }
        for index in alone where claims.apple[index].bundleIdentifier == nil {
            claims.apple[index].gap = claims.apple[index].gap ?? gap
            // The project states the identifier too.
            if claims.apple[index].id == .unstated { claims.apple[index].id = .unknown(gap) }
        }
        guard alone.isEmpty, mayBeApp || claims.apple.isEmpty else { return }
        var app = AppleAppClaims(identifier: nil, file: file, rank: .source)
        app.gap = gap
        claims.apple.append(app)
    }

    /// Notes that part of the folder is not examined, which may add anything to each app of the sources.
    fileprivate mutating func addUnexamined(_ gap: SourceGap) {
        notes.append("\(gap.text). \(gap.fix)")
        for index in claims.android.indices where claims.android[index].rank == .source {
            claims.android[index].gap = claims.android[index].gap ?? gap
        }
        for index in claims.apple.indices where claims.apple[index].rank == .source {
            claims.apple[index].gap = claims.apple[index].gap ?? gap
        }
    }

    /// Adds an app for Apple's devices about which nothing is known, because its main file cannot be read.
    fileprivate mutating func addUnread(_ file: String, _ error: FormatError) {
        fail(file, error)
        let gap = SourceGap("\(file.sanitized(limit: 400)) \(error.reason)")
        var app = AppleAppClaims(identifier: nil, file: file, rank: .source)
        (app.id, app.bundle, app.gap) = (.unknown(gap), .unknown(gap), gap)
        claims.apple.append(app)
    }

    mutating func add(_ projects: DotNetProjects) {
        claims.android += projects.claims.android
        claims.apple += projects.claims.apple
        files += projects.files
        notes += projects.notes
    }
}
