/// The kind of resource to fetch, which determines the header fields of the requests.
@_spi(Bolts) public enum RequestedResource: Hashable, Sendable {
    /// A page: HTML is preferred, with its App Links tags.
    case page
    /// Any other file, such as an association file.
    ///
    /// No media type is preferred, so that content negotiation gives the same file that the platforms' own clients get.
    case file
}
