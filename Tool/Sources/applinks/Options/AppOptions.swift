import AppFiles
import ArgumentParser
@_spi(AppFiles) import BoltsSiteCheck
import Foundation

/// The options that name the apps whose own files decide with the site's.
struct AppOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read this app too: a project's folder, a manifest, entitlements, .apk, .aab, .ipa, .app or .xcarchive. "
                + "May be repeated.",
            valueName: "path"
        )
    )
    var app: [String] = []

    @Option(
        help: ArgumentHelp(
            "Judge this app only: ABCDE12345.com.example.app or com.example.app. May be repeated.",
            valueName: "id"
        )
    )
    var appId: [String] = []

    @Option(
        help: ArgumentHelp(
            "The SHA-256 fingerprint of the certificate that users' apps are signed with, as the store shows it: of the app "
                + "that is read or named. May be repeated.",
            valueName: "fingerprint"
        )
    )
    var fingerprint: [String] = []

    @Option(
        help: ArgumentHelp(
            "Decide by what a device says too: the output of 'adb shell pm get-app-links' or 'swcutil show', as the scripts in "
                + "Tool/Device write it. '-' reads standard input. May be repeated.",
            valueName: "file"
        )
    )
    var deviceReport: [String] = []

    func validate() throws {
        for text in fingerprint where Self.bytes(text) == nil {
            throw ValidationError(
                "--fingerprint takes the 32 octets of a SHA-256, such as 14:6D:E9:…, in hexadecimal digits, not \(text)."
            )
        }
    }

    /// Why nothing says of which app the fingerprints are, or `nil` if an option does or there is none.
    var fingerprintProblem: String? {
        guard !fingerprint.isEmpty, app.isEmpty, !appId.contains(where: { !Self.isApple($0) }) else { return nil }
        return "--fingerprint does not say of which Android app it is: add --app-id com.example.app, or --app with the "
            + "path of its project or package"
    }

    /// The certificates that users' apps are signed with.
    var certificates: [AppCertificate] { fingerprint.compactMap(Self.bytes).map { AppCertificate(fingerprint: $0) } }

    /// Whether an app is named at all.
    var isEmpty: Bool { app.isEmpty && appId.isEmpty }

    /// Reads the apps and the reports of devices.
    ///
    /// - Throws: ``InputError`` if a path cannot be read.
    func content() throws -> AppFileContent {
        var content = AppFileContent()
        for path in app {
            do {
                let other = try AppFileReader().claims(atPath: path)
                guard !other.claims.isEmpty || !other.claims.associationFiles.isEmpty || !other.notes.isEmpty else {
                    throw InputError(
                        "--app \(path) has no app's file that is read: name the folder of an app's project, or its package"
                    )
                }
                content.claims.android += other.claims.android
                content.claims.apple += other.claims.apple
                content.claims.associationFiles += other.claims.associationFiles
                content.files += other.files
                content.notes += other.notes
            } catch {
                throw InputError("\(error)")
            }
        }
        for path in deviceReport {
            do {
                content.claims.deviceReports.append(try Self.report(path))
                content.files.append(path)
            } catch {
                throw InputError("\(error)")
            }
        }
        for id in appId where Self.isApple(id) {
            content.claims.apple.append(AppleAppClaims(identifier: id, file: "--app-id", rank: .delivered))
        }
        let packages = appId.filter { !Self.isApple($0) }
        guard !packages.isEmpty else {
            content.claims = content.claims.signed(with: certificates)
            return content
        }
        // One id that is named is that of the sources that do not tell theirs.
        if packages.count == 1 {
            for index in content.claims.android.indices where content.claims.android[index].packageGap != nil {
                content.claims.android[index].package = packages[0]
                content.claims.android[index].packageGap = nil
            }
        }
        let signed = certificates.isEmpty ? nil : certificates
        content.claims.android += packages.map {
            AndroidAppClaims(
                package: $0,
                file: signed == nil ? "--app-id" : "--fingerprint",
                rank: .delivered,
                certificates: signed
            )
        }
        return content
    }

    /// Reads a report from a file, or from standard input for `-`.
    private static func report(_ path: String) throws -> DeviceReport {
        guard path == "-" else { return try AppFileReader().deviceReport(atPath: path) }
        // The caller in this process speaks through standard input.
        guard Terminal.captured == nil else { throw InputError("standard input is not read here: name a file") }
        return try DeviceReport(StandardInput.read(limit: DeviceReport.maximumBytes), file: "standard input")
    }

    /// Whether an identifier has a prefix of ten characters, as only those of Apple's apps have.
    private static func isApple(_ id: String) -> Bool {
        let prefix = id.prefix { $0 != "." }
        return prefix.count == 10 && prefix.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.filter { $0 != ":" && $0 != " " }
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        var rest = Substring(digits)
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

extension AppClaims {
    /// Returns claims in which each Android app has the certificates that were given by hand, if there are any.
    ///
    /// They are what the store shows, and count more than what was built here.
    func signed(with certificates: [AppCertificate]) -> AppClaims {
        guard !certificates.isEmpty else { return self }
        var claims = self
        for package in Set(android.compactMap(\.package)).sorted() {
            claims.android.append(
                AndroidAppClaims(package: package, file: "--fingerprint", rank: .delivered, certificates: certificates)
            )
        }
        return claims
    }
}
