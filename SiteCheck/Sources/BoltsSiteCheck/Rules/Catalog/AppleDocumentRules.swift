/// The rules about the outer form of Apple's file.
extension AssociationRule {
    static let appleDocumentRules: [AssociationRule] = [
        .aasaInvalidJson, .aasaDuplicateJsonKey, .aasaRootNotObject, .aasaNoService, .aasaNoApplinks,
        .aasaUnknownService, .aasaServiceMisplaced, .aasaServiceWrongType, .aasaServiceAppsMissing,
        .aasaServiceAppsDiffer, .aasaAppclipId, .aasaNoDetails, .aasaDetailsDictionary, .aasaDetailsWrongType,
        .aasaAppsNotEmpty, .aasaUnknownKey,
    ]

    static let aasaInvalidJson = AssociationRule(
        id: "aasa-invalid-json",
        severity: .error,
        summary: "The file is not strict JSON.",
        reason: "Nothing in it is read.",
        fix: "Correct the syntax at the place shown.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaDuplicateJsonKey = AssociationRule(
        id: "aasa-duplicate-json-key",
        severity: .warning,
        summary: "An object has the same member twice.",
        reason: "Readers keep one of the two, and no document says which.",
        fix: "Merge the members.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let aasaRootNotObject = AssociationRule(
        id: "aasa-root-not-object",
        severity: .error,
        summary: "The document is not an object.",
        reason: "No service is found in it.",
        fix: "Make the document an object.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaNoService = AssociationRule(
        id: "aasa-no-service",
        severity: .error,
        summary: "The document has no known service.",
        reason: "The file then says nothing.",
        fix: "Add applinks, webcredentials, appclips or activitycontinuation.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaNoApplinks = AssociationRule(
        id: "aasa-no-applinks",
        severity: .note,
        summary: "The document has services but no applinks.",
        reason: "Links do not open an app.",
        fix: "Add applinks, unless links are not meant to open an app.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaUnknownService = AssociationRule(
        id: "aasa-unknown-service",
        severity: .note,
        summary: "The document has a member that is not a known service.",
        reason: "Nothing reads it unless an app asks for a service of that name.",
        fix: "Write applinks, webcredentials, appclips or activitycontinuation, or remove the member.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaServiceMisplaced = AssociationRule(
        id: "aasa-service-misplaced",
        severity: .warning,
        summary: "A service is inside applinks.",
        reason: "Services are read at the top level only.",
        fix: "Move it to the top level.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaServiceWrongType = AssociationRule(
        id: "aasa-service-wrong-type",
        severity: .error,
        summary: "The value of a service is not an object.",
        reason: "The service is ignored.",
        fix: "Make it an object.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaServiceAppsMissing = AssociationRule(
        id: "aasa-service-apps-missing",
        severity: .warning,
        summary: "A service has no apps array.",
        reason: "It names no app.",
        fix: "Add an apps array with the app identifiers.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaServiceAppsDiffer = AssociationRule(
        id: "aasa-service-apps-differ",
        severity: .note,
        summary: "A service names an app that applinks does not name.",
        reason: "This is often a typing error in the identifier.",
        fix: "Write the same identifiers in both services, unless an app is meant for one of them only.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let aasaAppclipId = AssociationRule(
        id: "aasa-appclip-id",
        severity: .warning,
        summary: "The identifier of an App Clip does not begin with the identifier of an app in the file.",
        reason: "An App Clip's identifier is its app's identifier, a dot and a suffix.",
        fix: "Write the identifier of an app that applinks names, a dot and the name of the clip.",
        evidence: [.init(.appleDocumentation, "App Clips: supporting invocations")]
    )

    static let aasaNoDetails = AssociationRule(
        id: "aasa-no-details",
        severity: .error,
        summary: "applinks has no details, or they are empty.",
        reason: "No app is named.",
        fix: "Add an entry for the app.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaDetailsDictionary = AssociationRule(
        id: "aasa-details-dictionary",
        severity: .note,
        summary: "details is a dictionary.",
        reason: "This is the oldest form, and its entries have no order.",
        fix: "Use an array of entries.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaDetailsWrongType = AssociationRule(
        id: "aasa-details-wrong-type",
        severity: .error,
        summary: "details is neither an array nor a dictionary, or an entry is not an object.",
        reason: "It is ignored.",
        fix: "Write an array of objects.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaAppsNotEmpty = AssociationRule(
        id: "aasa-apps-not-empty",
        severity: .note,
        summary: "applinks.apps has members.",
        reason: "It was once required to be empty and is read only when details is missing.",
        fix: "Leave an empty array, as older systems want it, or remove apps.",
        evidence: [.init(.appleDocumentation, "App Search Programming Guide: Universal Links")]
    )

    static let aasaUnknownKey = AssociationRule(
        id: "aasa-unknown-key",
        severity: .warning,
        summary: "An object has a member that Apple's format does not define.",
        reason: "It is ignored silently; a component may then match every URL.",
        fix: "Write the name of a member that Apple documents, or remove the member.",
        evidence: [.init(.appleTool, "swcutil: gap unknown-key")]
    )
}
