import BoltsSiteCheck

/// Which platform a finding or an answer is about.
enum FindingPlatform {
    /// The beginnings of the ids of rules that are about one platform only.
    private static let prefixes: [(platform: SiteDifference.Platform, ids: [String])] = [
        (
            .apple,
            [
                "aasa-", "ios-app-", "banner-", "al-ios-", "al-app-store-id", "cross-ios-", "cross-app-clip-",
                "cross-clip",
            ]
        ),
        (
            .android,
            [
                "assetlinks-", "android-app-", "al-android-", "al-package", "alternate-android-app", "intent-",
                "cross-android-", "cross-intent-package", "cross-page-dynamic", "cross-app-certificate",
                "cross-app-upload-key", "cross-app-legacy-host", "cross-app-dynamic-outside",
            ]
        ),
        (.windows, ["windows-", "al-windows-"]),
    ]

    /// The platform of a rule, or `nil` if it is about several.
    static func of(rule id: String) -> SiteDifference.Platform? {
        prefixes.first { $0.ids.contains(where: id.hasPrefix) }?.platform
    }

    /// The platform of a device, or `nil` for computers on which no association file counts.
    static func of(_ device: LinkDevice) -> SiteDifference.Platform? {
        switch device {
        case .iphone, .ipad, .mac, .vision, .tv, .watch: .apple
        case .android, .android12, .android11: .android
        case .windows: .windows
        case .desktop: nil
        }
    }

    /// Leaves out what is about other platforms only.
    static func keep(_ platforms: Set<SiteDifference.Platform>, in result: inout CheckResult) {
        func isKept(_ platform: SiteDifference.Platform?) -> Bool { platform.map(platforms.contains) ?? true }
        let kept = result.answers.filter { $0.devices.contains { isKept(of($0)) } }
        let causes = Set(kept.compactMap(\.finding))
        let others = Set(result.answers.compactMap(\.finding)).subtracting(causes)
        result.answers = kept
        result.findings.removeAll { checked in
            others.contains(checked.finding) || !isKept(of(rule: checked.finding.rule.id))
        }
    }
}
