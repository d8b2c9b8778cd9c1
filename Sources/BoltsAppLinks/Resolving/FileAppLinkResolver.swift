public import BoltsPageMetadata
import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Finds the App Link of a page in a file.
///
/// Use it to check pages before they are published, and in tests. It reads any file, so do not give it URLs from
/// untrusted sources; ``HTTPAppLinkResolver`` reads no files.
///
/// ```swift
/// let resolver = FileAppLinkResolver()
/// let link = try await resolver.page(atPath: "public/recipe.html").link
/// ```
public struct FileAppLinkResolver: AppLinkResolving {
    /// How many bytes of a file are read at most, 2 MiB by default; a longer file is truncated there.
    package let byteLimit: Int
    /// The limits and rules for reading tags.
    package let readerOptions: PageMetadataReader.Options

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - byteLimit: How many bytes of a file are read.
    ///   - readerOptions: The limits and rules for reading tags.
    public init(
        byteLimit: Int = 2 * 1_024 * 1_024,
        readerOptions: PageMetadataReader.Options = PageMetadataReader.Options()
    ) {
        self.byteLimit = byteLimit
        self.readerOptions = readerOptions
    }

    /// Finds the App Link of a page in a file.
    ///
    /// - Parameters:
    ///   - url: A `file` URL.
    ///   - cancellationToken: Cancels the task immediately and stops reading.
    /// - Returns: A task of the link, which completes on a global queue and fails with `PageError`.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        guard url.isFileURL else {
            return BoltsTask(
                error: PageError(.schemeNotAllowed, "\(url.absoluteString) is not a file: URL: give the path of a file")
            )
        }
        return page(atPath: url.path, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) {
            $0.link
        }
    }

    /// Finds the App Link of a page in a file, and returns its tags too.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - pageURL: The URL that the page will have when it is published; the file's URL by default. It becomes the source of
    ///     the link and, unless a tag overrides it, the web fallback.
    ///   - cancellationToken: Cancels the task immediately and stops reading.
    /// - Returns: A task of the page, which completes on a global queue and fails with `PageError`.
    public func page(
        atPath path: String,
        pageURL: URL? = nil,
        cancellationToken: CancellationToken
    ) -> BoltsTask<ResolvedPage> {
        read(pageURL ?? URL(fileURLWithPath: path), name: path, cancellationToken) { consume in
            let file = try PageFile(path: path)
            defer { file.close() }
            return try file.read(upTo: byteLimit, into: consume)
        }
    }

    /// Reads a page in a file, from `async` code, with its link and its tags.
    ///
    /// Cancelling the calling Swift task stops reading.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - pageURL: The URL that the page will have when it is published; the file's URL by default.
    /// - Returns: The page.
    /// - Throws: `PageError`; `CancellationError`.
    public func page(atPath path: String, pageURL: URL? = nil) async throws -> ResolvedPage {
        try await withCancellationToken { page(atPath: path, pageURL: pageURL, cancellationToken: $0) }
    }

    /// Finds the App Link of a page in memory, for example a page that was read from a pipe.
    ///
    /// - Parameters:
    ///   - bytes: The page.
    ///   - pageURL: The URL of the page. It becomes the source of the link.
    ///   - name: The name of the page in errors.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the page, which completes on a global queue and fails with `PageError`.
    public func page(
        in bytes: [UInt8],
        pageURL: URL,
        name: String = "the input",
        cancellationToken: CancellationToken
    ) -> BoltsTask<ResolvedPage> {
        read(pageURL, name: name, cancellationToken) { consume in
            let count = min(bytes.count, max(byteLimit, 0))
            guard count > 0 else { return !bytes.isEmpty }
            let slice = bytes[..<count]
            let wantsMore = try consume(slice.span)
            return !wantsMore || count < bytes.count
        }
    }

    /// Reads a page in memory, from `async` code, with its link and its tags.
    ///
    /// - Parameters:
    ///   - bytes: The page.
    ///   - pageURL: The URL of the page. It becomes the source of the link.
    ///   - name: The name of the page in errors.
    /// - Returns: The page.
    /// - Throws: `PageError`; `CancellationError`.
    public func page(
        in bytes: [UInt8],
        pageURL: URL,
        name: String = "the input"
    ) async throws -> ResolvedPage {
        try await withCancellationToken { page(in: bytes, pageURL: pageURL, name: name, cancellationToken: $0) }
    }

    /// Runs a source of bytes on a global queue, and makes a page of its bytes.
    ///
    /// The source passes bytes on until the reader has enough or none are left, and returns whether it stopped early.
    private func read(
        _ url: URL,
        name: String,
        _ token: CancellationToken,
        from source: @escaping @Sendable ((Span<UInt8>) throws -> Bool) throws -> Bool
    ) -> BoltsTask<ResolvedPage> {
        let consumer = PageMetadataConsumer(options: readerOptions, name: name)
        let response = PageResponse(url: url, status: 200, contentType: PageFile.contentType(ofPath: url.path))
        return BoltsTask(.queue(.global()), cancellationToken: token) {
            consumer.begin(response)
            var byteCount = 0
            let isTruncated = try source { chunk in
                try token.throwIfCancellationRequested()
                byteCount += chunk.count
                return try consumer.consume(chunk)
            }
            let metadata = try consumer.finish(isTruncated: isTruncated)
            let fetched = FetchedPage(
                requestedURL: url,
                response: response,
                hops: [],
                byteCount: byteCount,
                body: isTruncated ? .truncated : .complete
            )
            return ResolvedPage(link: AppLink(sourceURL: url, metadata: metadata), metadata: metadata, fetched: fetched)
        }
    }
}
