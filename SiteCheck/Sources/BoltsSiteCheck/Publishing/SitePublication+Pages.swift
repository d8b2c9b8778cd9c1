@_spi(Bolts) import BoltsAssociations
import BoltsPageMetadata
import Foundation

extension SitePublication {
    /// Compares the tags of a page about apps with the tags that would be published for it.
    public func differences(from page: PageTags) -> [DeploymentDifference] {
        let address = page.requestedURL ?? page.url
        let expected = tags(for: address)
        let actual = page.metas.filter { tag in
            let name = tag.property.lowercased()
            return name.hasPrefix("al:") || name.hasPrefix("twitter:app:") || name == "apple-itunes-app"
        }
        let path = page.url.absoluteString
        let named = Set(page.links.map(\.href))
        let absent = alternates(for: address).filter { !named.contains($0) }.map { alternate in
            DeploymentDifference(.missing, path, "The page lacks the alternate \(Clip.quoted(alternate)).")
        }
        let missing =
            Self.difference(of: expected, and: actual).map { tag in
                DeploymentDifference(.missing, path, "The page lacks \(Self.words(tag)).")
            } + absent
        let unexpected = Self.difference(of: actual, and: expected).map { tag in
            DeploymentDifference(.unexpected, path, "The page has \(Self.words(tag)), which would not be written.")
        }
        guard missing.isEmpty, unexpected.isEmpty, actual != expected else { return missing + unexpected }
        return [DeploymentDifference(.different, path, "The tags would be in another order.")]
    }

    /// Returns the tags of one list that are missing from another, regardless of how often each occurs.
    private static func difference(of tags: [MetaTag], and others: [MetaTag]) -> [MetaTag] {
        var counts: [MetaTag: Int] = [:]
        for tag in others { counts[tag, default: 0] += 1 }
        return tags.filter { tag in
            guard let count = counts[tag], count > 0 else { return true }
            counts[tag] = count - 1
            return false
        }
    }

    private static func words(_ tag: MetaTag) -> String {
        let attribute = tag.attribute == .name ? "name" : "property"
        let content = tag.content.map { " with the content \(Clip.quoted($0))" } ?? ""
        return "\(attribute) \(Clip.quoted(tag.property))\(content)"
    }
}
