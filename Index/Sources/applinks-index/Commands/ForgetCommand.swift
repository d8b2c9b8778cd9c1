import ArgumentParser
import LinkIndex

/// `applinks-index forget`: removes a URL from the database.
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove a URL's page, and its host's association files, from the database.",
        discussion: """
            They are fetched again when somebody asks for them. A running service keeps what it has in memory until that is \
            stale: DELETE /v1/links?url=URL removes it there too.
            """
    )

    @Argument(help: "The URL, whose https:// may be missing.")
    var url: String

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var configuration: ConfigurationOptions

    func validate() throws { _ = try keys() }

    func run() async throws {
        let store = try await database.open(creates: false)
        let keys = try keys()
        do {
            try await store.removeRecords(for: keys)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    private func keys() throws -> [RecordKey] {
        guard let url = AppLinkIndex.url(askedAs: url) else {
            throw ValidationError("\(url) is not an http or https URL with a host, nor a host with a path.")
        }
        return AppLinkIndex.recordKeys(of: url)
    }
}
