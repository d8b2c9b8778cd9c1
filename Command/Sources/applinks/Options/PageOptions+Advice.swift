import BoltsAppLinks

extension PageOptions {
    /// The advice after the error of a page; empty if the error is sufficient.
    ///
    /// Like the error, it is the same for a refused host and for one that does not exist.
    func advice(on error: any Error, input: String, isVerbose: Bool) -> String {
        guard (error as? PageError)?.code == .notReachableOrNotAllowed else { return "" }
        let file = WebAddress.otherReading(of: input)
        let hosts = WebAddress.privateHosts(of: input)
        let isNamed = privateHosts.map { $0.split(separator: " ").contains { hosts.contains(String($0)) } } ?? true
        let ways =
            (isVerbose ? [] : ["-v shows why"])
            + (allowPrivate
                ? isNamed ? [] : ["--allow-private applies to hosts that the command line names"]
                : ["--allow-private allows a server of your own network, --allow-port another port"])
        return file + (ways.isEmpty ? "" : ": " + ways.joined(separator: "; "))
    }
}
