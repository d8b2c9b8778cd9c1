import ArgumentParser
import BoltsAppLinks
import Foundation

/// The apps of a made-up device, as the command line names them.
struct InstalledApps: ExpressibleByArgument {
    /// Schemes, hosts and packages.
    let names: [String]

    // `nil` where one of them can be none of these.
    init?(argument: String) {
        var names: [String] = []
        for part in argument.split(separator: ",") {
            let text = part.trimmingCharacters(in: .whitespaces)
            if text.isEmpty { continue }
            guard let name = Self.name(text) else { return nil }
            names.append(name)
        }
        self.names = names
    }

    /// `recipes`, also of `recipes:` and `recipes://42`; the host of a web URL.
    private static func name(_ text: String) -> String? {
        var name = text
        if let scheme = URLScheme.leading(text) {
            name = scheme.name
            if scheme.isWeb {
                guard let host = URL(string: text)?.host() else { return nil }
                name = host
            }
        }
        let isName = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789+-._".unicodeScalars.contains($0)
        }
        return isName ? name : nil
    }
}
