/// One field of a request's header.
struct HeaderField: Hashable, Sendable {
    let name: String
    let value: String
}
