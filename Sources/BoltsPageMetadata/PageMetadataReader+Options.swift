extension PageMetadataReader {
    /// What a reader takes from a page, and how much.
    ///
    /// ```swift
    /// var options = PageMetadataReader.Options()
    /// options.acceptsNameAttribute = false  // as the protocol is written, and as Bolts read it
    /// ```
    public struct Options: Sendable, Hashable {
        /// The most bytes of a page that are read; 2 MiB unless told otherwise.
        ///
        /// A longer page is cut, not refused, and its result says so. Every real page known to have such tags has the
        /// last of them within the first mebibyte.
        public var maximumBytes: Int

        /// The most bytes one attribute's value may have, as written in the page; 64 KiB unless told otherwise.
        ///
        /// A longer one counts as not there.
        public var maximumValueBytes: Int

        /// The most tags that are kept; 10,000 unless told otherwise.
        ///
        /// Reading stops at the next.
        public var maximumTags: Int

        /// Whether `<meta name="al:…">` counts beside `<meta property="al:…">`; it does unless told otherwise.
        public var acceptsNameAttribute: Bool

        /// Whether the page is read as a browser with scripts does, to which the inside of `noscript` is text.
        public var isScriptingEnabled: Bool

        /// Makes options.
        ///
        /// - Parameters:
        ///   - maximumBytes: The most bytes of a page that are read.
        ///   - maximumValueBytes: The most bytes one attribute's value may have.
        ///   - maximumTags: The most tags that are kept.
        ///   - acceptsNameAttribute: Whether `name` counts beside `property`.
        ///   - isScriptingEnabled: Whether the inside of `noscript` is text.
        public init(
            maximumBytes: Int = 2 * 1024 * 1024,
            maximumValueBytes: Int = 64 * 1024,
            maximumTags: Int = 10_000,
            acceptsNameAttribute: Bool = true,
            isScriptingEnabled: Bool = true
        ) {
            self.maximumBytes = maximumBytes
            self.maximumValueBytes = maximumValueBytes
            self.maximumTags = maximumTags
            self.acceptsNameAttribute = acceptsNameAttribute
            self.isScriptingEnabled = isScriptingEnabled
        }
    }
}
