@_spi(Bolts) import BoltsAppLinks

/// The JSON of a page that could not be resolved, or of a URL or data that could not be read.
struct FailureReport: JSONReport {
    struct Failure: Encodable, Sendable {
        let code: String
        let message: String
        let status: Int?
    }

    /// The input, if a command takes several.
    let input: String?
    let error: Failure

    init(input: String, message: String) {
        self.input = input
        error = Failure(code: "input", message: message, status: nil)
    }

    init(input: String? = nil, error: any Error) {
        self.input = input
        let resolution = error as? PageError
        let code = resolution?.code.description ?? (error as? AppLinkDataError)?.code.rawValue
        self.error = Failure(
            code: code ?? "input",
            message: "\(error)",
            status: resolution?.httpStatus
        )
    }
}
