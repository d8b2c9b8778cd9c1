extension PageMetadataReader {
    /// Which tags a reader keeps, and its limits.
    ///
    /// ```swift
    /// var options = PageMetadataReader.Options()
    /// options.acceptsNameAttribute = false  // only `property`, as the protocol says
    /// ```
    public struct Options: Sendable, Hashable {
        /// The most bytes of a page that are read; 2 MiB by default.
        ///
        /// A longer page is cut, not refused, and ``PageMetadata/isTruncated`` is `true`. Every page known to have App
        /// Links tags has the last of them within the first mebibyte.
        public var maximumBytes: Int

        /// The most bytes an attribute's value may have, as written in the page; 64 KiB by default.
        ///
        /// An attribute with a longer value is ignored.
        public var maximumValueBytes: Int

        /// The most tags that are kept; 10,000 by default.
        ///
        /// Reading stops at the first tag beyond.
        public var maximumTags: Int

        /// Whether `<meta name="al:…">` counts like `<meta property="al:…">`; `true` by default.
        public var acceptsNameAttribute: Bool

        /// Whether the page is read as by a browser that runs scripts, where the inside of `noscript` is text; `true` by
        /// default.
        public var isScriptingEnabled: Bool

        /// How the properties that are kept begin, with letter case; `al:` alone by default.
        ///
        /// `["al:", "og:"]` keeps Open Graph's tags as well, and an empty text keeps every meta.
        public var propertyPrefixes: [String] = ["al:"]

        /// Creates options.
        ///
        /// - Parameters:
        ///   - maximumBytes: The most bytes of a page that are read.
        ///   - maximumValueBytes: The most bytes one attribute's value may have.
        ///   - maximumTags: The most tags that are kept.
        ///   - acceptsNameAttribute: Whether `name` counts like `property`.
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
