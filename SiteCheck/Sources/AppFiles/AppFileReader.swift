import BoltsBase
@_spi(Bolts) public import BoltsSiteCheck
import Foundation

/// Reads what apps say of links from their packages, projects and manifests.
///
/// It reads and does not verify: a signature is not checked, a program such as `app.config.js` or a Gradle script is not
/// run. Reading takes bounded memory and time, whatever the bytes are.
///
/// ```swift
/// import AppFiles
///
/// let content = try AppFileReader().claims(atPath: "app-release.apk")
/// for app in content.claims.android { print(app.package ?? "unknown") }
/// ```
public struct AppFileReader: Sendable {
    /// Of each kind only so many files of a project are read.
    private static let maximumFileCount = 100

    /// Creates a reader.
    public init() {}

    /// Reads a file or the folder of a project.
    ///
    /// It runs on the caller's executor, blocks while it reads and is not cancelled.
    ///
    /// - Parameter path: The path of a file or a folder.
    /// - Returns: What is said of links. It is empty if a project's folder has no file that says something.
    /// - Throws: ``AppFileError`` if the path cannot be read, or is not a file of an app.
    public func claims(atPath path: String) throws(AppFileError) -> AppFileContent {
        do throws(FormatError) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw FormatError("does not exist")
            }
            return isFolder.boolValue ? try Self.folder(path) : try Self.file(path)
        } catch {
            throw AppFileError(path: path, reason: error.reason)
        }
    }

    /// Lists the files in the folder of a project that ``claims(atPath:)`` may read, to see whether one has changed.
    ///
    /// What these name in turn, such as a file of build settings, is in ``AppFileContent/files``. It runs on the caller's executor and
    /// blocks while it looks at the folder.
    ///
    /// - Parameter path: The path of the folder.
    /// - Returns: The paths of the files, in order, and those of the folders in which they were looked for; none if the folder cannot
    ///   be read.
    public func candidates(inFolder path: String) -> (files: [String], folders: [String]) {
        guard let folder = try? ProjectFolder(path: path) else { return ([], []) }
        return (
            folder.files.map(folder.shown),
            folder.folders.map { $0.isEmpty ? path : folder.shown($0) }
        )
    }

    /// Reads what the tools of a device printed.
    ///
    /// It runs on the caller's executor, blocks while it reads and is not cancelled.
    ///
    /// - Parameter path: The path of a file.
    /// - Returns: The report.
    /// - Throws: ``AppFileError`` if the file cannot be read, or is not a report.
    public func deviceReport(atPath path: String) throws(AppFileError) -> DeviceReport {
        let bytes: [UInt8]
        do throws(FormatError) {
            bytes = try FileBytes(path: path).readAll(limit: DeviceReport.maximumBytes)
        } catch {
            throw AppFileError(path: path, reason: error.reason)
        }
        do throws(DeviceReportError) {
            return try DeviceReport(bytes, file: path)
        } catch {
            throw AppFileError(path: path, reason: error.reason)
        }
    }

    /// Whether a file, or a folder that stands for one such as `Example.app`, belongs to an app.
    ///
    /// - Parameters:
    ///   - name: Its name or path.
    ///   - bytes: Its first bytes; a folder has none.
    /// - Returns: Whether ``claims(atPath:)`` reads it.
    public static func isAppFile(name: String, bytes: some Collection<UInt8>) -> Bool {
        AppFileKind(name: name, bytes: bytes) != nil
    }

    private static func file(_ path: String) throws(FormatError) -> AppFileContent {
        let source = try FileBytes(path: path)
        let start = try source.read(at: 0, count: min(source.count, 65_536))
        switch AppFileKind(name: path, bytes: start) {
        case .androidManifest: return try manifest(path, source)
        case .entitlements: return try entitlements(path, source)
        case .xcodeProject: return try xcodeProject(path)
        case .dotNetProject: return try dotNetProject(path)
        case .expo: return try expo(path, source.readAll(limit: XMLReader.maximumSize))
        case .androidPackage: return try AndroidPackage.content(source, path: path)
        case .androidBundle: return try AndroidBundle.content(source, path: path)
        case .applePackage: return try ApplePackage(appsIn: "Payload", of: ZIPArchive(source), path: path).content
        case .profile: return try profile(path, source)
        case .appleFolder, .archive, .xcodeProjectFolder, nil:
            // What tools print has any name.
            if path.lowercased().hasSuffix(".json"),
                let content = try printed(path, source.readAll(limit: XMLReader.maximumSize))
            {
                return content
            }
            throw FormatError(
                "is not a file of an app: give an .apk, .aab, .ipa, .app or .xcarchive, a manifest, entitlements, a .csproj, or a project's folder"
            )
        }
    }

    private static func manifest(_ path: String, _ source: FileBytes) throws(FormatError) -> AppFileContent {
        let root = try XMLReader.root(of: source.readAll(limit: XMLReader.maximumSize))
        guard root.name == "manifest" else { throw FormatError("is not the manifest of an Android app") }
        var content = AppFileContent(android: AndroidProject(ProjectFolder(parentOf: path)))
        if path.contains("/merged_manifest") {
            for index in content.claims.android.indices { content.claims.android[index].rank = .built }
        }
        return content
    }

    private static func entitlements(_ path: String, _ source: FileBytes) throws(FormatError) -> AppFileContent {
        let list = try PropertyList(bytes: source.readAll(limit: Entitlements.maximumSize))
        let entitlements = try Entitlements(list)
        var app = AppleAppClaims(identifier: nil, domains: entitlements.domains, file: path, rank: .source)
        app.parentIdentifiers = entitlements.parentIdentifiers
        app.misspelledKey = entitlements.misspelledKey
        app.hasDomainsAsText = entitlements.hasDomainsAsText
        app.isBrowser = entitlements.isBrowser
        var notes = [entitlements.note(on: path)].compactMap { $0 }
        func isOpen(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }
        if entitlements.domains.contains(where: isOpen) {
            app.domains = entitlements.domains.filter { !isOpen($0) }
            app.unresolvedDomains = entitlements.domains.filter(isOpen)
            notes.append(
                "\(path.sanitized(limit: 400)) names domains by build settings; give the folder of the project or the built app."
            )
        }
        return AppFileContent(claims: AppClaims(apple: [app]), files: [path], notes: notes)
    }

    private static func profile(_ path: String, _ source: FileBytes) throws(FormatError) -> AppFileContent {
        let profile = try ProvisioningProfile(source.readAll(limit: ProvisioningProfile.maximumSize), file: path).claims
        let identifier = profile.identifier.map { " for \($0.quoted(limit: 100))" } ?? ""
        let note =
            profile.allowsAssociatedDomains
            ? "allows associated domains and does not say which ones the app has"
            : "does not allow associated domains, so no app that is signed with it has them"
        return AppFileContent(
            files: [path],
            notes: [
                "\(path.sanitized(limit: 400)) is a provisioning profile\(identifier). It \(note); give the built app."
            ]
        )
    }

    private static func xcodeProject(_ path: String) throws(FormatError) -> AppFileContent {
        // Without the folder of a project around it, nothing beside its own folder is the project's.
        guard FilePath.folder(of: path).lowercased().hasSuffix(".xcodeproj") else {
            let file = (path as NSString).lastPathComponent
            let project = try XcodeProject(file, in: ProjectFolder(parentOf: path))
            return AppFileContent(claims: AppClaims(apple: project.claims), files: project.files, notes: project.notes)
        }
        // The project's paths are relative to the folder that its own folder is in, and may lead to one beside it.
        let url = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
        let project = try XcodeProject(
            path.split(separator: "/").suffix(2).joined(separator: "/"),
            in: ProjectFolder(
                parentOf: path.hasPrefix("/") ? url.appendingPathComponent("x").path : relativeParent(path)
            )
        )
        return AppFileContent(claims: AppClaims(apple: project.claims), files: project.files, notes: project.notes)
    }

    private static func relativeParent(_ path: String) -> String {
        let folder = FilePath.folder(of: FilePath.folder(of: path))
        return folder.isEmpty ? "x" : folder + "/x"
    }

    /// What a tool printed that resolves what is code: Xcode, Flutter or Expo; `nil` if it is something else.
    private static func printed(_ path: String, _ bytes: [UInt8]) throws(FormatError) -> AppFileContent? {
        guard let root = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return nil }
        if let list = root as? [Any] {
            guard let settings = ResolvedBuildSettings(list, file: path) else { return nil }
            guard !settings.claims.isEmpty else { throw FormatError("has the build settings of no app") }
            return AppFileContent(
                claims: AppClaims(apple: settings.claims),
                files: settings.files,
                notes: settings.notes
            )
        }
        if let object = root as? [String: Any], let settings = FlutterLinkSettings(object, file: path) {
            return AppFileContent(claims: settings.claims, files: [path])
        }
        let content = try expo(path, bytes)
        return content.claims.isEmpty ? nil : content
    }

    private static func expo(_ path: String, _ bytes: [UInt8]) throws(FormatError) -> AppFileContent {
        let configuration = try ExpoConfiguration(bytes: bytes, file: path)
        return AppFileContent(
            claims: AppClaims(
                android: configuration.android.map { [$0] } ?? [],
                apple: configuration.apple.map { [$0] } ?? []
            ),
            files: [path]
        )
    }

    private static func dotNetProject(_ path: String) throws(FormatError) -> AppFileContent {
        let parent = FilePath.folder(of: path)
        let name = (path as NSString).lastPathComponent
        var content = AppFileContent()
        content.add(DotNetProjects(try ProjectFolder(path: parent.isEmpty ? "." : parent), only: name))
        if content.claims.isEmpty, content.notes.isEmpty {
            throw FormatError("makes no app for Android or iOS; give the project of the app")
        }
        return content
    }

    private static func folder(_ path: String) throws(FormatError) -> AppFileContent {
        switch AppFileKind(name: path, bytes: []) {
        case .xcodeProjectFolder: return try xcodeProject(path + (path.hasSuffix("/") ? "" : "/") + "project.pbxproj")
        case .appleFolder: return try ApplePackage(appsIn: nil, of: ProjectFolder(unsearched: path), path: path).content
        case .archive:
            return try ApplePackage(appsIn: "Products/Applications", of: ProjectFolder(unsearched: path), path: path)
                .content
        default: return try project(path)
        }
    }

    private static func project(_ path: String) throws(FormatError) -> AppFileContent {
        let folder = try ProjectFolder(path: path)
        let dotNet = DotNetProjects(folder)
        var content = AppFileContent(android: AndroidProject(folder, without: dotNet.ownFiles))
        content.add(dotNet)
        addXcode(of: folder, to: &content)
        addConfigurations(of: folder, to: &content)
        // Without a project of Xcode's, or beside one that names no file, the entitlements stand for themselves.
        let hasProject = !content.claims.apple.isEmpty
        if !hasProject { addEntitlements(of: folder, without: dotNet.ownFiles, to: &content) }
        addTuist(of: folder, hasProject: hasProject, to: &content)
        addCordova(of: folder, to: &content)
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
                "\(folder.shown(file).sanitized(limit: 400)) is not looked at, because its name is not UTF-8; rename it."
            )
        }
        if let file = folder.unreadable { content.addUnreadable(folder.shown(file)) }
        if let limit = folder.truncation {
            content.notes.append("\(path.sanitized(limit: 400)) \(limit); give the folder of one app.")
        }
        content.sortOut(in: folder)
        return content
    }

    /// Adds the targets of Xcode's projects, and of the descriptions of which XcodeGen makes projects that are not there.
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
            ProjectFolder.xcodeGenNames.contains(($0 as NSString).lastPathComponent)
                && !places.contains(ProjectFolder.parent(of: $0))
        }
        for file in descriptions.prefix(maximumFileCount) {
            do throws(FormatError) {
                guard let project = try XcodeGenProject(file, in: folder) else { continue }
                content.claims.apple += project.claims
                content.files += project.files
                content.notes += project.notes
            } catch {
                content.addUnread(folder.shown(file), error)
            }
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
                let other = try entitlements(shown, folder.open(file))
                content.claims.apple += other.claims.apple
                content.files += other.files
                content.notes += other.notes
            } catch {
                content.addUnread(shown, error)
            }
        }
    }

    /// Reports Tuist's manifests, which are code and are not read, where the project that Tuist generates is missing.
    private static func addTuist(of folder: ProjectFolder, hasProject: Bool, to content: inout AppFileContent) {
        let made = Set(
            folder.files.filter { $0.hasSuffix(".xcodeproj/project.pbxproj") }
                .map { ProjectFolder.parent(of: ProjectFolder.parent(of: $0)) }
        )
        let manifests = folder.files.filter { file in
            (file as NSString).lastPathComponent == ProjectFolder.tuistName
                && !made.contains(ProjectFolder.parent(of: file))
                && folder.text(file)?.contains("import ProjectDescription") == true
        }
        guard let first = manifests.first else { return }
        let shown = folder.shown(first)
        let name = shown.sanitized(limit: 400)
        let rest = manifests.count > 1 ? " and \(manifests.count - 1) more" : ""
        let gap = SourceGap(
            "\(name)\(rest) of Tuist is code, which is not read",
            fix: "Generate the Xcode project (tuist generate) and ask again, or give the built app too: --app PATH."
        )
        content.files.append(shown)
        content.notes.append("\(gap.text). \(gap.fix)")
        // The project of another app is not made of them.
        guard !hasProject else { return }
        for index in content.claims.apple.indices {
            content.claims.apple[index].gap = content.claims.apple[index].gap ?? gap
        }
        if content.claims.apple.isEmpty {
            var app = AppleAppClaims(identifier: nil, file: shown, rank: .source)
            app.gap = gap
            content.claims.apple.append(app)
        }
    }

    /// Cordova writes the native projects below platforms/ anew from its configuration.
    private static func addCordova(of folder: ProjectFolder, to content: inout AppFileContent) {
        let words = ["<universal-links", "<intent-filter", "com.apple.developer.associated-domains"]
        guard let text = folder.text("config.xml"), text.contains("<widget"), words.contains(where: text.contains)
        else {
            return
        }
        let gap = SourceGap(
            "\(folder.shown("config.xml").sanitized(limit: 400)) adds links when the platforms are prepared",
            fix: "Run cordova prepare and ask again, or give the built app too: --app PATH."
        )
        // Cordova's scripts take the application id from there.
        let widget = text.firstRange(of: "<widget").map { text[$0.upperBound...].prefix { $0 != ">" } } ?? ""
        let identifier = attribute("android-packageName", in: widget) ?? attribute("id", in: widget)
        for index in content.claims.android.indices where content.claims.android[index].rank == .source {
            content.claims.android[index].gap = gap
            if content.claims.android[index].package == nil, let identifier {
                content.claims.android[index].package = identifier
            }
        }
        for index in content.claims.apple.indices { content.claims.apple[index].gap = gap }
    }

    /// The value of an attribute in the text of a tag.
    private static func attribute(_ name: String, in tag: Substring) -> String? {
        for quote in ["\"", "'"] {
            guard let start = tag.firstRange(of: " \(name)=\(quote)") else { continue }
            return String(tag[start.upperBound...].prefix { String($0) != quote })
        }
        return nil
    }

    /// Adds the apps of Expo's configurations, and says which of these are programs.
    ///
    /// The configuration decides what is built, unless the native project is where Expo has it: `android/` and `ios/` beside it.
    private static func addConfigurations(of folder: ProjectFolder, to content: inout AppFileContent) {
        let names = ["app.json", "app.config.js", "app.config.ts"]
        let found = folder.files.filter { names.contains(($0 as NSString).lastPathComponent) }
        let places = Dictionary(grouping: found.prefix(maximumFileCount), by: ProjectFolder.parent)
        for place in places.keys.sorted() {
            let files = places[place] ?? []
            let native = { (name: String) in folder.shown(ProjectFolder.joined(place, name)) + "/" }
            let hasAndroid = content.claims.android.contains { $0.file.hasPrefix(native("android")) }
            let hasApple = content.claims.apple.contains { $0.file.hasPrefix(native("ios")) }
            var (android, apple): (AndroidAppClaims?, AppleAppClaims?) = (nil, nil)
            if let file = files.first(where: { $0.hasSuffix(".json") }) {
                do throws(FormatError) {
                    let bytes = try folder.bytes(file, limit: XMLReader.maximumSize)
                    // Other programs have an app.json too.
                    if AppFileKind(name: "app.json", bytes: bytes) == .expo {
                        let expo = try ExpoConfiguration(bytes: bytes, file: folder.shown(file))
                        (android, apple) = (expo.android, expo.apple)
                        if android != nil || apple != nil { content.files.append(folder.shown(file)) }
                    }
                } catch {
                    content.fail(folder.shown(file), error)
                }
            }
            if let program = files.first(where: { !$0.hasSuffix(".json") }) {
                let package = folder.text(ProjectFolder.joined(place, "package.json"))
                // Other tools have files of this name too.
                guard
                    android != nil || apple != nil || package?.contains("\"expo\"") == true
                        || folder.text(program)?.contains(/\bexpo\b/) == true
                else { continue }
                let shown = folder.shown(program)
                let gap = ExpoConfiguration.programGap(shown)
                if !hasAndroid || !hasApple {
                    content.notes.append(
                        "\(shown.sanitized(limit: 400)) is a program, which is not run; give the output of: npx expo config --json"
                    )
                }
                // Of what the program makes only what it is given is known.
                var openAndroid = AndroidAppClaims(package: nil, file: shown, rank: .source)
                openAndroid.id = .unknown(gap)
                openAndroid.filterSource = .configuration
                var openApple = AppleAppClaims(identifier: nil, file: shown, rank: .source)
                (openApple.id, openApple.bundle) = (.unknown(gap), .unknown(gap))
                // A platform that app.json leaves out is none that the program is known to add.
                if android == nil, apple == nil {
                    android = openAndroid
                    apple = openApple
                }
                android?.gap = gap
                apple?.gap = gap
            }
            let start = String(folder.shown(ProjectFolder.joined(place, "x")).dropLast())
            // What else lies below is a part of the app, such as a local module, or an example of one.
            if let android, !hasAndroid {
                replace(&content.claims.android, &content.others.android, below: start, by: android, \.file, \.role)
            }
            if let apple, !hasApple {
                replace(&content.claims.apple, &content.others.apple, below: start, by: apple, \.file, \.role)
            }
        }
    }

    /// Takes one app for those whose files lie below a folder, which are listed as samples.
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
    fileprivate init(android project: AndroidProject) {
        self.init(claims: AppClaims(android: project.claims), files: project.files, notes: project.notes)
        others.android = project.others
    }

    /// Notes that a file cannot be read.
    fileprivate mutating func fail(_ file: String, _ error: FormatError) {
        notes.append("\(file.sanitized(limit: 400)) \(error.reason).")
    }

    /// Notes that a part of the folder cannot be looked at, which may add anything to each app of the sources.
    fileprivate mutating func addUnreadable(_ file: String) {
        let gap = SourceGap(
            "\(file.sanitized(limit: 400)) cannot be read",
            fix: "Let it be read and ask again, or give the built app too: --app PATH."
        )
        notes.append("\(gap.text). \(gap.fix)")
        for index in claims.android.indices where claims.android[index].rank == .source {
            claims.android[index].gap = claims.android[index].gap ?? gap
        }
        for index in claims.apple.indices where claims.apple[index].rank == .source {
            claims.apple[index].gap = claims.apple[index].gap ?? gap
        }
    }

    /// Adds an app for Apple's devices of which nothing is known, because its main file cannot be read.
    fileprivate mutating func addUnread(_ file: String, _ error: FormatError) {
        fail(file, error)
        let gap = SourceGap("\(file.sanitized(limit: 400)) \(error.reason)")
        var app = AppleAppClaims(identifier: nil, file: file, rank: .source)
        (app.id, app.bundle, app.gap) = (.unknown(gap), .unknown(gap), gap)
        claims.apple.append(app)
    }

    fileprivate mutating func add(_ projects: DotNetProjects) {
        claims.android += projects.claims.android
        claims.apple += projects.claims.apple
        files += projects.files
        notes += projects.notes
    }
}
