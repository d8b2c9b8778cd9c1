@_spi(Bolts) import BoltsSiteCheck

/// The parts of a result that concern the selected platforms.
enum FindingPlatform {
    /// The platform of a device, or `nil` for computers on which no association file counts.
    static func of(_ device: LinkDevice) -> SiteDifference.Platform? {
        switch device {
        case .iphone, .ipad, .mac, .vision, .tv, .watch: .apple
        case .android, .android12, .android11: .android
        case .windows: .windows
        case .desktop: nil
        }
    }

    static func keep(_ platforms: Set<SiteDifference.Platform>, in result: inout CheckResult) {
        func isKept(_ platform: SiteDifference.Platform?) -> Bool { platform.map(platforms.contains) ?? true }
        let kept = result.answers.filter { $0.devices.contains { isKept(of($0)) } }
        let causes = Set(kept.compactMap(\.finding))
        let others = Set(result.answers.compactMap(\.finding)).subtracting(causes)
        result.answers = kept
        result.findings.removeAll { checked in
            others.contains(checked.finding) || !isKept(SiteDifference.Platform(of: checked.finding.rule))
        }
    }
}
