@_spi(Bolts) import BoltsAssociations
import Foundation

/// The packages in a site's statements, and why some statements do not let them open its links.
struct StatedPackages {
    /// Why the statements that name a package do not count.
    struct Problem {
        var explanation: String
        /// The URL of the included list with the statement, or `nil` if it is in the site's own file.
        var source: String?
        var place: JSONPlace?
        /// Whether the statement is valid but lacks the relation for links.
        var lacksRelation = false
    }

    /// The packages that may open the site's links, in the order of the statements.
    private(set) var associated: [String] = []
    private var others: [String] = []
    private var problems: [String: Problem] = [:]

    /// All packages: those that may open the site's links, then the others.
    var all: [String] { associated + others }

    init(_ site: SiteAssociations) {
        var seen = Set<String>()
        var signed = Set<String>()
        for statement in site.assetStatements where statement.relations.contains(.handleAllURLs) {
            guard case .androidApp(let package, let fingerprints) = statement.target else { continue }
            if seen.insert(package).inserted { associated.append(package) }
            let problem =
                Self.mistake(in: package).map {
                    Problem(explanation: $0, source: statement.source, place: statement.node.place)
                } ?? Self.sample(in: fingerprints, of: statement)
            if problem == nil { signed.insert(package) }
            problems[package] = problems[package] ?? problem
        }
        // One valid statement is enough.
        for package in signed { problems[package] = nil }
        for list in site.allAssetLinks {
            for element in list.document.root.elements.map(Array.init) ?? [] {
                guard let package = element["target"]?["package_name"]?.string, others.count < DeviceRoutes.maximumApps,
                    seen.insert(package).inserted
                else { continue }
                others.append(package)
                let file = list.source ?? site.androidResponse.url.absoluteString
                problems[package] = Self.problem(of: element, in: list, site.findings.filter { $0.file == file })
            }
        }
    }

    /// Why no statement that names a package is valid, or `nil` if one is valid or none names it.
    func problem(of package: String) -> Problem? { problems[package] }

    /// Why no app can have a package name, or `nil` if one can.
    private static func mistake(in package: String) -> String? {
        if AssetLinksTargetCheck.withoutTeam(package) != nil {
            return "No Android app has this package name, which begins with a team id of Apple's."
        }
        return AndroidApplicationID.isValid(package)
            ? nil : "No Android app has this package name, which is not an application id."
    }

    /// The mistake of a statement with only sample fingerprints, or `nil` if at least one is not a sample.
    private static func sample(in fingerprints: [CertificateFingerprint], of statement: AssetStatement) -> Problem? {
        guard !fingerprints.isEmpty, fingerprints.allSatisfy({ AssetLinksTargetCheck.isSample($0.description) }) else {
            return nil
        }
        let first = statement.node["target"]?["sha256_cert_fingerprints"]?.elements?.first { _ in true }
        return Problem(
            explanation: "The fingerprint of the statement is a sample: no app is signed with that certificate.",
            source: statement.source,
            place: (first ?? statement.node).place
        )
    }

    private static func problem(of node: JSONNode, in list: AssetLinks, _ findings: [Finding]) -> Problem {
        do throws(AssetLinksError) {
            let relations = try AssetStatement(node).relations.map { Clip.clip($0.description) }
            let explanation =
                "The statement for the app declares \(relations.prefix(3).joined(separator: ", ")), not "
                + "\(AssetRelation.handleAllURLs)."
            return Problem(explanation: explanation, source: list.source, place: node.place, lacksRelation: true)
        } catch {
            // The check describes the mistake in plainer words than Google's messages.
            let finding = findings.first { finding in
                guard finding.severity == .error, let place = finding.place else { return false }
                return node.byteRange.contains(place.byteRange.lowerBound)
            }
            let explanation = "The statement for the app is dropped. \(finding?.message ?? error.message)"
            return Problem(explanation: explanation, source: list.source, place: finding?.place ?? node.place)
        }
    }
}
