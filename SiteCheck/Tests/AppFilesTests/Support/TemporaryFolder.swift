import Foundation

@testable import AppFiles

/// A folder for one test, removed with it.
final class TemporaryFolder {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        path = NSTemporaryDirectory() + "appfiles-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(Array(text.utf8), to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(fileURLWithPath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: destination)
    }

    /// The content that the reader finds in the folder, or in a file of it.
    func content(_ name: String = "") throws -> AppFileContent {
        try AppFileReader().claims(atPath: name.isEmpty ? path : file(name))
    }
}

/// Manifests of an app with one filter.
enum SampleManifest {
    static func text(package: String? = "com.example.shelf", data: String, more: String = "") -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <manifest xmlns:a="http://schemas.android.com/apk/res/android" xmlns:t="http://schemas.android.com/tools"\
        \(package.map { " package=\"\($0)\"" } ?? "")>
          <uses-sdk a:minSdkVersion="24" a:targetSdkVersion="35"/>
          <application>
            <activity a:name=".MainActivity" a:exported="true">
              <intent-filter a:autoVerify="true">
                <action a:name="android.intent.action.VIEW"/>
                <category a:name="android.intent.category.DEFAULT"/>
                <category a:name="android.intent.category.BROWSABLE"/>
                \(data)
              </intent-filter>
            </activity>
            \(more)
          </application>
        </manifest>
        """
    }
}
