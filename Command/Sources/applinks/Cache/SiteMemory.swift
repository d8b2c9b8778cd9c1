/// What the servers of a few inputs answered, so that trying an edit of an app's files asks none of them again.
actor SiteMemory {
    /// The memory of the inputs that are checked, or `nil` if every check asks.
    @TaskLocal static var current: SiteMemory?
    /// The maximum number of inputs: the answers for many would take too much memory, and each try reads the app again.
    static let maximumInputs = 8

    private var answers: [String: any Sendable] = [:]

    /// Returns what is remembered of a URL or a host, or fetches it.
    static func answer<Answer: Sendable>(
        of name: String,
        _ fetch: @Sendable () async throws -> Answer
    ) async rethrows -> Answer {
        if let known = await current?.answers[name] as? Answer { return known }
        let answer = try await fetch()
        await current?.keep(answer, of: name)
        return answer
    }

    private func keep(_ answer: any Sendable, of name: String) { answers[name] = answer }
}
