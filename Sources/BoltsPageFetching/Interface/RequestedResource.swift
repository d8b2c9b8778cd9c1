/// What kind of resource a fetch asks for, which decides the header fields of its requests.
@_spi(Bolts) public enum RequestedResource: Hashable, Sendable {
    /// A page: HTML is preferred, with its App Links tags.
    case page
    /// Any other file, such as an association file.
    ///
    /// No media type is preferred, so that a server that negotiates sends what it sends to the platforms' own clients.
    case file
}
