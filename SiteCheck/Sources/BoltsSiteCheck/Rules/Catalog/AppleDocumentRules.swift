/// The rules about the outer form of Apple's file.
extension AssociationRule {
    static let appleDocumentRules: [AssociationRule] = [
        .aasaInvalidJson, .aasaDuplicateJsonKey, .aasaRootNotObject, .aasaNoService, .aasaNoApplinks,
        .aasaUnknownService, .aasaServiceMisplaced, .aasaServiceWrongType, .aasaServiceAppsMissing,
        .aasaServiceAppsDiffer, .aasaAppclipId, .aasaNoDetails, .aasaDetailsDictionary, .aasaDetailsWrongType,
        .aasaAppsNotEmpty, .aasaUnknownKey,
    ]

    static let aasaInvalidJson = Severity.error.rule(
        "aasa-invalid-json",
        summary: "The file is not strict JSON.",
        reason: "Nothing in it is read.",
        fix: "Correct the syntax at the place shown.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaDuplicateJsonKey = Severity.warning.rule(
        "aasa-duplicate-json-key",
        summary: "An object has the same member twice.",
        reason: "Readers keep one of the two, and no document says which.",
        fix: "Merge the members."
    )

    static let aasaRootNotObject = Severity.error.rule(
        "aasa-root-not-object",
        summary: "The document is not an object.",
        reason: "No service is found in it.",
        fix: "Make the document an object.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaNoService = Severity.error.rule(
        "aasa-no-service",
        summary: "The document has no known service.",
        reason: "The file then says nothing.",
        fix: "Add applinks, webcredentials, appclips or activitycontinuation.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaNoApplinks = Severity.note.rule(
        "aasa-no-applinks",
        summary: "The document has services but no applinks.",
        reason: "Links do not open an app.",
        fix: "Add applinks, unless links are not meant to open an app.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaUnknownService = Severity.note.rule(
        "aasa-unknown-service",
        summary: "The document has a member that is not a known service.",
        reason: "Nothing reads it unless an app asks for a service of that name.",
        fix: "Write applinks, webcredentials, appclips or activitycontinuation, or remove the member.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaServiceMisplaced = Severity.warning.rule(
        "aasa-service-misplaced",
        summary: "A service is inside applinks.",
        reason: "Services are read at the top level only.",
        fix: "Move it to the top level.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaServiceWrongType = Severity.error.rule(
        "aasa-service-wrong-type",
        summary: "The value of a service is not an object.",
        reason: "The service is ignored.",
        fix: "Make it an object.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaServiceAppsMissing = Severity.warning.rule(
        "aasa-service-apps-missing",
        summary: "A service has no apps array.",
        reason: "It names no app.",
        fix: "Add an apps array with the app identifiers.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaServiceAppsDiffer = Severity.note.rule(
        "aasa-service-apps-differ",
        summary: "A service names an app that applinks does not name.",
        reason: "This is often a typing error in the identifier.",
        fix: "Write the same identifiers in both services, unless an app is meant for one of them only."
    )

    static let aasaAppclipId = Severity.warning.rule(
        "aasa-appclip-id",
        summary: "The identifier of an App Clip does not begin with the identifier of an app in the file.",
        reason: "An App Clip's identifier is its app's identifier, a dot and a suffix.",
        fix: "Write the identifier of an app that applinks names, a dot and the name of the clip.",
        evidence: [.init(.appleDocumentation, "App Clips: supporting invocations")]
    )

    static let aasaNoDetails = Severity.error.rule(
        "aasa-no-details",
        summary: "applinks has no details, or they are empty.",
        reason: "No app is named.",
        fix: "Add an entry for the app.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaDetailsDictionary = Severity.note.rule(
        "aasa-details-dictionary",
        summary: "details is a dictionary.",
        reason: "This is the oldest form, and its entries have no order.",
        fix: "Use an array of entries.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaDetailsWrongType = Severity.error.rule(
        "aasa-details-wrong-type",
        summary: "details is neither an array nor a dictionary, or an entry is not an object.",
        reason: "It is ignored.",
        fix: "Write an array of objects.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaAppsNotEmpty = Severity.note.rule(
        "aasa-apps-not-empty",
        summary: "applinks.apps has members.",
        reason: "It was once required to be empty and is read only when details is missing.",
        fix: "Leave an empty array, as older systems want it, or remove apps.",
        evidence: [.init(.appleDocumentation, "App Search Programming Guide: Universal Links")]
    )

    static let aasaUnknownKey = Severity.warning.rule(
        "aasa-unknown-key",
        summary: "An object has a member that Apple's format does not define.",
        reason: "It is ignored silently; a component may then match every URL.",
        fix: "Write the name of a member that Apple documents, or remove the member.",
        evidence: [.init(.appleTool, "swcutil: gap unknown-key")]
    )
}
