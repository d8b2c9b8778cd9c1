import ArgumentParser
import BoltsAppLinks
import Foundation

struct AppLinkDataOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Add a string to the extras for the app. May be repeated.", valueName: "name=value"))
    var extra: [String] = []

    @Option(
        help: ArgumentHelp(
            "Add a JSON value to the extras for the app, such as count=3. May be repeated.",
            valueName: "name=json"
        )
    )
    var extraJSON: [String] = []

    @Option(help: ArgumentHelp("The name of the app to which the user can return.", valueName: "name"))
    var referrerName: String?

    @Option(help: ArgumentHelp("The URL of the app to which the user can return.", valueName: "url"))
    var referrerURL: String?

    func validate() throws {
        for text in extra { _ = try NamedValue(text, option: "--extra", example: "promo=SPRING") }
        for text in extraJSON { _ = try NamedValue(text, option: "--extra-json", example: "count=3").json() }
        guard (referrerName == nil) == (referrerURL == nil) else {
            throw ValidationError("Use --referrer-name and --referrer-url together.")
        }
        if let referrerURL { try checkURL(referrerURL, option: "--referrer-url") }
    }

    /// The extras; if two have the same name, the last one counts.
    func extras() throws -> [String: AppLinkValue] {
        var extras: [String: AppLinkValue] = [:]
        for text in extra {
            let named = try NamedValue(text, option: "--extra", example: "promo=SPRING")
            extras[named.name] = .string(named.value)
        }
        for text in extraJSON {
            let named = try NamedValue(text, option: "--extra-json", example: "count=3")
            extras[named.name] = try named.json()
        }
        return extras
    }

    var referrer: AppLinkData {
        guard let referrerName, let referrerURL else { return AppLinkData() }
        return AppLinkNavigation.callbackAppLinkData(appName: referrerName, urlText: referrerURL)
    }
}

/// The value of an option of the form `name=value`.
struct NamedValue {
    let name: String
    let value: String
    private let option: String
    private let example: String

    init(_ text: String, option: String, example: String) throws {
        guard let separator = text.firstIndex(of: "="), separator > text.startIndex else {
            throw ValidationError("\(option) takes a name and a value: \(option) \(example), not '\(text)'.")
        }
        name = String(text[..<separator])
        value = String(text[text.index(after: separator)...])
        self.option = option
        self.example = example
    }

    func json() throws -> AppLinkValue {
        do {
            return try AppLinkValue(jsonText: value)
        } catch {
            throw ValidationError(
                "\(option) takes JSON after the name: \(option) \(example). Of '\(name)', \(error)."
            )
        }
    }
}

/// Throws if a URL is not safe to pass to an opener.
func checkURL(_ text: String, option: String) throws {
    do {
        _ = try OpenableURL(text)
    } catch {
        throw ValidationError("\(option): \(error).")
    }
}

/// Throws if text is not the URL of a page on the web.
func checkPageURL(_ text: String, option: String) throws {
    guard let url = try? OpenableURL(text), url.scheme.isWeb, url.url != nil else {
        throw ValidationError("\(option) takes the URL of a page such as https://example.com/page, not '\(text)'.")
    }
}
