extension PageMetadataReader {
    /// The tags that a reader collects, and its limits.
    ///
    /// ```swift
    /// var options = PageMetadataReader.Options()
    /// options.acceptsNameAttribute = false  // only `property`, as the protocol says
    /// ```
    public struct Options: Sendable, Hashable {
        /// How many bytes of a page are read; 2 MiB by default.
        ///
        /// A longer page is truncated, not refused, and ``PageMetadata/isTruncated`` is `true`. In all known pages with App
        /// Links tags, the last of them is within the first mebibyte.
        public var byteLimit: Int

        /// How many bytes an attribute's value may have, as written in the page; 64 KiB by default.
        ///
        /// An attribute with a longer value is ignored.
        public var valueByteLimit: Int

        /// How many tags are collected; 10,000 by default.
        ///
        /// Reading stops at the first tag beyond the limit.
        public var tagLimit: Int

        /// Whether `<meta name="al:…">` counts like `<meta property="al:…">`; `true` by default.
        public var acceptsNameAttribute: Bool

        /// Whether the page is parsed as in a browser that runs scripts, which treats the content of `noscript` as text; `true`
        /// by default.
        public var isScriptingEnabled: Bool

        /// The case-sensitive prefixes of the properties that are collected; only `al:` by default.
        ///
        /// `["al:", "og:"]` also collects Open Graph tags, and an empty prefix collects every meta element.
        public var propertyPrefixes: [String] = ["al:"]

        /// Whether ``propertyPrefixes`` are compared without regard to ASCII letter case, so that misspelled properties can be
        /// reported; `false` by default.
        @_spi(Bolts) public var ignoresCaseOfProperties = false

        /// The relations of the `link` elements that are kept, such as `canonical`; none by default.
        ///
        /// Letter case does not matter. A link is kept if its `rel` contains one of them and it has an `href`. Links count
        /// toward ``tagLimit``. If relations are given, ``PageMetadata/baseHref`` is read too.
        public var linkRelations: [String] = []

        /// The schemes of the hyperlinks (`a` and `area` elements) that are kept, such as `intent`; none by default.
        ///
        /// Letter case does not matter. Hyperlinks count toward ``tagLimit``.
        @_spi(Bolts) public var hyperlinkSchemes: [String] = []

        /// Creates options.
        ///
        /// - Parameters:
        ///   - byteLimit: How many bytes of a page are read.
        ///   - valueByteLimit: How many bytes an attribute's value may have.
        ///   - tagLimit: How many tags are collected.
        ///   - acceptsNameAttribute: Whether `name` counts like `property`.
        ///   - isScriptingEnabled: Whether the content of `noscript` is text.
        public init(
            byteLimit: Int = 2 * 1024 * 1024,
            valueByteLimit: Int = 64 * 1024,
            tagLimit: Int = 10_000,
            acceptsNameAttribute: Bool = true,
            isScriptingEnabled: Bool = true
        ) {
            self.byteLimit = byteLimit
            self.valueByteLimit = valueByteLimit
            self.tagLimit = tagLimit
            self.acceptsNameAttribute = acceptsNameAttribute
            self.isScriptingEnabled = isScriptingEnabled
        }
    }
}
