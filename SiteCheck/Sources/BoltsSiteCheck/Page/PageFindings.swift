@_spi(Bolts) import BoltsAssociations
import Foundation

/// Collects the findings of a page.
struct PageFindings {
    let file: String
    private(set) var findings: [Finding] = []

    init(_ page: PageTags) { file = page.url.absoluteString }

    /// Adds a finding about an element.
    mutating func add(_ rule: AssociationRule, _ message: String? = nil, element: String? = nil) {
        guard findings.count < FindingCollector.maximumCount else { return }
        findings.append(Finding(rule, message, file: file, element: element.map(Clip.clip)))
    }
}
