import ArgumentParser
import BoltsAppLinks
import Foundation

struct InstalledApps: ExpressibleByArgument {
    /// The schemes, hosts and packages of the installed apps.
    let names: [String]

    // Returns `nil` if a value is no scheme, host or package.
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

    /// The scheme of text such as `recipes`, `recipes:` or `recipes://42`, or the host of a web URL.
    private static func name(_ text: String) -> String? {
        var name = text
        if let scheme = LinkScheme.leading(text) {
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
