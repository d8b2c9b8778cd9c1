/// The line and the fields of a request, as far as `applinks serve` needs them.
struct RequestHead: Sendable, Equatable {
    /// The method, such as `GET`.
    let method: String
    /// The target as it was sent: a path that begins with a slash, and perhaps a query.
    let target: String
    /// The value of the only `Host` field.
    let host: String
    /// From what kind of page a browser says that the request comes, such as `cross-site`; `nil` if it says nothing.
    let fetchSite: String?

    /// The path of the target, percent-encoded.
    var path: String { String(target.prefix { $0 != "?" }) }
}
