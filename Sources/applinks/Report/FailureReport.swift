import BoltsAppLinks

/// A page that could not be resolved.
struct FailureReport: JSONReport {
    struct Failure: Encodable, Sendable {
        let code: String
        let message: String
        let status: Int?
    }

    let input: String
    let error: Failure

    init(input: String, error: any Error) {
        self.input = input
        let resolution = error as? AppLinkResolutionError
        self.error = Failure(
            code: resolution?.code.description ?? "input",
            message: "\(error)",
            status: resolution?.httpStatus
        )
    }
}
