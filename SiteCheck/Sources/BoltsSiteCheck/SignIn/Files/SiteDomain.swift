/// The domain that one owner registers, such as `example.co.uk` for `www.example.co.uk`, by which browsers compare sites.
///
/// Browsers use the Public Suffix List, which is too long, and changes too often, to be part of a library. The system's list is
/// read if there is one. Otherwise the most common suffixes are compared, so the result is right for nearly all sites; a
/// finding that depends on them says so.
enum SiteDomain {
    /// Suffixes below which anybody may register a name, from the private section of the list.
    private static let shared: Set<String> = [
        "github.io", "gitlab.io", "pages.dev", "workers.dev", "web.app", "firebaseapp.com", "netlify.app", "vercel.app",
        "herokuapp.com", "azurewebsites.net", "azurestaticapps.net", "cloudfront.net", "blogspot.com", "fly.dev",
        "onrender.com", "myshopify.com", "appspot.com", "ngrok.io", "ngrok-free.app", "glitch.me", "surge.sh",
        "readthedocs.io", "run.app", "amplifyapp.com", "translate.goog", "wixsite.com", "bitbucket.io",
    ]
    /// Second levels below which a country's names are registered.
    private static let secondLevels: Set<String> = [
        "ac", "co", "com", "edu", "go", "gob", "gov", "govt", "gv", "ltd", "mil", "ne", "net", "nhs", "or", "org",
        "plc",
        "sch",
    ]

    /// Country codes with a second level, such as `co.uk`, that is a public suffix.
    private static let countries: Set<String> = [
        "ar", "at", "au", "br", "cn", "hk", "id", "il", "in", "jp", "ke", "kr", "mx", "my", "nz", "sg", "th", "tr",
        "tw", "uk",
        "za",
    ]

    /// The end of a sentence for a finding that depends on the short list; empty if the whole list was used.
    static func caveat(_ suffixes: PublicSuffixes? = .system) -> String {
        suffixes == nil ? ", by a short list of suffixes: the Public Suffix List is not on this system" : ""
    }

    /// Whether anybody can register a name below a host, which browsers therefore do not accept as a site.
    static func isPublicSuffix(_ host: String, _ suffixes: PublicSuffixes? = .system) -> Bool {
        let name = host.lowercased()
        if let suffixes {
            let labels = name.split(separator: ".")
            return !labels.isEmpty && name != "localhost" && suffixes.labelCount(of: labels) == labels.count
        }
        let labels = name.split(separator: ".").map(String.init)
        guard labels.count == 2 else { return labels.count == 1 && name != "localhost" }
        return shared.contains(name) || countries.contains(labels[1]) && secondLevels.contains(labels[0])
    }

    /// Returns the domain of a name, in lower case, or the name itself if it is a suffix.
    static func registrable(_ host: String, _ suffixes: PublicSuffixes? = .system) -> String {
        let name = host.lowercased()
        let labels = name.split(separator: ".")
        if let suffixes {
            return labels.suffix(suffixes.labelCount(of: labels) + 1).joined(separator: ".")
        }
        guard labels.count > 2, let top = labels.last else { return name }
        let second = String(labels[labels.count - 2])
        let isShared = shared.contains("\(second).\(top)")
        let isBelowACountry = top.utf8.count == 2 && secondLevels.contains(second)
        return labels.suffix(isShared || isBelowACountry ? 3 : 2).joined(separator: ".")
    }
}
