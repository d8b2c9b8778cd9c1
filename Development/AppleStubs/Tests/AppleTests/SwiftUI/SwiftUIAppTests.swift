import BoltsAppLinks
import Foundation
import SwiftUI
import Testing

@testable import SwiftUIApp

extension BannerModifierTests {
    /// The example in Examples/AppleApps.
    @MainActor
    @Suite(.tags(.l9)) struct SwiftUIAppTests {
        @Test
        func linkWaitsInTheInboxAndIsShownWithBanner() async throws {
            Changes.forget()
            let app = SwiftUIApp.RecipesApp()
            guard let group = app.body as? any Group else { return #expect(Bool(false)) }
            var data = AppLinkData(json: ["target_url": "https://recipes.example/cake"])
            data.referrer = AppLinkReferrer(urlText: "notes://back", appName: "Notes")
            let url = try #require(URL(string: try AppLinkDataCodec().encode(data, into: "recipes://42")))

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
            // Back, and the same link again.
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
    }
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
