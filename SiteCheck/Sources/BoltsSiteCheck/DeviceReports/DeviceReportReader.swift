@_spi(Bolts) import BoltsAssociations

struct DeviceReportReader {
    /// The maximum length of a line; longer lines are truncated.
    private static let maximumLine = 4_096
    /// The maximum numbers of apps, hosts of one app, entries and answers that are kept.
    static let maximumCount = 10_000

    private(set) var androidLevel: Int?
    private(set) var isMac = false
    private(set) var android = AndroidReportLines()
    private(set) var apple = AppleReportLines()
    /// The command that printed the current lines, if the report contains it.
    private var command = ""

    mutating func read(_ bytes: some Collection<UInt8>) {
        let line = Self.trimmed(String(decoding: bytes.prefix(Self.maximumLine), as: UTF8.self))
        guard !line.isEmpty else { return }
        if line.hasPrefix("$ ") || line.hasPrefix("% ") {
            command = String(line.dropFirst(2))
            android.end()
            android.url = Self.url(of: command)
            return
        }
        if let level = Self.level(line, isAsked: command.contains("ro.build.version.sdk")) {
            androidLevel = level
            return
        }
        if line.hasPrefix("ProductName:") {
            isMac = line.lowercased().contains("macos") || line.contains("Mac OS X")
            return
        }
        if apple.read(line) { return }
        android.read(line)
    }

    mutating func finish() {
        apple.finish()
        android.end()
    }

    /// The URL of a command: the text after `-d`.
    private static func url(of command: String) -> String? {
        guard command.contains("resolve-activity") || command.contains("am start") else { return nil }
        let words = command.split(separator: " ")
        guard let option = words.firstIndex(of: "-d"), option + 1 < words.endIndex else { return nil }
        return trimmed(String(words[option + 1]), marks: true)
    }

    private static func level(_ line: String, isAsked: Bool) -> Int? {
        if line.hasPrefix("[ro.build.version.sdk]: [") { return Int(line.dropFirst(25).prefix { $0 != "]" }) }
        return isAsked && line.utf8.count <= 3 ? Int(line) : nil
    }

    /// A text without surrounding blanks, and optionally without quotation marks.
    static func trimmed(_ text: String, marks: Bool = false) -> String {
        func isOutside(_ character: Character) -> Bool {
            character == " " || character == "\t" || (marks && (character == "\"" || character == "'"))
        }
        guard let first = text.firstIndex(where: { !isOutside($0) }),
            let last = text.lastIndex(where: { !isOutside($0) })
        else { return "" }
        return String(text[first...last])
    }
}

/// The lines of Android's package manager.
struct AndroidReportLines {
    private enum List { case states, invalid, chosen, others }

    private(set) var apps: [DeviceReport.AndroidApp] = []
    private(set) var resolutions: [DeviceReport.Resolution] = []
    /// The URL in the command that printed the current lines, or `nil` if there is none.
    var url: String?
    private var indices: [String: Int] = [:]
    private var current: Int?
    private var list: List?
    /// Whether the lines are about a user after the first.
    private var isOtherUser = false
    private var users = 0
    private var linkageHosts: [String]?

    mutating func end() {
        current = nil
        list = nil
        linkageHosts = nil
        url = nil
    }

    mutating func read(_ line: String) {
        if readResolution(line) || readHeading(line) || readLinkage(line) { return }
        guard let current else { return }
        if line.hasPrefix("Signatures:") {
            let names = line.dropFirst(11).split { " [],".contains($0) }
            apps[current].fingerprints = names.prefix(16).compactMap {
                try? CertificateFingerprint(String($0)).description
            }
            return
        }
        if line.hasPrefix("Verification link handling allowed:"), !isOtherUser {
            apps[current].opensLinks = line.hasSuffix("true")
            return
        }
        guard let list, !isOtherUser else { return }
        switch list {
        case .states:
            guard let colon = line.lastIndex(of: ":") else { return }
            let state = DeviceReportReader.trimmed(String(line[line.index(after: colon)...]))
            guard !state.isEmpty, apps[current].states.count < DeviceReportReader.maximumCount else { return }
            apps[current].states.append(.init(host: line[..<colon].lowercased(), state: state))
        case .invalid: Self.add(line, to: &apps[current].invalidHosts)
        case .chosen: Self.add(line, to: &apps[current].chosenHosts)
        case .others: Self.add(line, to: &apps[current].otherHosts)
        }
    }

    private static func add(_ line: String, to hosts: inout [String]) {
        guard hosts.count < DeviceReportReader.maximumCount, !line.contains(" ") else { return }
        hosts.append(line.lowercased())
    }

    /// Reads a line that begins a section or a list.
    private mutating func readHeading(_ line: String) -> Bool {
        switch line {
        case "Domain verification state:": list = .states
        case "Invalid autoVerify domains:": list = .invalid
        case "Enabled:": list = .chosen
        case "Disabled:": list = .others
        case "Selection state:":
            list = nil
            if let current { apps[current].listsAllHosts = true }
        default:
            if line.hasPrefix("User "), line.hasSuffix(":") {
                users += 1
                isOtherUser = users > 1
                list = nil
                return true
            }
            if line.hasPrefix("Error: package "), line.hasSuffix(" unavailable") {
                guard let index = begin(String(line.dropFirst(15).dropLast(12))) else { return true }
                apps[index].isMissing = true
                return true
            }
            guard line.hasSuffix(":") else { return false }
            // If no host is verified, the name is followed by an id.
            let words = line.dropLast().split(separator: " ")
            guard let package = words.first, words.count == 1 || (words.count == 2 && words[1].utf8.count == 36),
                AndroidApplicationID.isValid(String(package))
            else { return false }
            _ = begin(String(package))
        }
        return true
    }

    private mutating func begin(_ package: String) -> Int? {
        list = nil
        users = 0
        isOtherUser = false
        if let known = indices[package] {
            current = known
        } else if apps.count < DeviceReportReader.maximumCount {
            apps.append(DeviceReport.AndroidApp(package: package))
            current = apps.count - 1
            indices[package] = current
        } else {
            current = nil
        }
        return current
    }

    /// Reads a line in the output of versions before 12.
    private mutating func readLinkage(_ line: String) -> Bool {
        if line.hasPrefix("Package: ") {
            let package = String(line.dropFirst(9))
            guard AndroidApplicationID.isValid(package) else { return false }
            _ = begin(package)
            linkageHosts = []
        } else if line.hasPrefix("Domains: "), linkageHosts != nil {
            let hosts = line.dropFirst(9).split(separator: " ")
            linkageHosts = hosts.prefix(DeviceReportReader.maximumCount).map { $0.lowercased() }
        } else if line.hasPrefix("Status:"), let hosts = linkageHosts, let current {
            let status = line.dropFirst(7).split { $0 == " " || $0 == ":" }.first.map(String.init) ?? ""
            apps[current].linkage = .init(hosts: hosts, status: status)
        } else {
            return false
        }
        return true
    }

    /// Reads a line that says what is started for the URL of the command.
    private mutating func readResolution(_ line: String) -> Bool {
        guard let url, resolutions.count < DeviceReportReader.maximumCount else { return false }
        var component: String?
        if line.hasPrefix("Activity: ") {
            component = String(line.dropFirst(10))
        } else if line.hasPrefix("No activity found") || line.hasPrefix("Error: Activity not started") {
            component = nil
        } else if !line.contains(" "), !line.contains("://"),
            let slash = line.firstIndex(of: "/"), slash != line.startIndex
        {
            component = line
        } else {
            return false
        }
        resolutions.append(DeviceReport.Resolution(url: url, component: component))
        self.url = nil
        return true
    }
}

/// The lines of Apple's `swcutil`.
struct AppleReportLines {
    private(set) var entries: [DeviceReport.AppleEntry] = []
    private(set) var matches: [DeviceReport.AppleMatch] = []
    private var entry: DeviceReport.AppleEntry?
    /// The app of the next answer of `swcutil verify`.
    private var verified: String?

    mutating func finish() {
        if let entry, !entry.identifier.isEmpty, !entry.domain.isEmpty,
            entries.count < DeviceReportReader.maximumCount
        {
            entries.append(entry)
        }
        entry = nil
    }

    /// Reads a line if it is one of `swcutil`'s.
    mutating func read(_ line: String) -> Bool {
        if line.hasPrefix("{ s = ") {
            verified = line.split(separator: ",").first { $0.hasPrefix(" a = ") }.map { String($0.dropFirst(5)) }
            return true
        }
        if line.hasPrefix("Pattern \""), let end = line.lastIndex(of: "\"") {
            let start = line.index(line.startIndex, offsetBy: 9)
            guard let verified, start <= end, matches.count < DeviceReportReader.maximumCount else { return true }
            let isMatch = line[end...].contains(" matched")
            matches.append(.init(identifier: verified, url: String(line[start..<end]), matches: isMatch))
            return true
        }
        guard let (key, value) = Self.pair(line) else { return false }
        if key == "Service" {
            finish()
            entry = DeviceReport.AppleEntry(service: value)
            return true
        }
        guard entry != nil else { return false }
        switch key {
        case "App ID": entry?.identifier = value
        case "Domain":
            let parts = value.split(separator: "?", maxSplits: 1)
            entry?.domain = parts.first.map { $0.lowercased() } ?? ""
            entry?.mode = parts.count == 2 ? String(parts[1]) : nil
        case "User Approval": entry?.userApproval = value
        case "Site/Fmwk Approval": entry?.siteApproval = value
        case "Last Checked": entry?.lastChecked = value
        case "Error": entry?.error = value
        case "App Version", "App PI", "Flags", "Next Check", "Retries": break
        default: return false
        }
        return true
    }

    /// A name and a value, which are in quotation marks in a JSON report.
    private static func pair(_ line: String) -> (String, String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let key = DeviceReportReader.trimmed(String(line[..<colon]), marks: true)
        var value = String(line[line.index(after: colon)...])
        if line.hasPrefix("\"") {
            value = DeviceReportReader.trimmed(value.hasSuffix(",") ? String(value.dropLast()) : value, marks: true)
        }
        return (key, DeviceReportReader.trimmed(value))
    }
}
