/// The header fields of a response that HTTP caching depends on, as they were sent.
///
/// ```swift
/// var fields = HTTPCacheFields()
/// fields.cacheControl = "max-age=600"
/// let hop = PageHop(url: url, status: 200, cacheFields: fields)
/// ```
public struct HTTPCacheFields: Hashable, Sendable, Codable {
    /// `Age`: for how many seconds the response has been in caches.
    public var age: String?
    /// `Cache-Control`; several fields are joined by commas.
    public var cacheControl: String?
    /// `Date`: when the response was made.
    public var date: String?
    /// `ETag`: the identifier of this version of the page.
    public var entityTag: String?
    /// `Expires`: when the response becomes stale.
    public var expires: String?
    /// `Last-Modified`: when the page last changed.
    public var lastModified: String?
    /// `Pragma`, which counts only without `Cache-Control`.
    public var pragma: String?
    /// `Retry-After`: when to try again, in seconds or as a date.
    public var retryAfter: String?
    /// `Vary`: the fields of the request that the response depends on.
    public var vary: String?

    /// Creates no fields.
    public init() {}

    /// Takes the fields from a response.
    ///
    /// - Parameter value: Returns the field of a name, whose letter case does not matter.
    package init(reading value: (_ name: String) -> String?) {
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

    /// The fields of a stored response after a 304: those of the 304, and the old ones that it does not repeat.
    ///
    /// `Age` and `Date` are always those of the 304 (RFC 9111, 4.3.4).
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
