import BoltsTasks
import BoltsAppLinks
import Foundation
import Testing

@Suite struct RecordingOpenerTests {
    @Test(.tags(.l5)) func opensOnlyInstalledSchemes() async throws {
        let opener = RecordingOpener(installed: ["Recipes", "Shop.example", "com.example.app"])
        for (text, opens) in [
            ("recipes://1", true), ("RECIPES://1", true), ("other://1", false), ("https://e.com", true),
        ] {
            let url = try OpenableURL(text)
            #expect(try await opener.canOpen(url, cancellationToken: .none).value == opens)
            #expect(try await opener.open(url, cancellationToken: .none).value == opens)
        }
        #expect(opener.openedURLs.map(\.text) == ["recipes://1", "RECIPES://1", "https://e.com"])
        let none = AppLinkTarget(platform: .ios, urlText: nil)
        let package = AppLinkTarget(platform: .android, urlText: nil, package: "com.example.app")
        let shop = try OpenableURL("https://shop.example/x")
        let web = try OpenableURL("https://e.com")
        #expect(try await opener.canOpenInApp(shop, target: none, cancellationToken: .none).value)
        #expect(try await !opener.canOpenInApp(web, target: none, cancellationToken: .none).value)
        #expect(try await opener.openInApp(web, target: package, cancellationToken: .none).value)
    }

    @Test(.tags(.l5)) func canHaveNoBrowser() async throws {
        let opener = RecordingOpener(installed: [], hasBrowser: false)
        #expect(try await !opener.open(OpenableURL("https://e.com"), cancellationToken: .none).value)
        #expect(opener.openedURLs.isEmpty)
    }

    @Test(.tags(.l5)) func theDefaultImplementationOpensNoWebURLInAnApp() async throws {
        let opener = EverythingOpener()
        let target = AppLinkTarget(platform: .ios, urlText: nil)
        #expect(
            try await !opener.openInApp(OpenableURL("http://e.com"), target: target, cancellationToken: .none).value
        )
        #expect(
            try await !opener.canOpenInApp(OpenableURL("http://e.com"), target: target, cancellationToken: .none).value
        )
        #expect(opener.openedTexts.isEmpty)
        #expect(try await opener.openInApp(OpenableURL("app://"), target: target, cancellationToken: .none).value)
        #expect(opener.openedTexts == ["app://"])
    }
}
