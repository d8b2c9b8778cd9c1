/// The rules about statements.
extension AssociationRule {
    static let assetLinksContentRules: [AssociationRule] = [
        .assetlinksBom, .assetlinksInvalidJson, .assetlinksDuplicateJsonKey, .assetlinksNotArray, .assetlinksEmpty,
        .assetlinksStatementNotObject, .assetlinksUnknownKey, .assetlinksMissingRelation,
        .assetlinksRelationNotArray, .assetlinksRelationMalformed, .assetlinksRelationUnknown,
        .assetlinksRelationMisspelled, .assetlinksMissingTarget, .assetlinksNamespaceUnknown,
        .assetlinksPackageMalformed, .assetlinksPackageSample, .assetlinksFingerprintsMissing,
        .assetlinksFingerprintsNotArray, .assetlinksFingerprintsEmpty, .assetlinksFingerprintLowercase,
        .assetlinksFingerprintSha1, .assetlinksFingerprintMalformed, .assetlinksFingerprintPlaceholder,
        .assetlinksFingerprintSample, .assetlinksFingerprintPublicDebugKey, .assetlinksSingleFingerprint,
        .assetlinksDuplicateStatement, .assetlinksWebSiteMalformed, .assetlinksNoHandleAllUrls,
        .assetlinksHandleAllUrlsWebTarget, .assetlinksIncludeWithFields, .assetlinksIncludeUrl,
        .assetlinksIncludeInsecure, .assetlinksIncludeDeep,
    ]

    static let assetlinksBom = Severity.warning.rule(
        "assetlinks-bom",
        summary: "The file begins with a UTF-8 byte order mark.",
        reason: "Strict readers refuse it.",
        fix: "Save the file without a byte order mark."
    )

    static let assetlinksInvalidJson = Severity.error.rule(
        "assetlinks-invalid-json",
        summary: "The file is not strict JSON.",
        reason: "All statements are lost.",
        fix: "Correct the syntax at the place shown.",
        evidence: [.init(.googleTest, "2006–2008")]
    )

    static let assetlinksDuplicateJsonKey = Severity.warning.rule(
        "assetlinks-duplicate-json-key",
        summary: "An object has the same member twice.",
        reason: "Readers keep one of the two, and no document says which.",
        fix: "Write one statement for each app, and one list for several values."
    )

    static let assetlinksNotArray = Severity.error.rule(
        "assetlinks-not-array",
        summary: "The document is not an array.",
        reason: "All statements are lost.",
        fix: "Put the statements into one array.",
        evidence: [.init(.googleTest, "2009, 2010")]
    )

    static let assetlinksEmpty = Severity.error.rule(
        "assetlinks-empty",
        summary: "The array is empty.",
        reason: "There are no statements.",
        fix: "Add a statement.",
        evidence: [.init(.googleTest, "2002")]
    )

    static let assetlinksStatementNotObject = Severity.error.rule(
        "assetlinks-statement-not-object",
        summary: "A statement is not an object.",
        reason: "It is dropped.",
        fix: "Write a statement: an object with relation and target.",
        evidence: [.init(.googleTest, "2003")]
    )

    static let assetlinksUnknownKey = Severity.warning.rule(
        "assetlinks-unknown-key",
        summary: "An object has a member that the format does not define.",
        reason: "It is ignored.",
        fix: "Write the name of a member that Google documents, or remove the member.",
        evidence: [.init(.googleTest, "2005"), .init(.observed, "servers and repositories")]
    )

    static let assetlinksMissingRelation = Severity.error.rule(
        "assetlinks-missing-relation",
        summary: "A statement has no relation, or an empty one.",
        reason: "It is dropped.",
        fix: "Add an array with at least one relation.",
        evidence: [.init(.googleTest, "2012, 2106, 2107")]
    )

    static let assetlinksRelationNotArray = Severity.error.rule(
        "assetlinks-relation-not-array",
        summary: "relation is not an array of strings.",
        reason: "The statement is dropped.",
        fix: "Write an array of strings.",
        evidence: [.init(.googleTest, "2108")]
    )

    static let assetlinksRelationMalformed = Severity.error.rule(
        "assetlinks-relation-malformed",
        summary: "A relation is not a kind, a slash and a detail of lower-case letters, digits, dots and underscores.",
        reason: "The statement is dropped.",
        fix: "Write a kind, a slash and a detail, such as delegate_permission/common.handle_all_urls.",
        evidence: [.init(.googleTest, "2109–2125")]
    )

    static let assetlinksRelationUnknown = Severity.note.rule(
        "assetlinks-relation-unknown",
        summary: "A relation is well-formed but not a known one.",
        reason: "Nobody asks for it.",
        fix: "Write delegate_permission/common.handle_all_urls for links and "
            + "delegate_permission/common.get_login_creds for passwords.",
        evidence: [.init(.googleTest, "2102")]
    )

    static let assetlinksRelationMisspelled = Severity.error.rule(
        "assetlinks-relation-misspelled",
        summary: "A relation is a misspelling of a known one.",
        reason:
            "Relations are compared exactly, so the statement does not let the app open links or use passwords.",
        fix: "Write the known relation.",
        evidence: [.init(.googleTest, "2102"), .init(.convention, "our own conclusion")]
    )

    static let assetlinksMissingTarget = Severity.error.rule(
        "assetlinks-missing-target",
        summary: "A statement has no target, or one that is not an object.",
        reason: "It is dropped.",
        fix: "Add a target object.",
        evidence: [.init(.googleTest, "2011, 2013")]
    )

    static let assetlinksNamespaceUnknown = Severity.error.rule(
        "assetlinks-namespace-unknown",
        summary: "The namespace of a target is neither web nor android_app.",
        reason: "The statement is dropped.",
        fix: "Write android_app for an app and web for a site.",
        evidence: [.init(.googleTest, "2014")]
    )

    static let assetlinksPackageMalformed = Severity.error.rule(
        "assetlinks-package-malformed",
        summary: "A package name is missing, or is not an Android application id.",
        reason: "No such app can exist.",
        fix: "Write the application id, such as com.company.app.",
        evidence: [
            .init(.googleTest, "2303, 2307, 2308"),
            .init(.googleDocumentation, "Configure the app module: application id"),
        ]
    )

    static let assetlinksPackageSample = Severity.warning.rule(
        "assetlinks-package-sample",
        summary: "A package name begins with com.example.",
        reason: "It is a sample name.",
        fix: "Put in the real application id.",
        evidence: [.init(.observed, "real files")]
    )

    static let assetlinksFingerprintsMissing = Severity.error.rule(
        "assetlinks-fingerprints-missing",
        summary: "The target has no sha256_cert_fingerprints.",
        reason: "The statement is dropped.",
        fix: "Add the fingerprints of the signing certificates.",
        evidence: [.init(.googleTest, "2304")]
    )

    static let assetlinksFingerprintsNotArray = Severity.error.rule(
        "assetlinks-fingerprints-not-array",
        summary: "sha256_cert_fingerprints is not an array.",
        reason: "The statement is dropped.",
        fix: "Write an array of strings.",
        evidence: [.init(.googleTest, "2305")]
    )

    static let assetlinksFingerprintsEmpty = Severity.error.rule(
        "assetlinks-fingerprints-empty",
        summary: "sha256_cert_fingerprints is an empty array.",
        reason: "The statement is dropped.",
        fix: "Add the fingerprints of the signing certificates.",
        evidence: [.init(.googleTest, "2309")]
    )

    static let assetlinksFingerprintLowercase = Severity.error.rule(
        "assetlinks-fingerprint-lowercase",
        summary: "A fingerprint has lower-case hexadecimal digits.",
        reason: "Android refuses it.",
        fix: "Write it in upper case.",
        evidence: [.init(.googleTest, "2312")]
    )

    static let assetlinksFingerprintSha1 = Severity.error.rule(
        "assetlinks-fingerprint-sha1",
        summary: "A fingerprint has 20 octets, as SHA-1 has.",
        reason: "keytool prints both; only SHA-256 counts.",
        fix: "Use the SHA-256 fingerprint.",
        evidence: [.init(.observed, "real files")]
    )

    static let assetlinksFingerprintMalformed = Severity.error.rule(
        "assetlinks-fingerprint-malformed",
        summary: "A fingerprint is not 32 octets of two hexadecimal digits joined by colons.",
        reason: "It is refused.",
        fix: "Copy the SHA-256 fingerprint with its colons.",
        evidence: [.init(.googleTest, "2310, 2311, 2313, 2314")]
    )

    static let assetlinksFingerprintPlaceholder = Severity.error.rule(
        "assetlinks-fingerprint-placeholder",
        summary: "A fingerprint is still a placeholder of a template.",
        reason: "No certificate has it.",
        fix: "Put in the real fingerprint.",
        evidence: [.init(.observed, "real files")]
    )

    static let assetlinksFingerprintSample = Severity.error.rule(
        "assetlinks-fingerprint-sample",
        summary: "A fingerprint is a sample.",
        reason: "No certificate of the app has it.",
        fix: "Put in the real fingerprint.",
        evidence: [
            .init(.googleDocumentation, "Configure assetlinks.json"), .init(.observed, "servers and repositories"),
        ]
    )

    static let assetlinksFingerprintPublicDebugKey = Severity.warning.rule(
        "assetlinks-fingerprint-public-debug-key",
        summary: "A fingerprint is that of the debug certificate in React Native's template.",
        reason: "Its private key is public, so anybody can sign an app with it.",
        fix: "Keep it out of the production file.",
        evidence: [.init(.observed, "real files")]
    )

    static let assetlinksSingleFingerprint = Severity.note.rule(
        "assetlinks-single-fingerprint",
        summary: "An app of the Play Store has only one fingerprint.",
        reason: "It may be that of the upload key, while users get an app signed by Google.",
        fix: "Compare it with Play Console, App signing.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDuplicateStatement = Severity.note.rule(
        "assetlinks-duplicate-statement",
        summary: "Two statements declare the same relation to the same app and certificate.",
        reason: "The second has no effect.",
        fix: "Remove it."
    )

    static let assetlinksWebSiteMalformed = Severity.error.rule(
        "assetlinks-web-site-malformed",
        summary: "The site of a web target is missing or is not a scheme, a host and at most a port.",
        reason: "The statement is dropped.",
        fix: "Write a site such as https://example.com, without a slash at the end.",
        evidence: [.init(.googleTest, "2206–2216")]
    )

    static let assetlinksNoHandleAllUrls = Severity.note.rule(
        "assetlinks-no-handle-all-urls",
        summary: "No valid statement lets an Android app handle all URLs.",
        reason: "Links are not verified for any app.",
        fix: "Add the relation delegate_permission/common.handle_all_urls, if links are meant to open an app.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksHandleAllUrlsWebTarget = Severity.warning.rule(
        "assetlinks-handle-all-urls-web-target",
        summary: "handle_all_urls has a web target.",
        reason: "It opens no app.",
        fix: "Use get_login_creds if credentials are to be shared."
    )

    static let assetlinksIncludeWithFields = Severity.error.rule(
        "assetlinks-include-with-fields",
        summary: "An include is beside a relation or target.",
        reason: "The statement is dropped.",
        fix: "Split it into two.",
        evidence: [.init(.googleTest, "2004")]
    )

    static let assetlinksIncludeUrl = Severity.error.rule(
        "assetlinks-include-url",
        summary: "An include is not an absolute http or https URL.",
        reason: "The included list is lost.",
        fix: "Write an absolute https URL that answers with status 200 and a list.",
        evidence: [.init(.googleTest, "5010, 5011")]
    )

    static let assetlinksIncludeInsecure = Severity.error.rule(
        "assetlinks-include-insecure",
        summary: "A list served over https includes one over http.",
        reason: "The include is refused.",
        fix: "Include it over https.",
        evidence: [.init(.googleTest, "5006, 5009")]
    )

    static let assetlinksIncludeDeep = Severity.warning.rule(
        "assetlinks-include-deep",
        summary: "An included list includes others, or there are more than ten includes.",
        reason: "Verifiers go one level deep or run out of their budget.",
        fix: "Keep includes to one level.",
        evidence: [.init(.googleTest, "5005"), .init(.googleDocumentation, "Digital Asset Links: statements")]
    )
}
