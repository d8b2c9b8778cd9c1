/// The documentation page that lists every rule, generated from the rules.
enum RulePage {
    static var markdown: String {
        var text = """
            # Rules

            The rules for association files, for the tags of a page, and for both together. This page is generated from the code;
            `BOLTS_UPDATE_DOCUMENTATION=1 swift test --package-path SiteCheck --filter RulePageTests` writes it again.

            A rule's id never changes its meaning. An **error** cannot work, a **warning** is likely not what was meant, and a
            **note** is worth knowing. A finding that keeps every app of the site from opening its links on some devices is an
            error, even if only the app's sources lack something. If the sources leave a value open, nothing is decided. The
            evidence names the source of a rule; an observation is no promise of the platform.

            Each rule ends with one of four kinds of fixes:

            - An **edit** of a data file. `applinks check` tries it on a copy before it prints it. `--fix` makes the edit if the
              links that open each app stay the same, or if an app gains only links that its entry names already, in a spelling that
              the platform refuses. `--fix-unsafe` makes it if other links may open an app, or if it removes something that its author
              may want to keep.
            - The whole text of a missing **file**.
            - An **instruction** for a server, a page's template, an app's code or a device, with a command that shows that it was
              followed.
            - A **question** that only a person can answer, for example if no edit passes the trial.

            """
        for (title, rules) in sections {
            text += "\n## \(title)\n"
            for rule in rules {
                text += """

                    ### \(rule.id)

                    **\(rule.severity.rawValue)** \(rule.summary)

                    \(rule.reason) \(rule.fix)\(whoFixes(rule))

                    *\(rule.evidence.map(\.description).joined(separator: "; "))*

                    """
            }
        }
        return text
    }

    /// A sentence about how a program fixes a violation, or an empty text if none can.
    private static func whoFixes(_ rule: AssociationRule) -> String {
        switch rule.usualFix {
        case .edit(_, .safe, _): " `--fix` tries it."
        case .edit(_, .unsafe, _): " `--fix-unsafe` tries it."
        case .file: " The whole file is printed if `--app`, or `--app-id` and `--fingerprint`, name the app."
        case .instruction(let proof): "\n\nDone when: \(marked(proof))"
        case .question(let question): "\n\n\(question.text) \(question.answers.joined(separator: " / "))"
        case nil: ""
        }
    }

    /// A proof with its command as code.
    private static func marked(_ proof: String) -> String {
        for verb in [" prints ", " names ", " opens "] {
            guard let said = proof.firstRange(of: verb) else { continue }
            return "`\(proof[..<said.lowerBound])`\(proof[said.lowerBound...])"
        }
        return proof
    }

    static let sections: [(title: String, rules: [AssociationRule])] = [
        ("apple-app-site-association: how it is served", AssociationRule.appleTransportRules),
        ("apple-app-site-association: the document", AssociationRule.appleDocumentRules),
        ("apple-app-site-association: app identifiers", AssociationRule.appleIdentifierRules),
        ("apple-app-site-association: rules and patterns", AssociationRule.applePatternRules),
        ("assetlinks.json: how it is served", AssociationRule.assetLinksTransportRules),
        ("assetlinks.json: statements", AssociationRule.assetLinksContentRules),
        ("assetlinks.json: Android's dynamic rules", AssociationRule.assetLinksDynamicRules),
        ("Tags: App Links", AssociationRule.tagAppLinksRules),
        ("Tags: banners, cards, alternates and intents", AssociationRule.tagBannerRules),
        ("A page and the files of its host", AssociationRule.crossRules),
        ("What becomes of a link", AssociationRule.verdictRules),
        ("What must become of a link", AssociationRule.expectationRules),
        ("windows-app-web-link", AssociationRule.windowsRules),
        ("An app: Android", AssociationRule.androidAppRules),
        ("An app: Apple's devices", AssociationRule.appleAppRules),
        ("An app and the files of a host", AssociationRule.crossAppRules),
        ("A device", AssociationRule.deviceRules),
        ("The code that gets a link", AssociationRule.receiverRules),
        ("Signing in", AssociationRule.signInRules),
        ("Signing in: files for nothing else", AssociationRule.signInFileRules),
    ]
}
