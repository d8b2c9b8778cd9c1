@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension LinkAnswer: Encodable {
    private enum CodingKeys: String, CodingKey {
        case version, url, link, answers, devices, sources, failures
        case signIn = "sign_in"
    }

    private enum SignInKeys: String, CodingKey {
        case answers, devices
    }

    /// Encodes the answer: `version`, `url`, `answers`, `devices` and `failures` as in `applinks explain --json`, plus the link
    /// of the page and the sources; `sign_in` has the content of `applinks explain --for sign-in --json`.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(1, forKey: .version)
        try values.encode(url.absoluteString, forKey: .url)
        try values.encodeIfPresent(link?.document(finalURL: finalURL), forKey: .link)
        if isForLinks {
            try values.encode(answers.map { LinkVerdict.Answer.Document($0) }, forKey: .answers)
            try values.encode(devices, forKey: .devices)
        }
        if let signIn {
            var part = values.nestedContainer(keyedBy: SignInKeys.self, forKey: .signIn)
            try part.encode(signIn.answers.map { LinkVerdict.Answer.Document($0) }, forKey: .answers)
            try part.encode(signIn.devices, forKey: .devices)
        }
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
        // The format style truncates the fraction of a second, which a binary fraction may make too small.
        let rest = (milliseconds % 1_000 + 1_000) % 1_000
        let seconds = Date(timeIntervalSince1970: Double((milliseconds - rest) / 1_000))
        return seconds.formatted(Date.ISO8601FormatStyle()).dropLast() + ".\(String(rest + 1_000).dropFirst())Z"
    }
}
