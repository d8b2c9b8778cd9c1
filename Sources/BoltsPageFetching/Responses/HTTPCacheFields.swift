/// The header fields of an answer that caching goes by, as they were sent.
///
/// ```swift
/// var fields = HTTPCacheFields()
/// fields.cacheControl = "max-age=600"
/// let hop = PageHop(url: url, status: 200, cacheFields: fields)
/// ```
public struct HTTPCacheFields: Hashable, Sendable, Codable {
    /// `Age`: for how many seconds the answer has been in caches on the way.
    public var age: String?
    /// `Cache-Control`, several of them joined by commas.
    public var cacheControl: String?
    /// `Date`: when the answer was made.
    public var date: String?
    /// `ETag`: the name of this version of the page.
    public var entityTag: String?
    /// `Expires`: when the answer ceases to be fresh.
    public var expires: String?
    /// `Last-Modified`: when the page was changed last.
    public var lastModified: String?
    /// `Pragma`, which counts only where there is no `Cache-Control`.
    public var pragma: String?
    /// `Retry-After`: when to ask again after a refusal, in seconds or as a date.
    public var retryAfter: String?
    /// `Vary`: the fields of the request that the answer depends on.
    public var vary: String?

    /// Creates no fields.
    public init() {}

    /// Takes the fields out of an answer.
    ///
    /// - Parameter value: Gives a field by its name, whose letter case does not matter.
    public init(reading value: (_ name: String) -> String?) {
        age = value("Age")
        cacheControl = value("Cache-Control")
        date = value("Date")
        entityTag = value("ETag")
        expires = value("Expires")
        lastModified = value("Last-Modified")
        pragma = value("Pragma")
        retryAfter = value("Retry-After")
        vary = value("Vary")
    }

    /// The fields of an answer that was said not to have changed: the new ones, and the old ones where there is no new one.
    ///
    /// `Age` and `Date` are only ever of the answer that came (RFC 9111, 4.3.4).
    package func updated(by new: HTTPCacheFields) -> HTTPCacheFields {
        var fields = self
        fields.age = new.age
        fields.date = new.date
        fields.retryAfter = new.retryAfter
        fields.cacheControl = new.cacheControl ?? cacheControl
        fields.entityTag = new.entityTag ?? entityTag
        fields.expires = new.expires ?? expires
        fields.lastModified = new.lastModified ?? lastModified
        fields.pragma = new.pragma ?? pragma
        fields.vary = new.vary ?? vary
        return fields
    }
}
