import BoltsBase
@_spi(Bolts) public import BoltsSiteCheck
import Foundation

/// Reads the link declarations of apps from their packages, projects and manifests.
///
/// It reads without verifying: it checks no signature and runs no program, such as `app.config.js` or a Gradle script. Reading
/// takes bounded memory and time for any bytes.
///
/// ```swift
/// import AppFiles
///
/// let content = try AppFileReader().claims(atPath: "app-release.apk")
/// for app in content.claims.android { print(app.package ?? "unknown") }
/// ```
public struct AppFileReader: Sendable {
    /// The maximum number of a project's files of each kind to read.
    static let maximumFileCount = 100

    /// Creates a reader.
    public init() {}

    /// Reads a file or a project's folder.
    ///
    /// It runs on the caller's executor, blocks while it reads, and cannot be cancelled.
    ///
    /// - Parameter path: The path of a file or a folder.
    /// - Returns: The link declarations. They are empty if a project's folder has no file with any.
    /// - Throws: ``AppFileError`` if the path cannot be read, or is not an app's file.
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

    /// Lists the files in a project's folder that ``claims(atPath:)`` may read, so that changes can be noticed.
    ///
    /// Files that these refer to, such as files of build settings, are in ``AppFileContent/files``. It runs on the caller's
    /// executor, and blocks while it reads the folder.
    ///
    /// - Parameter path: The path of the folder.
    /// - Returns: The paths of the files, in order, and the paths of the searched folders; none if the folder cannot be read.
    public func candidates(inFolder path: String) -> (files: [String], folders: [String]) {
        guard let folder = try? ProjectFolder(path: path) else { return ([], []) }
        return (
            folder.files.map(folder.shown),
            folder.folders.map { $0.isEmpty ? path : folder.shown($0) }
        )
    }

    /// Reads the output of a device's tools.
    ///
    /// It runs on the caller's executor, blocks while it reads, and cannot be cancelled.
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

    /// Whether a file, or a folder such as `Example.app`, belongs to an app.
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
            // The output of tools may have any name.
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

    static func entitlements(_ path: String, _ source: FileBytes) throws(FormatError) -> AppFileContent {
        let list = try PropertyList(bytes: source.readAll(limit: Entitlements.maximumSize))
        return content(of: try Entitlements(list), path)
    }

    /// The app of unknown identifier that has some entitlements, which a file states.
    static func content(of entitlements: Entitlements, _ path: String) -> AppFileContent {
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
            ? "allows associated domains, but does not list those of the app"
            : "does not allow associated domains, so no app that is signed with it has them"
        return AppFileContent(
            files: [path],
            notes: [
                "\(path.sanitized(limit: 400)) is a provisioning profile\(identifier). It \(note); give the built app."
            ]
        )
    }

    private static func xcodeProject(_ path: String) throws(FormatError) -> AppFileContent {
        // Without a project's folder around it, only its own folder belongs to the project.
        guard FilePath.folder(of: path).lowercased().hasSuffix(".xcodeproj") else {
            let file = (path as NSString).lastPathComponent
            let project = try XcodeProject(file, in: ProjectFolder(parentOf: path))
            return AppFileContent(claims: AppClaims(apple: project.claims), files: project.files, notes: project.notes)
        }
        // The project's paths are relative to its own folder's parent, and may lead to a sibling folder.
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

    /// The output of a tool that resolves code (Xcode, Flutter or Expo); `nil` if it is something else.
    private static func printed(_ path: String, _ bytes: [UInt8]) throws(FormatError) -> AppFileContent? {
        guard let root = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return nil }
        if let list = root as? [Any] {
            guard let settings = ResolvedBuildSettings(list, file: path) else { return nil }
            guard !settings.claims.isEmpty else { throw FormatError("has no app's build settings") }
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
            throw FormatError("builds no app for Android or iOS; give the app's project")
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
}
