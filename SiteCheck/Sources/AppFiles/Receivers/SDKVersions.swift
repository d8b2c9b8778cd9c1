@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The versions of Xcode in the files of build servers; no source file names the SDK.
struct SDKVersions {
    private static let files = [
        ".xcode-version", ".circleci/config.yml", "codemagic.yaml", "bitrise.yml", ".gitlab-ci.yml",
        "azure-pipelines.yml",
        ".cirrus.yml", "ci_scripts/ci_post_clone.sh", "fastlane/Fastfile",
    ]
    private static let maximumFileSize = 1 << 18
    private static let maximumFileCount = 60

    /// The versions, or `nil` if none is named.
    let sdk: AppleReceiverFacts.SDK?

    /// Reads the files of a project.
    init(_ folder: ProjectFolder) {
        let workflows = folder.names(in: ".github/workflows").filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
        let actions = folder.names(in: ".github/actions").flatMap { name in
            ["yml", "yaml"].map { ".github/actions/\(name)/action.\($0)" }
        }
        let paths =
            Self.files + workflows.prefix(Self.maximumFileCount).map { ".github/workflows/\($0)" }
            + actions.prefix(Self.maximumFileCount)
        var found: [(version: String, major: Int, file: String)] = []
        for path in paths {
            guard let text = folder.text(path, limit: Self.maximumFileSize) else { continue }
            if path == ".xcode-version" {
                let version = text.trimmingCharacters(in: .whitespacesAndNewlines)
                if let major = Self.major(version[...]) { found.append((version, major, folder.shown(path))) }
                continue
            }
            for line in text.split(separator: "\n") {
                for version in Self.versions(in: line) {
                    if let major = Self.major(version) { found.append((String(version), major, folder.shown(path))) }
                }
            }
        }
        guard let lowest = found.min(by: { $0.major < $1.major }), let highest = found.max(by: { $0.major < $1.major })
        else {
            sdk = nil
            return
        }
        let range = lowest.major == highest.major ? lowest.version : "\(lowest.version) to \(highest.version)"
        sdk = AppleReceiverFacts.SDK(
            versions: lowest.major...highest.major,
            text: "Xcode \(range), by \(highest.file)"
        )
    }

    /// The SDK of a built app.
    static func sdk(named name: String, in file: String) -> AppleReceiverFacts.SDK? {
        let digits = name.drop { !$0.isNumber }
        guard name.hasPrefix("iphoneos"), let major = Int(digits.prefix { $0.isNumber }) else { return nil }
        return AppleReceiverFacts.SDK(versions: major...major, text: "built with \(name), by \(file)")
    }

    /// The versions after the word Xcode in a line, such as in `xcode-version: '26.2'`, `Xcode_26.2.app` and `osx-xcode-26.2.x`.
    private static func versions(in line: Substring) -> [Substring] {
        let code = line.prefix { $0 != "#" }
        guard code.utf8.count <= 500 else { return [] }
        var versions: [Substring] = []
        var rest = code[...]
        while let word = rest.firstRange(of: /[Xx]code/) {
            rest = rest[word.upperBound...]
            var tail = rest
            if tail.hasPrefix("-version") || tail.hasPrefix("_version") { tail = tail.dropFirst(8) }
            tail = tail.drop { " :='\"_-[".contains($0) }
            var version = tail.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            while version.last == "." { version.removeLast() }
            if !version.isEmpty { versions.append(version) }
        }
        return versions
    }

    /// The major number of a version of Xcode, if its SDKs have the same number, otherwise `nil`.
    private static func major(_ version: Substring) -> Int? {
        guard let major = Int(version.prefix { $0.isNumber }), (10...60).contains(major) else { return nil }
        return major
    }
}
