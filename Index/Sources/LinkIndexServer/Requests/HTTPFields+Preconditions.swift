import HTTPTypes

/// The preconditions of a request about the answer that the client has (RFC 9110, section 13.1).
///
/// Answers have no modification time, so conditions about one are ignored.
extension HTTPFields {
    /// Whether the request is conditional on the current answer.
    var hasPrecondition: Bool { self[.ifMatch] != nil || self[.ifNoneMatch] != nil }

    /// Whether every condition is `*`, so the answer need not be known to decide it.
    var namesAnyAnswer: Bool {
        (self[values: .ifMatch] + self[values: .ifNoneMatch]).allSatisfy {
            $0.filter { $0 != " " && $0 != "\t" } == "*"
        }
    }

    /// - Throws: A ``Problem`` if `If-Match` does not contain the tag of an answer.
    func requireMatch(of answer: FinishedAnswer) throws {
        guard self[.ifMatch] != nil else { return }
        guard self[values: .ifMatch].contains(where: { answer.isNamed(in: $0, isStrong: true) }) else {
            throw Problem.preconditionFailed
        }
    }

    /// - Throws: A ``Problem`` if the conditions forbid a change of an answer.
    func requireChange(of answer: FinishedAnswer) throws {
        try requireMatch(of: answer)
        // Both conditions must be met (section 13.2.2).
        guard !self[values: .ifNoneMatch].contains(where: { answer.isNamed(in: $0) }) else {
            throw Problem.preconditionFailed
        }
    }
}

extension Problem {
    static let preconditionFailed = Problem(
        .preconditionFailed,
        "precondition-failed",
        "Precondition failed",
        "The answer is not one that If-Match asks for, or is one that If-None-Match excludes. Nothing was done."
    )
}
