/// One device's information about its apps and links, from the output of the platform's own tools.
///
/// The text is the raw output of `adb shell pm get-app-links`, `adb shell dumpsys package domain-preferred-apps`,
/// `adb shell cmd package resolve-activity`, `swcutil show` or `swcutil verify`, in any order and with any text in between.
/// Lines that begin with `$ ` are commands, as in a terminal; only the URL of `resolve-activity` is read from them. Pass it to
/// a verdict in ``AppClaims/deviceReports``.
public struct DeviceReport: Sendable, Hashable {
    /// An app as Android's package manager lists it.
    struct AndroidApp: Sendable, Hashable {
        var package: String
        /// Whether the package manager does not know the app.
        var isMissing = false
        /// The fingerprints of its certificates, in the form of `assetlinks.json`.
        var fingerprints: [String] = []
        /// The state of each host with `autoVerify`, in the device's terms.
        var states: [HostState] = []
        /// Hosts with `autoVerify` that cannot be verified.
        var invalidHosts: [String] = []
        /// Whether the user allows the app to open verified links, or `nil` if the report does not say.
        var opensLinks: Bool?
        /// Whether the report also contains the hosts without `autoVerify`.
        var listsAllHosts = false
        /// The hosts for which the user chose the app.
        var chosenHosts: [String] = []
        /// The hosts that the app declares but for which the user did not choose it, including verified ones.
        var otherHosts: [String] = []
        /// The state according to Android 11 and older, whose output has another form.
        var linkage: Linkage?
    }

    /// The state of an app's host, in the device's terms.
    struct HostState: Sendable, Hashable {
        var host: String
        var state: String
    }

    /// What Android 11 and older do with the hosts of an app.
    struct Linkage: Sendable, Hashable {
        var hosts: [String]
        var status: String
    }

    /// An entry of `swcutil show`: a service of an app on one domain.
    struct AppleEntry: Sendable, Hashable {
        var service: String
        var identifier = ""
        /// The domain as in the entitlement, without the mode.
        var domain = ""
        var mode: String?
        var userApproval: String?
        var siteApproval: String?
        var lastChecked: String?
        var error: String?
    }

    /// The output of `swcutil verify` for a URL and a file.
    struct AppleMatch: Sendable, Hashable {
        var identifier: String
        var url: String
        var matches: Bool
    }

    /// What Android starts for a URL.
    struct Resolution: Sendable, Hashable {
        var url: String
        /// The component, such as `com.example.app/.Main`, or `nil` if nothing opens the URL.
        var component: String?

        var package: String? { component?.split(separator: "/").first.map(String.init) }
        /// Whether the component is the dialog that asks which app to use.
        var isChooser: Bool {
            guard let component else { return false }
            return component.contains("ResolverActivity") || component.contains("intentresolver")
                || component.contains("ChooserActivity")
        }
    }

    /// The file's name for people.
    public let file: String
    /// The API level of the Android device, or `nil` if the report does not say.
    var androidLevel: Int?
    var isMac = false
    var androidApps: [AndroidApp] = []
    var appleEntries: [AppleEntry] = []
    var appleMatches: [AppleMatch] = []
    var resolutions: [Resolution] = []

    /// The maximum size of a report.
    public static let maximumBytes = 4 * 1_024 * 1_024

    /// Reads a report, in linear time.
    ///
    /// - Throws: ``DeviceReportError`` if the text is too long or contains nothing recognizable.
    public init(_ bytes: some Collection<UInt8>, file: String) throws(DeviceReportError) {
        guard bytes.count <= Self.maximumBytes else {
            throw DeviceReportError(
                file: file,
                reason: "has \(bytes.count) bytes, and at most \(Self.maximumBytes) are read"
            )
        }
        self.file = file
        var reader = DeviceReportReader()
        if let text = Self.utf16(bytes) {
            for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) { reader.read(line) }
        } else {
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
            for line in start.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) { reader.read(line) }
        }
        reader.finish()
        androidLevel = reader.androidLevel
        isMac = reader.isMac
        androidApps = reader.android.apps
        appleEntries = reader.apple.entries
        appleMatches = reader.apple.matches
        resolutions = reader.android.resolutions
        guard !androidApps.isEmpty || !appleEntries.isEmpty || !appleMatches.isEmpty || !resolutions.isEmpty else {
            throw DeviceReportError(
                file: file,
                reason: "has no output of pm get-app-links, cmd package resolve-activity or swcutil show; "
                    + "write the output of these commands into it"
            )
        }
    }

    /// The text of a report in UTF-16, as PowerShell writes a program's output, or `nil` if it is not UTF-16.
    private static func utf16(_ bytes: some Collection<UInt8>) -> String? {
        let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
        guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var first: UInt8?
        for byte in bytes.dropFirst(2) {
            guard let other = first else {
                first = byte
                continue
            }
            units.append(isLittleEndian ? UInt16(byte) << 8 | UInt16(other) : UInt16(other) << 8 | UInt16(byte))
            first = nil
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The ids of the apps in the report, without duplicates.
    public var apps: [String] { (androidApps.map(\.package) + appleEntries.map(\.identifier)).distinct() }
}

/// The error of a text that is not a device report.
public struct DeviceReportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name for people.
    public let file: String
    /// What is wrong and what to do, as a clause that follows the file.
    public let reason: String

    /// The file and the reason in one sentence.
    public var description: String { "\(file) \(reason)" }
}
