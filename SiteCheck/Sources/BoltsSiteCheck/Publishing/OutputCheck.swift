/// Runs ``AssociationCheck`` on the files before they are published.
enum OutputCheck {
    /// Returns the findings about the files as problems of the description.
    static func problems(_ description: SiteDescription) -> [SiteDescriptionProblem] {
        var problems: [SiteDescriptionProblem] = []
        // The rules of every platform are checked in Apple's form, because only that check compares rules with each other.
        let apple = AppleFileWriter(
            description.apps.enumerated().flatMap { index, app in
                app.platforms.map { platform in
                    let own = platform == .apple ? app.apple?.identifier : nil
                    let identifier = own ?? "R2TQ9MZ7K4.checked.app\(index).\(platform)"
                    return (index, identifier, DescribedRules(description, app: app, on: platform))
                }
            }
        )
        if let bytes = apple.bytes {
            let findings = AssociationCheck.findings(inAppSiteAssociation: bytes, file: "apple-app-site-association")
            problems += findings.map { problem($0, origin: apple.origin) }
        }
        // After an error, checking each platform's file would report the same problem again.
        guard problems.allSatisfy(\.isWarning) else { return distinct(problems) }
        let android = AssetLinksWriter(description)
        if let bytes = android.bytes {
            let findings = AssociationCheck.findings(inAssetLinks: bytes, file: "assetlinks.json")
            problems += findings.map { problem($0, origin: android.origin) }
        }
        let windows = WindowsFileWriter(description)
        if let bytes = windows.bytes {
            let findings = AssociationCheck.findings(inWindowsWebLinks: bytes, file: "windows-app-web-link")
            problems += findings.map { problem($0, origin: windows.origin) }
        }
        return distinct(problems)
    }

    private static func distinct(_ problems: [SiteDescriptionProblem]) -> [SiteDescriptionProblem] {
        var seen = Set<String>()
        return problems.filter { seen.insert("\($0.pointer) \($0.message)").inserted }
    }

    private static func problem(_ finding: Finding, origin: (String) -> String) -> SiteDescriptionProblem {
        let pointer = origin(finding.place?.pointer ?? "")
        // The messages of these rules name places in the written file, which the user has not seen.
        let words: (message: String, fix: String) =
            switch finding.rule {
            case .aasaRedundantRule: ("Another rule covers this one.", "Remove it, or narrow the other.")
            case .aasaUnreachableRule:
                ("A rule under exclude covers this one, so it opens nothing.", "Remove it, or narrow the other.")
            case .assetlinksDynamicOnlyExcludes, .windowsNoPaths:
                ("The exclusions cover everything that the app opens.", "Narrow them, or remove the app.")
            default: (finding.message, finding.rule.fix)
            }
        return SiteDescriptionProblem(
            .breaksRule,
            at: pointer,
            "\(words.message) (\(finding.rule.id))",
            fix: words.fix,
            isWarning: finding.rule == .aasaNearLimit
        )
    }
}
