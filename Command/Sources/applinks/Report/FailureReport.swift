@_spi(Bolts) import BoltsAppLinks

/// The JSON of a page that could not be resolved, or of a URL or data that could not be read.
enum FailureReport {
    /// `input` is `nil` for a command that takes only one.
    static func json(input: String? = nil, error: any Error) throws -> String {
        let page = error as? PageError
        let code = page?.code.description ?? (error as? AppLinkDataError)?.code.rawValue
        let failure: JSONObject = ["code": code ?? "input", "message": "\(error)", "status": page?.httpStatus]
        return try (["input": input, "error": failure] as JSONObject).json()
    }
}
