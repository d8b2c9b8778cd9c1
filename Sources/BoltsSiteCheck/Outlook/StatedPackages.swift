import Foundation

/// The packages that the statements of a site name, and why some statements do not let them open its links.
struct StatedPackages {
    /// Why the statements that name a package do not count.
    struct Problem {
        var explanation: String
        /// The URL of the included list that has the statement, or `nil` if it is in the site's own file.
        var source: String?
        var place: JSONPlace?
    }

    /// The packages that may open the site's links, in the order of the statements.
    private(set) var associated: [String] = []
    private var others: [String] = []
    private var problems: [String: Problem] = [:]

    /// All packages: those that may open the site's links, then the others.
    var all: [String] { associated + others }

    init(_ site: SiteAssociations) {
        var seen = Set<String>()
        var samples: [String: Problem] = [:]
        var signed = Set<String>()
        for statement in site.assetStatements where statement.relations.contains(.handleAllURLs) {
            guard case .androidApp(let package, let fingerprints) = statement.target else { continue }
            if seen.insert(package).inserted { associated.append(package) }
            let isSample = fingerprints.allSatisfy { AssetLinksTargetCheck.isSample($0.description) }
            if fingerprints.isEmpty || !isSample {
                signed.insert(package)
            } else if samples[package] == nil {
                let file = statement.source ?? site.androidResponse.url.absoluteString
                let finding = site.findings.first { finding in
                    guard finding.rule == .assetlinksFingerprintSample, finding.file == file else { return false }
                    return finding.place.map { statement.node.byteRange.contains($0.byteRange.lowerBound) } ?? false
                }
                let explanation = "The statement has the fingerprint of a sample, with which no app is signed."
                samples[package] = Problem(
                    explanation: explanation,
                    source: statement.source,
                    place: finding?.place ?? statement.node.place
                )
            }
        }
        problems = samples.filter { !signed.contains($0.key) }
        for list in [site.assetLinks].compactMap({ $0 }) + site.includedAssetLinks {
            for element in list.document.root.elements.map(Array.init) ?? [] {
                guard let package = element["target"]?["package_name"]?.string, others.count < LinkOutlook.maximumApps,
                    seen.insert(package).inserted
                else { continue }
                others.append(package)
                let file = list.source ?? site.androidResponse.url.absoluteString
                problems[package] = Self.problem(of: element, in: list, site.findings.filter { $0.file == file })
            }
        }
    }

    /// Why no statement that names a package counts, or `nil` if one does or none names it.
    func problem(of package: String) -> Problem? { problems[package] }

    private static func problem(of node: JSONNode, in list: AssetLinks, _ findings: [Finding]) -> Problem {
        do throws(AssetLinksError) {
            let relations = try AssetStatement(node).relations.map { Clip.clip($0.description) }
            let explanation =
                "The statement for the app declares \(relations.prefix(3).joined(separator: ", ")), not "
                + "\(AssetRelation.handleAllURLs)."
            return Problem(explanation: explanation, source: list.source, place: node.place)
        } catch {
            // The check names the mistake in plainer words than Google's messages.
            let finding = findings.first { finding in
                guard finding.severity == .error, let place = finding.place else { return false }
                return node.byteRange.contains(place.byteRange.lowerBound)
            }
            let explanation = "The statement for the app is dropped. \(finding?.message ?? error.message)"
            return Problem(explanation: explanation, source: list.source, place: finding?.place ?? node.place)
        }
    }
}
