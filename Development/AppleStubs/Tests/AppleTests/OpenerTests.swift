import BoltsAppLinks
import BoltsTasks
import Foundation
import Testing

extension ScreenTests {
    @MainActor
    @Suite(.tags(.l5)) struct OpenerTests {
        private let link = AppLink(
            sourceURL: URL(fileURLWithPath: "/"),
            targets: [
                AppLinkTarget(url: URL(string: "https://app.example/universal")),
                AppLinkTarget(url: URL(string: "missing://a")),
                AppLinkTarget(url: URL(string: "here://b")),
            ],
            webURL: nil
        )

        #if canImport(UIKit)
        @Test func applicationOpensUniversalLinksOnlyInApps() async throws {
            Phone.opens("here")
            let result = try await AppLinkNavigation(appLink: link).navigate(opener: ApplicationOpener())
            #expect(result.type == .app && result.openedURL?.scheme.name == "here")
            // Each target was tried by opening it, a web target never in the browser.
            #expect(Phone.opened.map(\.universalLinksOnly) == [true, false, false])
            #expect(Phone.opened.map(\.url.scheme) == ["https", "missing", "here"])
        }

        @Test func previewAsksApplicationWithoutOpening() async throws {
            Phone.opens("here")
            let type = try await AppLinkNavigation(appLink: link).preview(opener: ApplicationOpener()).type
            #expect(type == .app)
            #expect(Phone.opened.isEmpty)
        }

        @Test func applicationIsTheSystemOpener() async throws {
            Phone.opens("here")
            let result = try await AppLinkNavigation(appLink: link).navigate()
            #expect(result.type == .app && Phone.opened.count == 3)
            #expect(URLOpener.system is ApplicationOpener)
        }
        #else
        @Test func workspaceIsTheSystemOpener() async throws {
            Desktop.opens("here")
            let result = try await AppLinkNavigation(appLink: link).navigate()
            #expect(result.type == .app && Desktop.opened.count == 2)
            #expect(URLOpener.system is WorkspaceOpener)
        }

        @Test func workspaceOpens() async throws {
            Desktop.opens("here")
            let result = try await AppLinkNavigation(appLink: link).navigate(opener: WorkspaceOpener())
            #expect(result.type == .app && result.openedURL?.scheme.name == "here")
            #expect(Desktop.opened.map(\.scheme) == ["missing", "here"])
        }

        #endif

        @Test func cancellationEndsTheTaskAtOnce() async throws {
            let token = CancellationTokenSource()
            token.cancel()
            let result = AppLinkNavigation(appLink: link).navigate(cancellationToken: token.token)
            await #expect(throws: CancellationError.self) { try await result.value }
        }
    }
}
