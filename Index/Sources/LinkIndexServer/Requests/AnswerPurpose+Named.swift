import LinkIndex

extension AnswerPurpose {
    /// Reads the purposes of a request; if none is named, the purpose is links.
    ///
    /// - Throws: A ``Problem`` that lists the names.
    static func named(_ names: [String]) throws -> Set<AnswerPurpose> {
        if names.isEmpty { return [.links] }
        return Set(
            try names.map { name in
                guard let purpose = AnswerPurpose(rawValue: name.lowercased()) else {
                    throw Problem(
                        .badRequest,
                        "unknown-purpose",
                        "Unknown purpose",
                        "\(String(name.prefix(64))) is not a purpose. An answer is for "
                            + "\(AnswerPurpose.allCases.map(\.rawValue).joined(separator: ", "))."
                    )
                }
                return purpose
            }
        )
    }
}
