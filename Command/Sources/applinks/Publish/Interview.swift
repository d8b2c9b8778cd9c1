import BoltsSiteCheck
import Foundation

/// Asks for the values of a description, one question per line, and repeats a question if the answer is invalid.
struct Interview {
    private(set) var site: SiteDescription

    init(_ site: SiteDescription) { self.site = site }

    mutating func run() throws {
        Terminal.note(["Press return where a question does not apply."])
        if site.hosts.isEmpty {
            try ask("Host of the site, such as lakrids.dk", below: "/hosts", isRequired: true) { site, answer in
                site.hosts = Self.words(answer)
            }
        }
        if site.apps.isEmpty { site.apps = [SiteDescription.App(name: "")] }
        if site.apps[0].name.isEmpty {
            try ask("Name of the app", below: "/apps/0/name", isRequired: true) { $0.apps[0].name = $1 }
        }
        let hasApp = site.apps[0].apple != nil || site.apps[0].android != nil || site.apps[0].windows != nil
        if !hasApp { try askPlatforms() }
        if site.open.isEmpty {
            try ask("Paths that open in the app, such as /recipes/* (all)", below: "/open") { site, answer in
                site.open = Self.links(answer.isEmpty ? "*" : answer)
            }
            try ask("Paths that stay in the browser", below: "/exclude") { $0.exclude = Self.links($1) }
        }
    }

    private mutating func askPlatforms() throws {
        while true {
            try askApple()
            try askAndroid()
            try askWindows()
            let app = site.apps[0]
            if app.apple != nil || app.android != nil || app.windows != nil { return }
            Terminal.note(["  The app is on no platform. Answer for at least one."])
        }
    }

    private mutating func askApple() throws {
        let place = "/apps/0/apple"
        try ask("iPhone: team id, such as R2TQ9MZ7K4", below: place + "/team") { site, answer in
            site.apps[0].apple = answer.isEmpty ? nil : .init(team: answer, bundle: "a.b")
        }
        guard site.apps[0].apple != nil else { return }
        try ask("iPhone: bundle identifier", below: place, isRequired: true) { $0.apps[0].apple?.bundle = $1 }
        try ask("iPhone: App Store id, the digits", below: place + "/appStore") { site, answer in
            site.apps[0].apple?.appStore = answer.isEmpty ? nil : answer
        }
        try ask("iPhone: scheme of the app's URLs, such as kogebog", below: place + "/scheme") { site, answer in
            site.apps[0].apple?.scheme = answer.isEmpty ? nil : answer
        }
    }

    private mutating func askAndroid() throws {
        let place = "/apps/0/android"
        try ask("Android: application id, such as dk.lakrids.kogebog", below: place + "/package") { site, answer in
            site.apps[0].android = answer.isEmpty ? nil : .init(package: answer, fingerprints: [])
        }
        guard site.apps[0].android != nil else { return }
        let question = "Android: SHA-256 fingerprints, from Play Console, App signing (none leaves Android out)"
        try ask(question, below: place + "/fingerprints") { site, answer in
            site.apps[0].android?.fingerprints = Self.words(answer)
            if answer.isEmpty { site.apps[0].android = nil }
        }
        guard site.apps[0].android != nil else { return }
        let scheme = site.apps[0].apple?.scheme
        let suggestion = scheme.map { " (\($0))" } ?? ""
        try ask("Android: scheme of the app's URLs\(suggestion)", below: place + "/scheme") { site, answer in
            site.apps[0].android?.scheme = answer.isEmpty ? scheme : answer
        }
    }

    private mutating func askWindows() throws {
        let place = "/apps/0/windows"
        try ask("Windows: package family name", below: place + "/packageFamily") { site, answer in
            let scheme = site.apps[0].apple?.scheme ?? site.apps[0].android?.scheme
            site.apps[0].windows = answer.isEmpty ? nil : .init(packageFamily: answer, scheme: scheme)
        }
    }

    private static func words(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
    }

    private static func links(_ text: String) -> [SiteDescription.Link] {
        words(text).map { SiteDescription.Link(path: $0) }
    }

    /// Asks until the answer causes no problem below a place of the description.
    private mutating func ask(
        _ question: String,
        below place: String,
        isRequired: Bool = false,
        _ take: (inout SiteDescription, String) -> Void
    ) throws {
        while true {
            Terminal.ask("\(question): ")
            guard let line = readLine() else { throw InputError("the input ended before the last answer") }
            let answer = line.trimmingCharacters(in: .whitespaces)
            if isRequired, answer.isEmpty {
                Terminal.note(["  This needs an answer."])
                continue
            }
            var candidate = site
            take(&candidate, answer)
            let problems = Self.problems(candidate).filter {
                $0.pointer == place || $0.pointer.hasPrefix(place + "/")
            }
            if problems.isEmpty || answer.isEmpty {
                site = candidate
                return
            }
            Terminal.note(problems.map { "  \($0.message) \($0.fix)" })
        }
    }

    private static func problems(_ site: SiteDescription) -> [SiteDescriptionProblem] {
        do throws(SiteDescriptionError) {
            _ = try SitePublication(site)
            return []
        } catch {
            return error.problems
        }
    }
}
