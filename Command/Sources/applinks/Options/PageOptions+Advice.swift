import BoltsAppLinks

extension PageOptions {
    /// The advice that follows the error of a page; empty if the error is sufficient.
    ///
    /// Like the error, it is the same for a host that is refused and one that does not exist.
    func advice(on error: any Error, input: String, isVerbose: Bool) -> String {
        guard (error as? PageError)?.code == .notReachableOrNotAllowed else { return "" }
        let file = WebAddress.otherReading(of: input)
        let ways =
            (isVerbose ? [] : ["-v shows why"])
            + (allowPrivate
                ? privateHosts == nil ? [] : ["--allow-private holds for hosts that the command line names"]
                : ["--allow-private allows a server of your own network, --allow-port another port"])
        return file + (ways.isEmpty ? "" : ": " + ways.joined(separator: "; "))
    }
}
