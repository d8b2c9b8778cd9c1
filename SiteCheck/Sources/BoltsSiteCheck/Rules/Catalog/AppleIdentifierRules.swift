/// The rules about app identifiers.
extension AssociationRule {
    static let appleIdentifierRules: [AssociationRule] = [
        .aasaDetailsNoAppId, .aasaDetailsBothAppIds, .aasaAppIdMalformed, .aasaAppIdPlaceholder, .aasaAppIdSample,
        .aasaAppIdNumericPrefix, .aasaAppIdLowercasePrefix, .aasaAppIdWildcard, .aasaDuplicateApp,
    ]

    static let aasaDetailsNoAppId = Severity.error.rule(
        "aasa-details-no-app-id",
        summary: "An entry has no app identifier.",
        reason: "It applies to no app.",
        fix: "Add appIDs with the identifiers.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaDetailsBothAppIds = Severity.warning.rule(
        "aasa-details-both-app-ids",
        summary: "An entry has both appID and appIDs.",
        reason: "Readers disagree: appID is ignored, or both count.",
        fix: "Keep appIDs.",
        evidence: [.init(.convention, "sources disagree: appID beside appIDs")]
    )

    static let aasaAppIdMalformed = Severity.error.rule(
        "aasa-app-id-malformed",
        summary: "An app identifier is not ten letters or digits, a dot and a bundle identifier.",
        reason: "No installed app has such an identifier.",
        fix: "Write the team id (ten characters, in Apple's developer account), a dot and the bundle identifier.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaAppIdPlaceholder = Severity.error.rule(
        "aasa-app-id-placeholder",
        summary: "An app identifier is still a placeholder of a template.",
        reason: "No installed app has such an identifier.",
        fix: "Write the team id (ten characters, in Apple's developer account), a dot and the bundle identifier.",
        evidence: [.init(.observed, "real files")]
    )

    static let aasaAppIdSample = Severity.warning.rule(
        "aasa-app-id-sample",
        summary: "A bundle identifier is a sample of documentation.",
        reason: "com.example is for samples; the App Store has no such app.",
        fix: "Write the app's own bundle identifier.",
        evidence: [.init(.convention, "as for the package of an Android app")]
    )

    static let aasaAppIdNumericPrefix = Severity.warning.rule(
        "aasa-app-id-numeric-prefix",
        summary: "The prefix of an app identifier consists of digits only.",
        reason: "It looks like the app's App Store id; a prefix is usually the team id.",
        fix: "Use the team id from the developer account.",
        evidence: [.init(.observed, "real files")]
    )

    static let aasaAppIdLowercasePrefix = Severity.note.rule(
        "aasa-app-id-lowercase-prefix",
        summary: "The prefix of an app identifier has lower-case letters.",
        reason: "Apple's software changes them to upper case; other readers may not.",
        fix: "Write the prefix in upper case.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaAppIdWildcard = Severity.error.rule(
        "aasa-app-id-wildcard",
        summary: "An app identifier has a star.",
        reason: "Identifiers are compared literally.",
        fix: "List each app.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaDuplicateApp = Severity.warning.rule(
        "aasa-duplicate-app",
        summary: "The same app is in two entries.",
        reason: "Readers disagree: only the first entry counts, or both are read in turn.",
        fix: "Merge the rules into one entry.",
        evidence: [.init(.convention, "sources disagree: one app in two entries")]
    )
}
