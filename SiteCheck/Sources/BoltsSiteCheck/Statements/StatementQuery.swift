@_spi(Bolts) import BoltsAssociations
public import Foundation

/// A question of the Digital Asset Links API: which statements a source makes, or whether it makes a certain one.
///
/// The names of parameters are read in both spellings, `packageName` and `package_name`, because clients send both. If several
/// relations are given, each must be declared: a client that asks whether passwords may be shared must not get yes for another
/// relation.
///
/// Sources: the discovery document of `digitalassetlinks.googleapis.com`, and Google's compatibility tests for the messages.
@_spi(Bolts)
public struct StatementQuery: Sendable {
    /// The called method.
    public enum Method: Sendable, Hashable {
        /// `statements:list`
        case list
        /// `assetlinks:check`
        case check
    }

    let method: Method
    let source: LinkedAsset
    let relations: [AssetRelation]
    let target: LinkedAsset?
    let wantsExtensions: Bool
    /// The corrections of the request, to be shown in the answer.
    let notes: [String]

    /// The site whose list answers the question, or `nil` if the source is an app, whose list is in its package.
    public var siteURL: URL? {
        if case .web(let site) = source { URL(string: site.description) } else { nil }
    }

    /// Reads a question from the parameters of a URL.
    ///
    /// - Throws: `AssetLinksError` with a message for the client.
    public init(_ method: Method, items: [(name: String, value: String)]) throws(AssetLinksError) {
        var values: [String: [String]] = [:]
        for item in items { values[Self.key(item.name), default: []].append(item.value) }
        try self.init(
            method,
            relations: values["relation"] ?? [],
            source: Self.asset("source", values),
            target: Self.asset("target", values),
            wantsExtensions: values["returnrelationextensions"]?.last?.lowercased() == "true"
        )
    }

    struct Parts {
        var site: String?
        var package: String?
        var fingerprint: String?
        var isApp = false
    }

    init(
        _ method: Method,
        relations: [String],
        source: Parts?,
        target: Parts?,
        wantsExtensions: Bool
    ) throws(AssetLinksError) {
        self.method = method
        self.wantsExtensions = wantsExtensions
        var notes: [String] = []
        self.source = try Self.asset(source, "source", &notes)
        var list: [AssetRelation] = []
        var seen: Set<AssetRelation> = []
        for text in relations where !text.isEmpty {
            do throws(AssetLinksError) {
                let relation = try AssetRelation(text)
                if seen.insert(relation).inserted { list.append(relation) }
            } catch {
                throw Self.invalid(error.message)
            }
        }
        self.relations = list
        if method == .check {
            guard !list.isEmpty else { throw Self.invalid("Request must contain a relation string.") }
            self.target = try Self.asset(target, "target", &notes)
        } else {
            self.target = nil
        }
        self.notes = notes
    }

    // MARK: - Parts

    private static let strayCharacters = CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: "+:"))

    private static func invalid(_ message: String) -> AssetLinksError { AssetLinksError(.invalidQuery, message) }

    /// A name in the form in which both spellings are equal.
    static func key(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

    private static func asset(_ prefix: String, _ values: [String: [String]]) -> Parts? {
        var parts = Parts()
        parts.site = values["\(prefix).web.site"]?.last
        parts.package = values["\(prefix).androidapp.packagename"]?.last
        parts.fingerprint = values["\(prefix).androidapp.certificate.sha256fingerprint"]?.last
        parts.isApp = parts.package != nil || parts.fingerprint != nil
        return parts.site == nil && !parts.isApp ? nil : parts
    }

    private static func asset(
        _ parts: Parts?,
        _ role: String,
        _ notes: inout [String]
    ) throws(AssetLinksError) -> LinkedAsset {
        guard let parts else { throw invalid("Request must contain a \(role) asset query.") }
        if let site = parts.site {
            // Clients that build the query by hand leave blanks, plus signs for blanks, or a colon without a port.
            let trimmed = site.trimmingCharacters(in: strayCharacters)
            guard !trimmed.isEmpty else { throw invalid("No site field in the web asset of the \(role).") }
            if trimmed != site {
                let isBlank = site.trimmingCharacters(in: .whitespacesAndNewlines) == trimmed
                notes.append("\(isBlank ? "Blanks" : "Stray characters") around the site of the \(role) were ignored.")
            }
            do throws(AssetLinksError) {
                return .web(try SiteOrigin(trimmed))
            } catch {
                throw invalid(error.message)
            }
        }
        guard parts.isApp else { throw invalid("Must specify one of the asset types for the \(role).") }
        do throws(AssetLinksError) {
            return try .app(package: parts.package ?? "", fingerprint: parts.fingerprint ?? "")
        } catch {
            throw invalid(error.message)
        }
    }
}
