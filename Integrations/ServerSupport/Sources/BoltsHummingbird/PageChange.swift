import BoltsAppLinks
import BoltsAppLinksUI
import HTTPTypes
import Hummingbird

/// The additions to a page, and the resulting changes of the header fields of its request and response.
struct PageChange: Sendable {
    let tags: [MetaTag]
    let banner: ReturnToReferrerHTML?

    var isEmpty: Bool { tags.isEmpty && banner == nil }

    /// Changes the fields of a request so that the handler's answer can be changed.
    ///
    /// The request may be for anything, so conditions about other resources are kept.
    func translate(_ fields: inout HTTPFields) {
        if banner != nil {
            for name in [HTTPField.Name.range, .ifRange, .ifModifiedSince, .ifNoneMatch] { fields[name] = nil }
            return
        }
        if let condition = fields.joined(.ifMatch) {
            let originals = entityTag.originals(in: condition)
            // If no tag is the handler's, the condition stays unchanged, and the handler refuses the request.
            if !originals.isEmpty { fields[.ifMatch] = originals.joined(separator: ", ") }
        }
        if let condition = fields.joined(.ifNoneMatch) {
            let originals = entityTag.originals(in: condition)
            fields[.ifNoneMatch] = originals.isEmpty ? nil : originals.joined(separator: ", ")
            // `If-Modified-Since` is ignored beside `If-None-Match` (RFC 9110, 13.1.3), and must not decide instead of it.
            fields[.ifModifiedSince] = nil
        }
    }

    /// Whether a response is a part of a page, whose bytes do not fit the changed page.
    func isPartOfPage(_ response: Response) -> Bool {
        guard response.status == .partialContent, let type = response.headers[.contentType] else { return false }
        return isHTML(type) || type.lowercased().hasPrefix("multipart/byteranges")
    }

    /// Whether a response confirms the client's copy, and the copy may be of the page before it had these tags.
    ///
    /// Such a response does not state its type.
    func mayConfirmAnotherPage(_ response: Response, for request: Request) -> Bool {
        guard response.status == .notModified, confirmed(by: response, for: request) == nil else { return false }
        if let type = response.headers[.contentType], !isHTML(type) { return false }
        // Requests for images or style sheets do not accept HTML.
        let accept = request.headers[.accept]?.lowercased() ?? "*/*"
        return accept == "*/*" || accept.contains("text/html")
    }

    /// The entity tag of the changed page, if a response confirms that the client has that page.
    private func confirmed(by response: Response, for request: Request) -> String? {
        guard let tag = response.headers[.eTag], let derived = entityTag.derived(from: tag),
            let condition = request.headers.joined(.ifNoneMatch),
            EntityTagList.contains(derived, in: condition)
        else { return nil }
        return derived
    }

    /// Changes a response if it is a page or confirms the client's copy of a changed page.
    ///
    /// - Parameters:
    ///   - response: The handler's response.
    ///   - request: The client's request.
    func apply(to response: inout Response, for request: Request) {
        if response.status == .notModified {
            guard let tag = confirmed(by: response, for: request) else { return }
            response.headers[.eTag] = tag
            response.headers[.lastModified] = nil
            return
        }
        guard isPage(response) else { return }
        changeFields(&response.headers)
        if request.method == .head {
            response.headers[.contentLength] = nil
        } else {
            let (body, contentType) = (response.body, response.headers[.contentType])
            let change = self
            response.body = ResponseBody { writer in
                try await body.write(
                    PageWriter(writer, inserter: change.inserter(contentType: contentType))
                )
            }
            response.headers[.contentLength] = nil
        }
    }

    private func inserter(contentType: String?) -> ReturnToReferrerHTMLInserter {
        ReturnToReferrerHTMLInserter(banner, tags: tags, contentType: contentType)
    }

    func isPage(_ response: Response) -> Bool {
        guard response.status == .ok || response.status == .nonAuthoritativeInformation,
            !response.headers.contains(.contentRange)
        else { return false }
        let coding = response.headers[.contentEncoding]?.lowercased() ?? "identity"
        guard coding == "identity", let contentType = response.headers[.contentType] else { return false }
        return isHTML(contentType)
    }

    private func isHTML(_ contentType: String) -> Bool { inserter(contentType: contentType).outcome == .undecided }

    private func changeFields(_ fields: inout HTTPFields) {
        fields[.lastModified] = nil
        fields[.acceptRanges] = nil
        // These fields are digests of the page without the added tags.
        for name in ["Content-MD5", "Content-Digest", "Repr-Digest", "Digest"] {
            if let name = HTTPField.Name(name) { fields[name] = nil }
        }
        if banner != nil {
            fields[.eTag] = nil
            fields[.cacheControl] = "private, no-store"
            if fields.joined(.vary)?.lowercased().contains("accept-language") != true {
                fields.append(HTTPField(name: .vary, value: "Accept-Language"))
            }
        } else if let tag = fields[.eTag] {
            fields[.eTag] = entityTag.derived(from: tag)
        }
    }

    private var entityTag: DerivedEntityTag { DerivedEntityTag(tags) }
}

extension HTTPFields {
    /// The value of a list field, which may have several lines; `nil` if there is none.
    fileprivate func joined(_ name: HTTPField.Name) -> String? {
        let lines = self[values: name]
        return lines.isEmpty ? nil : lines.joined(separator: ", ")
    }
}
