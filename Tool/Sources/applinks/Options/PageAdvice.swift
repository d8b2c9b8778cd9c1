import BoltsAppLinks

extension PageOptions {
    /// What to try where a page cannot be had, to stand behind the error; empty where the error says it all.
    ///
    /// The same for a host that is refused and for one that is not there, as the error is.
    func advice(on error: any Error, input: String, isVerbose: Bool) -> String {
        switch (error as? PageError)?.code {
        case .notReachableOrNotAllowed?:
            let ways =
                (isVerbose ? [] : ["-v says which"]) + (allowPrivate ? [] : ["see --allow-private and --allow-port"])
            return ways.isEmpty ? "" : ": " + ways.joined(separator: "; ")
        case .fileNotFound? where looksLikeAHost(input):
            return ", or write https:// in front of what is on the web"
        default:
            return ""
        }
    }

    /// `example.com` and `example.com/page.html`, but neither `page.html` nor `../page.html`.
    private func looksLikeAHost(_ path: String) -> Bool {
        let first = path.prefix { $0 != "/" }
        let last = first.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        return first.contains(".") && !first.hasPrefix(".") && !last.isEmpty
            && !["html", "htm", "xhtml"].contains(last.lowercased())
    }
}
