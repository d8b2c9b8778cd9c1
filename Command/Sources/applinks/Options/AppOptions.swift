@_spi(Bolts) import AppFiles
import ArgumentParser
import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

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
            "The SHA-256 fingerprint of the certificate with which the store signs the app that is read or named. "
                + "May be repeated.",
            valueName: "fingerprint"
        )
    )
    var fingerprint: [String] = []

    @Option(
        help: ArgumentHelp(
            "Use what a device says: the output of the scripts that 'applinks help android-links' and 'applinks help mac-links' "
                + "print, or of 'adb shell pm get-app-links' or 'swcutil show'. '-' reads standard input. "
                + "May be repeated.",
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

    /// Why the app of the fingerprints is unknown, or `nil` if an option names it or there are none.
    var fingerprintProblem: String? {
        guard !fingerprint.isEmpty, app.isEmpty, !appId.contains(where: { !Self.isApple($0) }) else { return nil }
        return "--fingerprint belongs to no Android app here: add --app-id com.example.app, or --app with the "
            + "path of its project or package"
    }

    /// Why the options cannot be used with `--for sign-in`, as a sentence, or `nil` if they can.
    var signInProblem: String? {
        deviceReport.isEmpty
            ? nil
            : "--device-report is about links, but --for sign-in is about passwords: leave it out, and name the app with "
                + "--app, or with --app-id and --fingerprint."
    }

    var certificates: [AppCertificate] { fingerprint.compactMap(Self.bytes).map { AppCertificate(fingerprint: $0) } }

    var isEmpty: Bool { app.isEmpty && appId.isEmpty }

    /// Reads the apps and the reports of devices.
    func content() throws -> AppFileContent {
        var content = AppFileContent()
        var projects: [(path: String, content: AppFileContent)] = []
        for path in app {
            do {
                let other = try AppFileReader().claims(atPath: path)
                guard !other.claims.isEmpty || !other.claims.associationFiles.isEmpty || !other.notes.isEmpty else {
                    throw InputError(
                        "--app \(path) has no file of an app that can be read: name the folder of an app's project, or its package"
                    )
                }
                if app.count > 1 { content.claims.sources.append(path) }
                content.claims.android += other.claims.android
                content.claims.apple += other.claims.apple
                content.claims.associationFiles += other.claims.associationFiles
                content.others.android += other.others.android
                content.others.apple += other.others.apple
                content.files += other.files
                content.notes += other.notes
                projects.append((path, other))
            } catch {
                throw InputError("\(error)")
            }
        }
        content.removeProgram(withOutputIn: app)
        let builds = content.claims.apple.filter { $0.rank > .source }
        takeNamed(&content)
        try keepNamed(in: &content.claims)
        content.receivers = projects.flatMap { project in
            AppFileReader().receivers(atPath: project.path, of: project.content, builds: builds)
        }.filter(content.claims.contain)
        content.claims.add(content.receivers)
        content.receivers.removeAll { $0.routes.isEmpty && $0.findings.isEmpty }
        for path in deviceReport {
            do {
                content.claims.deviceReports.append(try Self.report(path))
                content.files.append(path)
            } catch let error as InputError {
                throw error
            } catch {
                throw InputError("\(error); \(DeviceScript.advice)")
            }
        }
        let identifiers = appId.filter(Self.isApple)
        for id in identifiers where !name(id, in: &content.claims.apple, isOnly: identifiers.count == 1) {
            content.claims.apple.append(AppleAppClaims(identifier: id, file: "--app-id", rank: .delivered))
        }
        // An id that is an Apple app's bundle identifier is not the id of an Android app.
        let bundles = Set(content.claims.apple.compactMap(\.bundleIdentifier))
        let read = Set(content.claims.android.compactMap(\.package))
        let packages = appId.filter { !Self.isApple($0) && (!bundles.contains($0) || read.contains($0)) }
        guard !packages.isEmpty else {
            content.claims = content.claims.signed(with: certificates)
            return content
        }
        // A single --app-id applies to every source without an id.
        if packages.count == 1 {
            for index in content.claims.android.indices where content.claims.android[index].package == nil {
                content.claims.android[index].package = packages[0]
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

    /// Assigns an identifier to the matching apps that were read, and returns whether there is one.
    ///
    /// Such apps keep the domains in their files.
    private func name(_ identifier: String, in apps: inout [AppleAppClaims], isOnly: Bool) -> Bool {
        let bundle = identifier.dropFirst(11)
        var isNamed = false
        for index in apps.indices {
            if apps[index].identifier == identifier { isNamed = true }
            guard apps[index].parentIdentifiers == nil, apps[index].identifier == nil,
                apps[index].bundleIdentifier.map({ $0 == bundle }) ?? isOnly
            else {
                continue
            }
            apps[index].identifier = identifier
            apps[index].bundleIdentifier = String(bundle)
            isNamed = true
        }
        return isNamed
    }

    /// Moves an item that is only listed, such as a sample, to the apps if `--app-id` names it.
    private func takeNamed(_ content: inout AppFileContent) {
        func isNamed(_ id: String?) -> Bool { id.map(appId.contains) ?? false }
        content.claims.android += content.others.android.filter { isNamed($0.package) }
        content.others.android.removeAll { isNamed($0.package) }
        content.claims.apple += content.others.apple.filter { isNamed($0.identifier) || isNamed($0.bundleIdentifier) }
        content.others.apple.removeAll { isNamed($0.identifier) || isNamed($0.bundleIdentifier) }
    }

    /// Keeps only the apps that `--app-id` names, if their sources contain ids.
    private func keepNamed(in claims: inout AppClaims) throws(InputError) {
        let apple = Set(appId.filter(Self.isApple))
        let packages = Set(appId.filter { !Self.isApple($0) })
        let bundles = packages.union(apple.map { String($0.dropFirst(11)) })
        func isNamed(_ app: AppleAppClaims) -> Bool? {
            if let identifier = app.identifier, !apple.isEmpty, packages.isEmpty { return apple.contains(identifier) }
            return app.bundleIdentifier.map(bundles.contains)
        }
        let hasBundle = claims.apple.contains { $0.bundleIdentifier.map(packages.contains) ?? false }
        if !packages.isEmpty, !hasBundle {
            let kept = claims.android.filter { $0.package.map(packages.contains) ?? true }
            try Self.check(kept.isEmpty, claims.android.compactMap(\.package), packages)
            claims.android = kept
        } else if !packages.isEmpty {
            claims.android.removeAll { $0.package.map { !packages.contains($0) } ?? false }
        }
        guard !apple.isEmpty || hasBundle else { return }
        // An App Clip belongs to its app, also one that is named.
        let parents = Set(claims.apple.filter { isNamed($0) == true }.flatMap { $0.parentIdentifiers ?? [] })
        let kept = claims.apple.filter { app in
            app.parentIdentifiers != nil || isNamed(app) ?? true || app.identifier.map(parents.contains) ?? false
        }
        let others = claims.apple.filter { $0.parentIdentifiers == nil }
        let hasApp = kept.contains { $0.parentIdentifiers == nil }
        try Self.check(!hasApp, others.compactMap { $0.identifier ?? $0.bundleIdentifier }, apple)
        claims.apple = kept
    }

    /// Reports that the apps that were read are not the named ones.
    private static func check(_ isNone: Bool, _ found: [String], _ named: Set<String>) throws(InputError) {
        guard isNone, !found.isEmpty else { return }
        let names = found.distinct().prefix(5).map { $0.sanitized(limit: 200) }
        let asked = named.sorted().prefix(5).map { $0.sanitized(limit: 200) }
        throw InputError(
            "--app is \(names.joined(separator: ", ")), not \(asked.joined(separator: ", ")) of --app-id: name one of "
                + "its apps with --app-id, or leave --app-id out"
        )
    }

    /// Reads a report from a file, or from standard input for `-`.
    private static func report(_ path: String) throws -> DeviceReport {
        guard path == "-" else { return try AppFileReader().deviceReport(atPath: path) }
        // A caller in this process (the MCP server) uses standard input for its messages.
        guard Terminal.captured == nil else { throw InputError("standard input is not read here: name a file") }
        return try DeviceReport(StandardInput.read(limit: DeviceReport.maximumBytes), file: "standard input")
    }

    /// Whether an identifier has a prefix of ten characters, as only Apple's apps have.
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
    /// Returns claims in which each Android app has the certificates that were given by hand, if any.
    ///
    /// They are what the store shows, and override those of local builds.
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
