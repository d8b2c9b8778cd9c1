@_spi(Bolts) import BoltsAssociations

/// What to do if an answer without a finding is not what the devices do, or not what is meant.
extension VerdictBuilder {
    /// Adds the advice to each platform's first answer that an app may open the link, and where neither file is served.
    func advise(_ answers: inout [LinkVerdict.Answer]) {
        let isBare = side == nil && site.appleResponse.isAbsent && site.androidResponse.isAbsent
        for family in [LinkFamily.apple, .android] {
            let own = answers.indices.filter { !Set(family.devices.joined()).isDisjoint(with: answers[$0].devices) }
            if isBare {
                for index in own where answers[index].outcome == .notNamed && answers[index].finding == nil {
                    answers[index].advice = serving(family)
                }
            }
            guard url != nil, side?.devices.reports.isEmpty ?? true,
                let index = own.first(where: { answers[$0].outcome == .opens }),
                let app = answers[index].app
            else { continue }
            answers[index].advice = family == .apple ? entitlement : proofs(app)
        }
    }

    /// What to do if an app of a platform is meant whose file the host does not serve.
    private func serving(_ family: LinkFamily) -> String {
        let app = family == .apple ? "an app for Apple's devices" : "an Android app"
        return
            "If \(app) is to open \(url == nil ? "its links" : "it"), serve "
            + "https://\(Clip.clip(site.host))/.well-known/\(family.fileName); applinks check --app PROJECT prints the whole file."
            + FindingFolding.repository(of: site.host)
    }

    /// What may still keep an app of unknown entitlements from opening the link on Apple's devices.
    private var entitlement: String? {
        side?.apple.contains { $0.appleJudge?.app.domains != nil } == true
            ? nil : "the app may lack the entitlement applinks:\(Clip.clip(site.host)); --app PROJECT checks that."
    }

    /// What may still keep an Android app of unknown certificate from opening the link.
    private func proofs(_ package: String) -> String? {
        let apps = (side?.android ?? []).compactMap(\.androidJudge?.app)
        let own = apps.filter { $0.package == package }
        guard apps.isEmpty == own.isEmpty, own.allSatisfy({ $0.certificates == nil }) else { return nil }
        let isRead = own.contains { $0.filters != nil }
        var keys: Set<CertificateFingerprint> = []
        for statement in site.assetStatements where statement.relations.contains(.handleAllURLs) {
            if case .androidApp(package, let fingerprints) = statement.target { keys.formUnion(fingerprints) }
        }
        let key = keys.count == 1 ? keys.first.map { "a key other than \($0.description.prefix(11))…" } : nil
        let name = Clip.clip(package)
        return
            "1. \(key ?? "another key") may sign the build, as Google Play does (Play Console, App signing): add "
            + (own.isEmpty ? "--app-id \(name) " : "") + "--fingerprint SHA256. "
            + (isRead
                ? "" : "2. The app may lack an intent filter with autoVerify for the host: --app PROJECT reads it. ")
            + "\(isRead ? 2 : 3). Android may not have verified the host: adb shell pm get-app-links \(name) > phone.txt, "
            + "and add --device-report phone.txt."
            + (isRead ? " 3. Typed links, and redirects without a tap, stay in the browser." : "")
    }
}
