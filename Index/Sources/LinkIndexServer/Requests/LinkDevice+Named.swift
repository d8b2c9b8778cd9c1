import BoltsSiteCheck

extension LinkDevice {
    /// Reads the devices of a request: all if none is named; duplicates count once.
    ///
    /// - Throws: A ``Problem`` that lists the names.
    static func named(_ names: [String]) throws -> [LinkDevice] {
        if names.isEmpty { return LinkDevice.allCases }
        var seen: Set<LinkDevice> = []
        return try names.compactMap { name in
            guard let device = LinkDevice.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
            else {
                let known = LinkDevice.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(
                    .badRequest,
                    "unknown-device",
                    "Unknown device",
                    "\(String(name.prefix(64))) is not a device. The devices are \(known)."
                )
            }
            // Each device costs time, and space in the answer, for every URL of the request.
            return seen.insert(device).inserted ? device : nil
        }
    }
}
