import BoltsAppLinks

/// The JSON of a page that could not be resolved, or of a URL that could not be read.
struct FailureReport: JSONReport {
    struct Failure: Encodable, Sendable {
        let code: String
        let message: String
        let status: Int?
    }

    let input: String
    let error: Failure

    init(input: String, message: String) {
        self.input = input
        error = Failure(code: "input", message: message, status: nil)
    }

    init(input: String, error: any Error) {
        self.input = input
        let resolution = error as? PageError
        self.error = Failure(
            code: resolution?.code.description ?? "input",
            message: "\(error)",
            status: resolution?.httpStatus
        )
    }
}
