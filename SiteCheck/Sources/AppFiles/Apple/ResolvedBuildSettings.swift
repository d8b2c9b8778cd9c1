import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Reads the output of `xcodebuild -showBuildSettings -json`: the settings of each target as Xcode resolves them.
///
/// The entitlements that they name are read below the folder of the file, which is assumed to be the project's.
///
/// The form, a list of objects with `action`, `target` and `buildSettings`, is the one that `@rnx-kit/build` of
/// microsoft/rnx-kit reads; the tool was not run for the tests.
struct ResolvedBuildSettings {
    private static let maximumTargetCount = 250

    private(set) var claims: [AppleAppClaims] = []
    private(set) var files: [String] = []
    private(set) var notes: [String] = []

    /// Reads a file, or returns `nil` if it has another form.
    init?(_ root: [Any], file path: String) {
        let folder = ProjectFolder(parentOf: path)
        let name = (path as NSString).lastPathComponent
        let targets = root.compactMap { $0 as? [String: Any] }.compactMap { item in
            (item["buildSettings"] as? [String: Any]).map {
                (item["target"] as? String, $0.compactMapValues { $0 as? String })
            }
        }
        guard !targets.isEmpty else { return nil }
        var reader = XcodeTargetReader(
            file: name,
            base: "",
            projectName: targets[0].1["PROJECT_NAME"] ?? "",
            in: folder
        )
        let apps = targets.prefix(Self.maximumTargetCount).compactMap { Self.target($0, $1) }
        reader.read(apps, namedEntitlements: [])
        (claims, files, notes) = (reader.claims, reader.files, reader.notes)
    }

    /// A target that produces an app or an App Clip, or `nil` if it produces something else.
    private static func target(_ name: String?, _ settings: [String: String]) -> XcodeTarget? {
        guard let type = settings["PRODUCT_TYPE"], XcodeTarget.isApp(productType: type) else { return nil }
        var settings = settings
        // The SDK is a path on the machine where it was printed.
        settings["SDKROOT"] = (settings["PLATFORM_NAME"] ?? "iphoneos").replacing("simulator", with: "os")
        let root = settings["SRCROOT"].map { $0 + "/" }
        for key in ["CODE_SIGN_ENTITLEMENTS", "INFOPLIST_FILE"] {
            if let root, let path = settings[key], path.hasPrefix(root) {
                settings[key] = String(path.dropFirst(root.count))
            }
        }
        // These paths are also those of the machine where the settings were printed.
        for key in ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"] { settings[key] = "." }
        let configuration = XcodeTarget.Configuration(
            name: settings["CONFIGURATION"] ?? "Release",
            layers: [SettingsLayer(settings)]
        )
        return XcodeTarget(
            name: name ?? settings["TARGET_NAME"] ?? "",
            configurations: [configuration],
            isClip: XcodeTarget.isClip(productType: type)
        )
    }
}
