import Foundation

extension LinkVerdict.Answer {
    /// An answer in the JSON of the `applinks` command and the index.
    @_spi(Bolts)
    public struct Document: Encodable, Sendable {
        let devices: [String]
        let name: String
        let outcome: String
        let app: String?
        let url: String
        let text: String
        let severity: String?
        let rule: String?
        let fix: String?
        let file: String?
        let line: Int?
        let column: Int?
        let pointer: String?

        /// Creates the document of an answer.
        ///
        /// `severity` is that of its finding in this run, or `nil` if the rule is disabled, and `file` the finding's file on this
        /// machine, or `nil` to use the finding's own.
        public init(_ answer: LinkVerdict.Answer, severity: AssociationRule.Severity?, file: String? = nil) {
            let finding = answer.finding
            devices = answer.devices.map(\.rawValue)
            name = answer.name
            outcome = answer.outcome.rawValue
            app = answer.app
            url = answer.url.absoluteString
            text = answer.text
            self.severity = severity?.rawValue
            rule = finding?.rule.id
            fix = answer.fix
            self.file = finding.map { file ?? $0.file }
            line = finding?.place?.position.line
            column = finding?.place?.position.column
            pointer = finding?.place?.pointer
        }

        /// Creates the document of an answer, with the severity of its finding.
        public init(_ answer: LinkVerdict.Answer) { self.init(answer, severity: answer.finding?.severity) }
    }
}
