import BoltsAssociations
import Foundation

/// What each kind of device may do with a link, as JSON by `docs/schema/explain.schema.json`.
struct OutlookReport: JSONReport {
    struct Step: Encodable, Sendable {
        let app: String
        let rule: String
        let mismatch: String
        let line: Int
        let column: Int
        let pointer: String
    }

    /// The version of the schema.
    let version = 1
    let url: String
    let devices: [LinkOutlook.Device]
    /// Why each earlier rule of Apple's file does not match, with `--trace`.
    let trace: [Step]?
    /// What could not be read.
    let failures: [String]

    init(_ outlook: LinkOutlook, trace: [Step]?, failures: [String]) {
        url = outlook.url.absoluteString
        devices = outlook.devices
        self.trace = trace
        self.failures = failures
    }

    /// The names of the devices that have the same routes, with those routes.
    static func groups(_ outlook: LinkOutlook) -> [(names: [String], routes: [LinkRoute])] {
        var groups: [(names: [String], routes: [LinkRoute])] = []
        for device in outlook.devices {
            if let same = groups.firstIndex(where: { $0.routes == device.routes }) {
                groups[same].names.append(device.device.name)
            } else {
                groups.append(([device.device.name], device.routes))
            }
        }
        return groups
    }

    /// The outlook for a person.
    ///
    /// Devices with the same routes share a paragraph.
    static func lines(_ outlook: LinkOutlook) -> [String] {
        var lines = [outlook.url.absoluteString]
        for group in groups(outlook) {
            lines += ["", "\(group.names.joined(separator: ", ")):"]
            for (number, route) in group.routes.enumerated() {
                let app = route.app.map { "\($0.prefix(100)): " } ?? ""
                let verdict = "\(app)\(route.outcome.rawValue). \(route.explanation)"
                lines.append("  \(number + 1). \(title(route.kind)): \(verdict)")
                lines += details(route).map { "     \($0)" }
            }
        }
        return lines
    }

    private static func details(_ route: LinkRoute) -> [String] {
        var lines: [String] = []
        if let target = route.target { lines.append("leads to \(target)") }
        if let place = route.place {
            lines.append("\(route.file):\(place.position) \(place.pointer)")
        } else if route.kind != .web {
            lines.append(route.file)
        }
        if route.isOpen, !route.conditions.isEmpty {
            lines.append("provided that")
            lines += route.conditions.map { "- \($0.sentence)" }
        }
        return lines
    }

    /// The trace as text.
    static func lines(_ trace: [Step]) -> [String] {
        guard !trace.isEmpty else { return ["", "no earlier rule of apple-app-site-association was skipped"] }
        return ["", "rules of apple-app-site-association that were skipped:"]
            + trace.map { "  \($0.app) \($0.line):\($0.column) \($0.rule): \($0.mismatch)" }
    }

    /// What a kind of route is called.
    static func title(_ kind: LinkRoute.Kind) -> String {
        switch kind {
        case .universalLink: "universal link"
        case .appLink: "Android App Link"
        case .windowsApp: "Windows app"
        case .appLinksTarget: "App Links tag"
        case .smartAppBanner: "Smart App Banner"
        case .appClip: "App Clip"
        case .alternate: "alternate"
        case .web: "browser"
        }
    }
}
