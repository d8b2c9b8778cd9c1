import BoltsBase
import BoltsSiteCheck
import Foundation

/// A project's folder: its relevant files, and their bytes.
///
/// Nothing outside it is read.
struct ProjectFolder {
    private static let maximumEntryCount = 400_000
    private static let depthLimit = 32
    private static let skipped: Set<String> = [
        "node_modules", "Pods", "DerivedData", "Carthage", "SourcePackages", "vendor", "dist", "out",
    ]

    /// Whether XcodeGen usually makes a project from a file of this name, such as `project.yml` or `shelf-project.yml`; other
    /// files are relevant if one of these includes them.
    static func isXcodeGen(_ path: String) -> Bool {
        let name = path.lowercased()
        return ["project.yml", "project.yaml", "xcodegen.yml", "xcodegen.yaml"].contains(where: name.hasSuffix)
    }

    /// Whether a file has the name that XcodeGen reads if none is given.
    static func isXcodeGenDefault(_ path: String) -> Bool {
        ["project.yml", "project.yaml"].contains((path as NSString).lastPathComponent)
    }

    /// The name of Tuist's manifests.
    static let tuistName = "Project.swift"

    /// The suffixes of names of folders that contain no sources.
    private static let packages = [
        ".app", ".framework", ".xcframework", ".xcassets", ".xcarchive", ".xcworkspace", ".lproj", ".bundle",
    ]

    /// The path of the folder as given.
    let path: String
    /// The paths of the relevant files, relative to the folder, in order.
    let files: [String]
    /// The paths of the searched folders, relative to the folder; its own is empty.
    let folders: [String]
    /// The part of the folder that is not examined, as a clause, or `nil` if everything is.
    let truncation: String?
    /// The folders of Xcode projects without the file that describes them.
    let emptyProjects: [String]
    /// The first file or folder that may be relevant but is not read because its name is not UTF-8, or `nil` if there is none.
    let misspelled: String?
    /// The first folder or file that may be relevant but that the system does not allow to be read, or `nil` if there is none.
    let unreadable: String?

    init(path: String) throws(FormatError) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        var walk = Walk(root: self.path)
        try walk.visit("", depth: 0)
        files = walk.files.sorted()
        folders = walk.folders
        truncation = walk.truncation
        emptyProjects = walk.emptyProjects.sorted()
        misspelled = walk.misspelled
        unreadable = walk.unreadable
    }

    /// Creates a folder without searching it for files.
    init(unsearched path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        files = []
        folders = []
        truncation = nil
        emptyProjects = []
        misspelled = nil
        unreadable = nil
    }

    /// Creates a folder in which only the named files are examined.
    init(parentOf file: String) {
        let parent = FilePath.folder(of: file)
        path = parent.isEmpty ? "." : parent
        files = [(file as NSString).lastPathComponent]
        folders = []
        truncation = nil
        emptyProjects = []
        misspelled = nil
        unreadable = nil
    }

    /// The path within the folder that belongs to a file's display name.
    func relative(_ shown: String) -> String {
        if shown == path { return "" }
        let start = path == "/" ? path : path + "/"
        return shown.hasPrefix(start) ? String(shown.dropFirst(start.count)) : shown
    }

    /// The paths of the git submodules that are not checked out.
    var missingSubmodules: [String] {
        (text(".gitmodules") ?? "").split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.count == 2 && parts[0] == "path" && names(in: parts[1]).isEmpty ? parts[1] : nil
        }
    }

    /// A file's display name.
    func shown(_ file: String) -> String {
        let file = Self.normalized(file) ?? file
        if file.isEmpty { return path }
        return path == "." ? file : path == "/" ? "/" + file : "\(path)/\(file)"
    }

    /// Reads a file whose path is relative to the folder.
    ///
    /// Symbolic links are not followed.
    func bytes(_ file: String, limit: Int) throws(FormatError) -> [UInt8] { try open(file).readAll(limit: limit) }

    /// Opens a file whose path is relative to the folder.
    ///
    /// Symbolic links are not followed.
    func open(_ file: String) throws(FormatError) -> FileBytes {
        guard let normalized = Self.normalized(file) else { throw FormatError("is outside the project's folder") }
        return try FileBytes(path: normalized, below: path)
    }

    /// When a file was last written, or `nil` if it does not exist.
    func modificationDate(of file: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")
        return attributes?[.modificationDate] as? Date
    }

    /// The time since something was written.
    static func age(of date: Date, now: Date) -> String {
        let minutes = Int(now.timeIntervalSince(date) / 60)
        func text(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s") ago" }
        if minutes < 1 { return "just now" }
        if minutes < 60 { return text(minutes, "minute") }
        return minutes < 1_440 ? text(minutes / 60, "hour") : text(minutes / 1_440, "day")
    }

    /// Whether a file or a folder exists.
    func exists(_ file: String) -> Bool {
        Self.normalized(file).map { Walk.kind(of: "\(path)/\($0)") != nil } ?? false
    }

    /// The path of the file that a Mac finds for a path, ignoring letter case; the path itself if there is none.
    func asOnMac(_ file: String) -> String {
        guard !exists(file), let parts = Self.normalized(file)?.split(separator: "/") else { return file }
        var found = ""
        for part in parts {
            let own = Self.joined(found, String(part))
            let other = exists(own) ? String(part) : names(in: found).first { $0.lowercased() == part.lowercased() }
            guard let other else { return file }
            found = Self.joined(found, other)
        }
        return found
    }

    /// Reads a text, or returns `nil` if the file does not exist or cannot be read.
    func text(_ file: String, limit: Int = Self.maximumTextSize) -> String? {
        (try? bytes(file, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The maximum size of a text in bytes.
    static let maximumTextSize = 1 << 20

    /// Why an existing file cannot be read as text, or `nil` if it can or does not exist.
    func fault(of file: String) -> FormatError? {
        guard exists(file) else { return nil }
        do throws(FormatError) {
            _ = try bytes(file, limit: Self.maximumTextSize)
            return nil
        } catch {
            return error
        }
    }

    /// The names of the files in a folder of the project.
    func names(in folder: String) -> [String] {
        guard let normalized = Self.normalized(folder), Walk.kind(of: "\(path)/\(normalized)") == .folder else {
            return []
        }
        return (OpenFolder(path: "\(path)/\(normalized)")?.entries() ?? []).prefix(1_000).map(\.name)
    }

    /// The path without `.` and `..`, or `nil` if it leads out of the folder.
    static func normalized(_ file: String) -> String? {
        var result: [Substring] = []
        guard !file.hasPrefix("/") else { return nil }
        for component in file.split(separator: "/") where component != "." {
            if component == ".." {
                guard result.popLast() != nil else { return nil }
            } else {
                result.append(component)
            }
        }
        return result.joined(separator: "/")
    }

    /// The folder of a path, without a slash at its end; empty for the project's folder.
    static func parent(of file: String) -> String { FilePath.folder(of: file) }

    /// A folder and those that contain it up to the project's own, the nearest first; none for a path outside the project.
    static func folders(from folder: String) -> [String] {
        guard let folder = normalized(folder) else { return [] }
        var folders = [folder]
        while let last = folders.last, !last.isEmpty { folders.append(parent(of: last)) }
        return folders
    }

    static func joined(_ folder: String, _ file: String) -> String { folder.isEmpty ? file : "\(folder)/\(file)" }

    private struct Walk {
        let root: String
        var files: [String] = []
        var folders: [String] = []
        var entryCount = 0
        var truncation: String?
        var emptyProjects: [String] = []
        var misspelled: String?
        var unreadable: String?

        /// The kind of entry at a path, or `nil` if there is none or its kind is unknown.
        static func kind(of path: String) -> OpenFolder.EntryKind? {
            var status = stat()
            return lstat(path, &status) == 0 ? OpenFolder.kind(of: status) : nil
        }

        mutating func visit(_ folder: String, depth: Int) throws(FormatError) {
            guard let entries = entries(in: folder) else {
                if folder.isEmpty { throw FormatError("cannot be read; check its permissions") }
                return
            }
            folders.append(folder)
            let isDotNet = entries.contains { $0.name.hasSuffix(".csproj") }
            let isCordova = entries.contains { $0.name == "config.xml" }
            let isCapacitor = entries.contains { $0.name.hasPrefix("capacitor.config.") }
            if folder.hasSuffix(".xcodeproj"), !entries.contains(where: { $0.name == "project.pbxproj" }) {
                emptyProjects.append(folder)
            }
            for entry in entries {
                let name = entry.name
                entryCount += 1
                ReadingSteps.add()
                guard entryCount <= maximumEntryCount else {
                    truncation = "has more than \(maximumEntryCount) entries; the others are not read"
                    return
                }
                let file = joined(folder, name)
                // A name with invalid UTF-8 was repaired, so no file has the repaired name.
                if misspelled == nil, name.unicodeScalars.contains("\u{FFFD}"), isWanted(name) || isSearched(name),
                    Self.kind(of: "\(root)/\(file)") == nil
                {
                    misspelled = file
                }
                let kind = isWanted(name) ? Self.kind(of: "\(root)/\(file)") : entry.kind
                // The entry is listed, so it exists and could not be examined.
                if kind == nil, misspelled != file { unreadable = unreadable ?? file }
                if isWanted(name), kind == .file {
                    files.append(file)
                } else if isCordova && name == "plugins" || isCapacitor && !isCordova && name == "platforms" {
                    // The sources of plugins, which the platforms have too, and what was built before Capacitor took Cordova's place.
                    continue
                } else if isDotNet, name == "bin" || name == "obj" {
                    if name == "obj" { visitObjects(file) }
                } else if isSearched(name) || skipped.contains(name) && hasModule(in: name, of: folder, entries),
                    kind == .folder
                {
                    guard depth < depthLimit else {
                        truncation = truncation ?? "has folders more than \(depthLimit) levels deep, which are not read"
                        continue
                    }
                    if name == "build" {
                        try visitBuild(file, depth: depth)
                    } else {
                        try visit(file, depth: depth + 1)
                    }
                }
            }
        }

        /// The entries of a folder, or `nil` if it cannot be read.
        private mutating func entries(in folder: String) -> [OpenFolder.Entry]? {
            let entries = OpenFolder(path: folder.isEmpty ? root : "\(root)/\(folder)")?.entries()
            if entries == nil { unreadable = unreadable ?? folder }
            return entries
        }

        /// Searches a folder of build results for merged manifests: Gradle's own, or Flutter's with one folder for each module.
        private mutating func visitBuild(_ folder: String, depth: Int) throws(FormatError) {
            let modules = entries(in: folder) ?? []
            folders.append(folder)
            for place in [folder] + modules.prefix(200).map({ "\(folder)/\($0.name)" }) {
                guard Self.kind(of: "\(root)/\(place)") == .folder else { continue }
                if place != folder { folders.append(place) }
                guard Self.kind(of: "\(root)/\(place)/intermediates") == .folder else { continue }
                folders.append("\(place)/intermediates")
                for name in ["merged_manifests", "merged_manifest"] {
                    let merged = "\(place)/intermediates/\(name)"
                    guard Self.kind(of: "\(root)/\(merged)") == .folder else { continue }
                    try visit(merged, depth: depth + 3)
                    // Older plugins write the same manifest to both folders.
                    break
                }
            }
        }

        /// Searches for the manifests that .NET builds wrote: below their results by configuration, framework and processor.
        private mutating func visitObjects(_ folder: String, depth: Int = 0) {
            folders.append(folder)
            for entry in (entries(in: folder) ?? []).prefix(50) where entryCount < maximumEntryCount {
                entryCount += 1
                let place = "\(folder)/\(entry.name)"
                guard entry.kind == .folder else { continue }
                if entry.name == "android", depth > 0 {
                    folders.append(place)
                    let manifest = "\(place)/AndroidManifest.xml"
                    if Self.kind(of: "\(root)/\(manifest)") == .file { files.append(manifest) }
                } else if depth < 3 {
                    visitObjects(place, depth: depth + 1)
                }
            }
        }

        private func isWanted(_ name: String) -> Bool {
            switch name {
            case "AndroidManifest.xml", "build.gradle", "build.gradle.kts", "project.pbxproj", "app.json",
                "app.config.js",
                "app.config.ts", "config.xml", "apple-app-site-association", "assetlinks.json", UnityProject.fileName:
                true
            default:
                isXcodeGen(name) || name == tuistName || CordovaProject.isVariant(name) || name.hasSuffix(".csproj")
                    // Templates of manifests are named for their results.
                    || name.hasPrefix("AndroidManifest.")
                    || name.hasSuffix(".entitlements") || isPropertyList(name)
            }
        }

        /// Whether a property list has entitlements, as Cordova's `Entitlements-Release.plist`, or options of an export.
        private func isPropertyList(_ name: String) -> Bool {
            name.hasSuffix(".plist") && (name.hasPrefix("Entitlements") || name.lowercased() == "exportoptions.plist")
        }

        /// Whether Gradle's settings in a folder include a module in a folder that is otherwise skipped.
        private func hasModule(in name: String, of folder: String, _ entries: [OpenFolder.Entry]) -> Bool {
            entries.lazy.filter { ["settings.gradle", "settings.gradle.kts"].contains($0.name) }.contains { entry in
                let file = try? FileBytes(path: joined(folder, entry.name), below: root)
                let bytes = try? file?.readAll(limit: maximumTextSize)
                return bytes.map { String(decoding: $0, as: UTF8.self).contains(":\(name):") } ?? false
            }
        }

        private func isSearched(_ name: String) -> Bool {
            (!name.hasPrefix(".") || name == ".well-known")
                && !skipped.contains(name) && !packages.contains { name.hasSuffix($0) }
        }
    }
}
