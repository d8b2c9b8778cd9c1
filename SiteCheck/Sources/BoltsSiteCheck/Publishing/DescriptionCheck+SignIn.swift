@_spi(Bolts) import BoltsAssociations
import Foundation

extension DescriptionCheck {
    /// Reports mistakes in the site's sign-in settings.
    mutating func checkSignIn() {
        guard let signIn = description.signIn else { return }
        if signIn.isEmpty {
            let fix = "Add \(SiteDescription.SignIn.keys.joined(separator: ", ")), or remove it."
            report(.missingKey, "/signIn", "signIn is empty.", fix: fix)
        }
        checkRelatedOrigins(signIn.relatedOrigins)
        let pages = [("enroll", signIn.enroll), ("manage", signIn.manage)].compactMap { name, url in
            url.map { (name, $0) }
        }
        let apps = signIn.webApps.enumerated().map { ("webApps/\($0)", $1) }
        for (pointer, text) in pages + apps where !PasskeyEndpointsCheck.isAddress(text) {
            let fix = "Write an address such as https://lakrids.dk/account/passkeys."
            report(.badValue, "/signIn/\(pointer)", "\(Clip.quoted(text)) is not an https URL.", fix: fix)
        }
        var seen = Set<String>()
        for (pointer, text) in apps where !seen.insert(text).inserted {
            report(.duplicate, "/signIn/\(pointer)", "\(Clip.quoted(text)) is listed twice.", fix: "Remove one.")
        }
    }

    private mutating func checkRelatedOrigins(_ origins: [String]) {
        let hosts = description.hosts.filter { !$0.hasPrefix("*") }
        var seen = Set<String>()
        var labels = Set<String>()
        for (index, text) in origins.enumerated() {
            let pointer = "/signIn/relatedOrigins/\(index)"
            guard let url = URL(string: text), let origin = RelatedOrigins.origin(of: url), origin == text.lowercased()
            else {
                let fix = "Write https and a host only, such as https://kogebog.example."
                report(.badValue, pointer, "\(Clip.quoted(text)) is not an origin.", fix: fix)
                continue
            }
            let host = url.host() ?? ""
            if !seen.insert(origin).inserted {
                report(.duplicate, pointer, "\(Clip.quoted(text)) is listed twice.", fix: "Remove one.")
            }
            if !hosts.isEmpty, hosts.allSatisfy({ RelatedOrigins.isOwn(host, of: $0) }) {
                let message = "\(Clip.quoted(text)) may use the passkeys without an entry."
                report(.badValue, pointer, message, fix: "Remove it.")
            }
            let isNewLabel = labels.insert(RelatedOrigins.label(of: host)).inserted
            if isNewLabel, labels.count == RelatedOrigins.maximumLabels + 1 {
                let message = "\(Clip.quoted(text)) adds a sixth name; browsers need not read more than five."
                report(.badValue, pointer, message, fix: "Leave the origins of one name out.")
            }
        }
    }
}
