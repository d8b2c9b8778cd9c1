/// The rules about the outcome of a link: whether an app may open it on each kind of device.
extension AssociationRule {
    static let verdictRules: [AssociationRule] = [
        .linkNoApp, .linkNoMatch, .linkExcluded, .linkNotListed, .linkUndecided, .linkPageForFiles,
        .linkFilesUnpublished, .linkSiteUnreachable, .linkPageUnreadable,
    ]

    static let linkNoApp = Severity.error.rule(
        "link-no-app",
        summary: "No app is associated with this host.",
        reason:
            "Neither apple-app-site-association nor assetlinks.json is served, so no app gets the host's passwords and passkeys; "
            + "where no tag of the page names an app either, every link stays in the browser.",
        fix: "Serve the two files below /.well-known; applinks init and applinks publish write them.",
        evidence: [
            .init(.appleDocumentation, "Supporting associated domains"),
            .init(.googleDocumentation, "Configure assetlinks.json"),
        ]
    )

    static let linkNoMatch = Severity.error.rule(
        "link-no-match",
        summary: "The file names an app, but no rule for it allows the URL.",
        reason: "The link stays in the browser.",
        fix: "Add a rule that allows the URL, or link to one that a rule allows.",
        evidence: [.init(.appleTool, "swcutil"), .init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let linkExcluded = Severity.note.rule(
        "link-excluded",
        summary: "A rule keeps the URL in the browser.",
        reason: "An exclusion is deliberate; it is named so that nobody has to search for it.",
        fix: "Remove or narrow the exclusion if the app is to open the URL.",
        evidence: [.init(.appleTool, "swcutil"), .init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let linkNotListed = Severity.error.rule(
        "link-not-listed",
        summary: "The file does not name an app for links.",
        reason: "The link stays in the browser.",
        fix: "Name the app in the file.",
        evidence: [
            .init(.appleDocumentation, "applinks reference"),
            .init(.googleDocumentation, "Configure assetlinks.json"),
        ]
    )

    static let linkUndecided = Severity.warning.rule(
        "link-undecided",
        summary: "Sources disagree whether the file lets the app open the URL.",
        reason: "Some devices open the app and others the browser.",
        fix: "Write the rules so that both readings agree: one entry for each app, with components or with paths.",
        evidence: [
            .init(.convention, "sources disagree"),
            .init(.observed, "PatternMatcher and UriRelativeFilterGroup of AOSP"),
        ]
    )

    static let linkPageForFiles = Severity.error.rule(
        "link-page-for-files",
        summary: "The server answers requests for the association files with a page.",
        reason:
            "A login, a redirect or a single-page application is in front of the files, so no platform can read them.",
        fix: "Serve /.well-known/ itself: put the files there, before the login, the redirect or the fallback.",
        evidence: [
            .init(.appleDocumentation, "Supporting associated domains"),
            .init(.googleDocumentation, "Troubleshoot App Links"),
        ]
    )

    static let linkFilesUnpublished = Severity.error.rule(
        "link-files-unpublished",
        summary: "Jekyll does not publish the folder .well-known, in which the association files are.",
        reason:
            "Jekyll, which builds the sites of GitHub Pages too, leaves out names that begin with a dot, unless include in "
            + "_config.yml lists them, so the files are not on the site. IIS and Netlify have settings with the same effect.",
        fix: "Add .well-known to include in _config.yml, and publish the site again.",
        evidence: [.init(.observed, "Jekyll's EntryFilter, the documentation of IIS and Netlify")]
    )

    static let linkSiteUnreachable = Severity.error.rule(
        "link-site-unreachable",
        summary: "The host does not answer requests for its association files.",
        reason:
            "Until it answers, no platform can read the files; copies that a platform kept are not known here.",
        fix: "Make the server answer for both files, to everybody.",
        evidence: [
            .init(.appleDocumentation, "Supporting associated domains"),
            .init(.googleDocumentation, "Troubleshoot App Links"),
        ]
    )

    static let linkPageUnreadable = Severity.warning.rule(
        "link-page-unreadable",
        summary: "The page itself cannot be read.",
        reason:
            "Users without the app see an error in the browser; the association files decide without the page.",
        fix: "Serve a page at the URL, or at the address to which it redirects."
    )
}
