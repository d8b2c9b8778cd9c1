import BoltsAppLinks
import Foundation
import SwiftUI
import Testing

@testable import SwiftUIApp

extension BannerModifierTests {
    /// Tests the example in Examples/AppleApps.
    @MainActor
    @Suite(.tags(.l9)) struct SwiftUIAppTests {
        /// The URL with which another app opens this one.
        private static func link(to recipe: String, from name: String? = nil) throws -> URL {
            var data = AppLinkData(json: ["target_url": .string("https://recipes.example/\(recipe)")])
            if let name { data.referrer = AppLinkReferrer(urlText: "notes://back", appName: name) }
            return try #require(URL(string: try AppLinkDataCodec().encode(data, into: "recipes://42")))
        }

        @Test func linkWaitsInTheInboxAndIsShownWithBanner() async throws {
            Changes.forget()
            let app = SwiftUIApp.RecipesApp()
            guard let group = app.body as? any Group else { return #expect(Bool(false)) }
            let url = try Self.link(to: "cake", from: "Notes")
            var seen = group.look()
            #expect(seen.texts == ["No recipe yet", "Buy the ingredients"])
            let open = try #require(seen.openURL)
            open(url)
            let reading = Task { [task = seen.task] in await task?() }
            defer { reading.cancel() }
            try await until {
                seen = group.look()
                return seen.texts.contains("cake")
            }
            Changes.run()
            #expect(group.look().texts.contains("Touch to return to Notes"))
            #expect(seen.allowsExternalEvents)
            // The user goes back, and the same link comes again.
            EnvironmentValues.played.openURL = OpenURLAction { _ in .handled }
            defer { EnvironmentValues.played = EnvironmentValues() }
            try #require(group.look().buttons.last { $0.isLink }).tap()
            try await until { !group.look().texts.contains("Touch to return to Notes") }
            open(url)
            try await until {
                _ = group.look()
                Changes.run()
                return group.look().texts.contains("Touch to return to Notes")
            }
        }

        @Test func linksReachAnAppThatRuns() async throws {
            Changes.forget()
            let window = try Window(1, of: SwiftUIApp.RecipesApp())
            defer { window.close() }
            window.open(try Self.link(to: "cake", from: "Notes"))
            try await until { window.look().contains("cake") }
            #expect(window.look().contains("Touch to return to Notes"))
            // A link without a way back removes the banner.
            window.open(try Self.link(to: "soup"))
            try await until { window.look().contains("soup") }
            #expect(window.look() == ["soup", "Buy the ingredients"])
        }

        @Test func eachWindowShowsItsOwnLink() async throws {
            Changes.forget()
            let app = SwiftUIApp.RecipesApp()
            let (first, second) = (try Window(1, of: app), try Window(2, of: app))
            defer {
                first.close()
                second.close()
            }
            second.open(try Self.link(to: "cake", from: "Notes"))
            try await until { second.look().contains("cake") }
            #expect(first.look() == ["No recipe yet", "Buy the ingredients"])
            first.open(try Self.link(to: "soup", from: "Mail"))
            try await until { first.look().contains("soup") }
            #expect(first.look().contains("Touch to return to Mail"))
            #expect(second.look().contains("cake") && second.look().contains("Touch to return to Notes"))
        }
    }
}

/// A window of an app that is running: its task waits for links before one comes.
@MainActor
private struct Window {
    private let number: Int
    private let group: any Group
    private let openURL: (URL) -> Void
    private let reading: Task<Void, Never>

    init(_ number: Int, of app: some App) throws {
        Changes.window = number
        let group = try #require(app.body as? any Group)
        let seen = group.look()
        self.number = number
        self.group = group
        openURL = try #require(seen.openURL)
        reading = Task { [task = seen.task] in await task?() }
    }

    func open(_ url: URL) {
        Changes.window = number
        openURL(url)
    }

    /// The texts that are visible, after SwiftUI has called the handlers of changes.
    func look() -> [String] {
        Changes.window = number
        _ = group.look()
        Changes.run()
        return group.look().texts
    }

    func close() { reading.cancel() }
}

/// A window group, whatever is in it.
@MainActor
private protocol Group {
    func look() -> Seen
}

extension WindowGroup: Group {
    fileprivate func look() -> Seen {
        var seen = Seen()
        seen.look(at: content)
        return seen
    }
}
