@_spi(Bolts) import BoltsAppLinks
import Foundation

extension LinkAnswer: Encodable {
    private enum CodingKeys: String, CodingKey {
        case version, url, link, devices, sources, failures
        case signIn = "sign_in"
    }

    /// Encodes the answer: `version`, `url`, `devices` and `failures` as `applinks explain --json` does, and with the link
    /// of the page and the sources; `sign_in` has the devices of `applinks explain --for sign-in --json`.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(1, forKey: .version)
        try values.encode(url.absoluteString, forKey: .url)
        try values.encodeIfPresent(link?.document(finalURL: finalURL), forKey: .link)
        if isForLinks { try values.encode(devices, forKey: .devices) }
        try values.encodeIfPresent(signIn.map { ["devices": $0] }, forKey: .signIn)
        try values.encode(sources, forKey: .sources)
        try values.encode(failures, forKey: .failures)
    }
}

extension Timestamp: Encodable {
    /// Encodes the time as RFC 3339 text, such as `2026-11-22T07:15:00.000Z`.
    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(text)
    }

    /// The time as RFC 3339 text, to the millisecond.
    package var text: String {
        // The style cuts off the parts of a second that a binary fraction is too small by.
        let rest = (milliseconds % 1_000 + 1_000) % 1_000
        let seconds = Date(timeIntervalSince1970: Double((milliseconds - rest) / 1_000))
        return seconds.formatted(Date.ISO8601FormatStyle()).dropLast() + ".\(String(rest + 1_000).dropFirst())Z"
    }
}
