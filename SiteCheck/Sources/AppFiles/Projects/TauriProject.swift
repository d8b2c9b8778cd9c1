import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The configuration of a Tauri project for a platform.
///
/// Its `tauri-plugin-deep-link` adds filters and domains to the native projects in `gen/` when it builds; the version of the plugin
/// decides which, so they are not known.
///
/// Source: plugins/deep-link/build.rs of tauri-apps/plugins-workspace.
struct TauriProject {
    private var files: [String] = []
    private var hosts: [String] = []
    private var fault: SourceGap?

    /// Adds to the apps in `gen/` a gap for the hosts that their projects do not name yet.
    static func add(of folder: ProjectFolder, to content: inout AppFileContent) {
        var known: [String: TauriProject] = [:]
        func gap(_ file: String, _ platform: String, without named: [String]) -> SourceGap? {
            guard let match = folder.relative(file).prefixMatch(of: #/(.*/|)gen/(android|apple)//#) else { return nil }
            let project = known[match.1 + platform] ?? TauriProject(String(match.1), platform, in: folder)
            known[match.1 + platform] = project
            return project.gap(without: named)
        }
        for (index, app) in content.claims.android.enumerated() where app.rank == .source && app.gap == nil {
            let named = app.filters?.flatMap(\.hosts).map(\.name) ?? []
            content.claims.android[index].gap = gap(app.file, "android", without: named)
        }
        for (index, app) in content.claims.apple.enumerated() where app.rank == .source && app.gap == nil {
            let named = app.domains?.compactMap { $0.prefixMatch(of: /applinks:([^?]*)/).map { String($0.1) } } ?? []
            content.claims.apple[index].gap = gap(app.file, "ios", without: named)
        }
        content.files += known.values.flatMap(\.files).sorted()
    }

    /// Reads the configuration in a folder, and what replaces parts of it for a platform.
    private init(_ place: String, _ platform: String, in folder: ProjectFolder) {
        let others = ["tauri.conf.json5", "Tauri.toml", "tauri.\(platform).conf.json5", "Tauri.\(platform).toml"]
        if let file = others.map({ ProjectFolder.joined(place, $0) }).first(where: folder.exists) {
            fault = SourceGap("\(folder.shown(file).sanitized(limit: 400)) is not read")
        }
        for file in ["tauri.conf.json", "tauri.\(platform).conf.json"].map({ ProjectFolder.joined(place, $0) }) {
            guard folder.exists(file) else { continue }
            files.append(folder.shown(file))
            do throws(FormatError) {
                let bytes = try folder.bytes(file, limit: ProjectFolder.maximumTextSize)
                guard let root = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else {
                    throw FormatError("is not a JSON object")
                }
                let link = (root["plugins"] as? [String: Any])?["deep-link"] as? [String: Any]
                let links = (link?["mobile"] ?? link?["domains"]) as? [[String: Any]] ?? []
                hosts += links.filter { link in
                    (link["scheme"] as? [String])?.contains { $0 == "https" || $0 == "http" } ?? true
                }.compactMap { $0["host"] as? String }
            } catch {
                fault = SourceGap("\(folder.shown(file).sanitized(limit: 400)) \(error.reason)")
            }
        }
    }

    private func gap(without named: [String]) -> SourceGap? {
        let missing = hosts.filter { !named.contains($0) }
        guard fault == nil, let first = missing.first, let file = files.first else { return fault }
        let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
        var gap = SourceGap(
            "\(file.sanitized(limit: 400)) names \(first.sanitized(limit: 200))\(more) for deep links, which "
                + "tauri-plugin-deep-link adds when it builds"
        )
        gap.hosts = .only(missing)
        return gap
    }
}
