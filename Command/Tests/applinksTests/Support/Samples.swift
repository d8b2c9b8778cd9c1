import Foundation

/// The association files and manifests of invented apps.
enum Samples {
    /// A fingerprint in small letters, which is what the rule `assetlinks-fingerprint-lowercase` finds.
    static let lowercaseFingerprint = (160..<192).map { String($0, radix: 16) }.joined(separator: ":")

    /// A fingerprint in the form that Android compares.
    static let fingerprint = (0..<32).map { String(format: "%02X", (37 * $0 * $0 + 11) % 256) }.joined(separator: ":")

    /// A file with the rules for an app for Apple's devices, which opens every link of a site by default.
    static func appleFile(_ app: String, _ rules: String = #"{"/": "*"}"#) -> String {
        #"{"applinks": {"details": [{"appIDs": ["\#(app)"], "components": [\#(rules)]}]}}"#
    }

    /// A statement that lets an app open the links of a site.
    static func statement(_ package: String, _ fingerprint: String) -> String {
        """
        {"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
        "package_name": "\(package)", "sha256_cert_fingerprints": ["\(fingerprint)"]}}
        """
    }

    static func assetLinks(_ package: String, _ fingerprint: String) -> String {
        "[\(statement(package, fingerprint))]"
    }

    /// A manifest with one activity, whose filter for links is verified and has this data.
    static func manifest(
        _ package: String,
        activity: String = "android:name=\".Main\"",
        data: String,
        more: String = ""
    ) -> String {
        """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="\(package)"><application>\(more)
        <activity \(activity) android:exported="true"><intent-filter android:autoVerify="true">
        <action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/>
        <category android:name="android.intent.category.BROWSABLE"/>
        <data android:scheme="https" \(data)/></intent-filter></activity></application></manifest>
        """
    }
}
