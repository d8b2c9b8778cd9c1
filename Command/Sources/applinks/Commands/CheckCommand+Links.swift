import ArgumentParser
@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension CheckCommand {
    func validateExpectation() throws {
        guard expect != nil else { return }
        if purpose.purpose == .signIn {
            throw ValidationError("--expect asks which app opens a link, not --for sign-in.")
        }
        let isURL = inputs.allSatisfy { input in
            if case .url? = try? CheckInput(input) { true } else { false }
        }
        guard isURL, !inputs.isEmpty, list.from == nil else {
            throw ValidationError(
                "--expect is about one URL: name one; links: of the settings takes many."
            )
        }
    }

    /// The inputs including hosts that were added for links, the expectations about their links, and how many links belong to other
    /// hosts.
    func expectedLinks(
        _ configuration: CheckConfiguration?,
        _ inputs: [String],
        addsHosts: Bool,
        host: (String) -> String?
    ) -> (inputs: [String], links: [String: [ExpectedLink]], others: Int) {
        var links: [String: [ExpectedLink]] = [:]
        let app: LinkExpectation.Outcome? = expect.map { $0 == "browser" ? .stays : .opens([$0]) }
        if let app {
            for input in inputs {
                guard case .url(let url)? = try? CheckInput(input) else { continue }
                let expectation = LinkExpectation(url: url, app, platforms: configuration?.platforms)
                links[input] = [ExpectedLink(expectation: expectation, file: input, position: nil, pointer: "")]
            }
            return (inputs, links, 0)
        }
        guard purpose.purpose == .links, let configuration, !configuration.links.isEmpty else {
            return (inputs, links, 0)
        }
        var inputs = inputs
        var places: [String: String] = [:]
        for input in inputs {
            guard let host = host(input), places[host] == nil else { continue }
            places[host] = input
        }
        var others = 0
        for link in configuration.links {
            if places[link.host] == nil, addsHosts {
                places[link.host] = link.host
                inputs.append(link.host)
            }
            if let input = places[link.host] { links[input, default: []].append(link) } else { others += 1 }
        }
        return (inputs, links, others)
    }
}
