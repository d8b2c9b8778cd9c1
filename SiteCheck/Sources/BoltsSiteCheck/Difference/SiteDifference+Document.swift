extension SiteDifference {
    /// A difference in the JSON of the `applinks` command and the index
    /// (`Command/Sources/applinks/Help/Schemas/diff.schema.json`).
    @_spi(Bolts)
    public struct Document: Encodable, Sendable {
        struct Link: Encodable, Sendable {
            let effect: String
            let platform: String
            let app: String
            let rule: String?
            let within: String?
            let partial: Bool
            let pointer: String?
            let line: Int?
            let column: Int?
            let example: String?

            init(_ change: LinkChange) {
                effect = change.effect.rawValue
                platform = change.platform.rawValue
                app = change.app
                rule = change.rule
                within = change.exclusion
                partial = change.isPart
                pointer = change.place?.pointer
                line = change.place?.position.line
                column = change.place?.position.column
                example = change.example
            }
        }

        struct Entry: Encodable, Sendable {
            let effect: String
            let platform: String
            let service: String
            let app: String
            let certificate: String?

            init(_ change: EntryChange) {
                effect = change.effect.rawValue
                platform = change.platform.rawValue
                service = change.service
                app = change.app
                certificate = change.certificate
            }
        }

        let version = 1
        let from: String
        let to: String
        var host: String?
        var links: [Link] = []
        var entries: [Entry] = []
        var omitted = 0
        var failure: String?

        /// Creates the document for inputs that could not be compared.
        public init(from: String, to: String, failure: String) {
            self.from = from
            self.to = to
            self.failure = failure
        }

        /// Creates the document for a difference.
        public init(_ difference: SiteDifference, from: String, to: String) {
            self.from = from
            self.to = to
            host = difference.host
            omitted = difference.omitted
            links = difference.links.map(Link.init)
            entries = difference.entries.map(Entry.init)
        }
    }
}
