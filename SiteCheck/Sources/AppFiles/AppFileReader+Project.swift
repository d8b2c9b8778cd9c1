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
        addExpo(of: folder, to: &content)
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
}

extension AppFileContent {
    init(android project: AndroidProject) {
        self.init(claims: AppClaims(android: project.claims), files: project.files, notes: project.notes)
        others.android = project.others
    }

    /// Notes that a file cannot be read.
    mutating func fail(_ file: String, _ error: FormatError) {
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
