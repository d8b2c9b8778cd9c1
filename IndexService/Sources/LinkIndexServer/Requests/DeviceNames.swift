import BoltsAssociations

extension LinkDevice {
    /// Reads the devices of a request: none means all.
    ///
    /// - Throws: A ``Problem`` that lists the names.
    static func named(_ names: [String]) throws -> [LinkDevice] {
        if names.isEmpty { return LinkDevice.allCases }
        return try names.map { name in
            guard let device = LinkDevice.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
            else {
                let known = LinkDevice.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(
                    .badRequest,
                    "unknown-device",
                    "Unknown device",
                    "\(String(name.prefix(64))) is no device. The devices are \(known)."
                )
            }
            return device
        }
    }
}
