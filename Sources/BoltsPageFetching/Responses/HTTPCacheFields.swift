/// The header fields of a response that HTTP caching depends on, as they were sent.
///
/// ```swift
/// let header = ["Cache-Control": "max-age=600", "ETag": "\"v7\""]
/// let hop = PageHop(url: url, status: 200, cacheFields: HTTPCacheFields { name in header[name] })
/// ```
public struct HTTPCacheFields: Hashable, Sendable, Codable {
    /// `Age`: for how many seconds the response has been in caches.
    package var age: String?
    /// `Cache-Control`; several fields are joined by commas.
    package var cacheControl: String?
    /// `Date`: when the response was made.
    package var date: String?
    /// `ETag`: the identifier of this version of the page.
    package var entityTag: String?
    /// `Expires`: when the response becomes stale.
    package var expires: String?
    /// `Last-Modified`: when the page last changed.
    package var lastModified: String?
    /// `Pragma`, which counts only without `Cache-Control`.
    package var pragma: String?
    /// `Retry-After`: when to try again, in seconds or as a date.
    package var retryAfter: String?
    /// `Vary`: the fields of the request that the response depends on.
    package var vary: String?

    /// Takes the fields from a response.
    ///
    /// - Parameter value: Returns the field with a name such as `Cache-Control`, in any letter case; several fields of that
    ///   name are joined by commas. By default there are none.
    public init(reading value: (_ name: String) -> String? = { _ in nil }) {
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
