/// The rules about links with expectations.
extension AssociationRule {
    static let expectationRules: [AssociationRule] = [.linkMustOpen, .linkMustStay]

    static let linkMustOpen = Severity.error.rule(
        "link-must-open",
        summary: "A link that must open an app does not.",
        reason: "The settings or --expect name the app that opens the link, but on a device something else happens.",
        fix: "Let the file or the app cover the link, or correct the expectation."
    )

    static let linkMustStay = Severity.error.rule(
        "link-must-stay",
        summary: "A link that must stay in the browser may open an app.",
        reason:
            "The settings or --expect keep the link in the browser, as for the callback of a sign-in, but an app may take it.",
        fix: "Exclude the link in the file or in the app, or correct the expectation."
    )
}
