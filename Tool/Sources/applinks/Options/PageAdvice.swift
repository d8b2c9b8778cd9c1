import BoltsAppLinks

extension PageOptions {
    /// The advice that follows the error of a page; empty if the error is sufficient.
    ///
    /// Like the error, it is the same for a host that is refused and one that does not exist.
    func advice(on error: any Error, input: String, isVerbose: Bool) -> String {
        switch (error as? PageError)?.code {
        case .notReachableOrNotAllowed?:
            let ways =
                (isVerbose ? [] : ["-v shows why"])
                + (allowPrivate
                    ? [] : ["--allow-private allows a server of your own network, --allow-port another port"])
            return ways.isEmpty ? "" : ": " + ways.joined(separator: "; ")
        case .fileNotFound? where looksLikeAHost(input):
            return ", or write https:// in front of a host"
        default:
            return ""
        }
    }

    /// Whether text looks like `example.com` or `example.com/page.html`, and not like `page.html` or `../page.html`.
    private func looksLikeAHost(_ path: String) -> Bool {
        let first = path.prefix { $0 != "/" }
        let last = first.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        return first.contains(".") && !first.hasPrefix(".") && !last.isEmpty
            && !["html", "htm", "xhtml"].contains(last.lowercased())
    }
}
