import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation
import Testing

extension BrowserTests {
    /// Tests that reading hostile pages ends in time, and leaves nothing behind.
    @Suite struct HostilePages {
        private static let tag = "<meta property=al:ios:url content=a://b>"
        private static let pages: [String: String] = [
            "/plain": tag,
            "/loop": "\(tag)<script>while(true);</script>",
            "/late-loop": "\(tag)<script>onload=function(){setTimeout(function(){while(true);},10)}</script>",
            "/alerts": "\(tag)<script>while(true)alert(1)</script>",
            "/timed-alerts": "\(tag)<script>setTimeout(function f(){alert(1);setTimeout(f,0)},5)</script>",
            "/prompts": "\(tag)<script>for(;;){confirm(1);prompt(2)}</script>",
            "/navigation": "<script>location.href='/navigation?'+Math.random()</script>",
            "/refresh": "<meta http-equiv=refresh content=0>",
            "/popups": "\(tag)<script>for(var i=0;i<50;i++)open('/popups')</script>",
            "/stay":
                "\(tag)<script>onbeforeunload=function(e){e.preventDefault();e.returnValue='x';while(true);}</script>",
            "/prototypes":
                """
            <script>JSON.stringify=function(){return '{}'};JSON.parse=null;Function.prototype.call=null;
            Function.prototype.apply=null;Array.prototype.toJSON=Object.prototype.toJSON=String.prototype.toJSON=function(){return 1};
            document.querySelectorAll=function(){return [1]};Promise=null;setTimeout=null;Array.prototype.map=null;
            Element.prototype.getAttribute=function(){return 'al:lie'};Reflect.apply=null;
            Object.defineProperty(Object.prototype,'value',{get:function(){return 7},set:function(){}})</script>\(tag)
            """,
            "/grows":
                "<script>setInterval(function(){document.head.insertAdjacentHTML('beforeend','\(tag)')},20)</script>",
            "/many": String(repeating: tag, count: 100_000),
            "/long": "<meta property=al:ios:url content='\(String(repeating: "x", count: 3_000_000))'>\(tag)",
            "/deep": String(repeating: "<div>", count: 100_000) + tag,
            "/memory":
                "\(tag)<script>onload=function(){var a=[];for(;;)a.push(new Array(1e6).fill(Math.random()))}</script>",
            "/scheme": "->example://app", "/file": "->file:///etc/passwd", "/data": "->data:text/html,x",
            "/script-scheme": "\(tag)<script>location.href='example://app'</script>",
            "/endless": "->/endless",
        ]
        private static let timeout = Duration.seconds(4)
        /// The time that a busy machine may take for a page that ends.
        private static let longTimeout = Duration.seconds(120)
        /// The pages that can be read in spite of their behavior.
        private static let readable: Set = ["/plain", "/long", "/popups", "/stay", "/many", "/grows"]

        private enum Ending: Equatable {
            case tags(Int)
            case failed(String)
        }

        private func ending(_ resolver: BrowserAppLinkResolver, _ url: URL) async throws -> Ending {
            do {
                return .tags(try await resolver.page(at: url).metadata.tags.count)
            } catch let error as PageError {
                return .failed(error.code.description)
            }
        }

        @Test(.tags(.l7), arguments: TestBrowser.installed)
        func hostilePagesEndWithinTheLimits(_ browser: TestBrowser) async throws {
            let pages = try Pages(Self.pages)
            func resolver(_ timeout: Duration) -> BrowserAppLinkResolver {
                browser.resolver {
                    $0.pageTimeout = timeout
                    $0.patience = .milliseconds(200)
                    $0.settleTimeout = .milliseconds(1_500)
                }
            }
            let (hasty, patient) = (resolver(Self.timeout), resolver(Self.longTimeout))
            for path in Self.pages.keys.sorted() + ["/download", "/hang"] {
                let start = ContinuousClock.now
                let isReadable = Self.readable.contains(path)
                let ending = try await ending(isReadable ? patient : hasty, pages.url(path))
                let took = start.duration(to: .now)
                // A browser may have to be started first, which has its own limit.
                let limit = isReadable ? Self.longTimeout : Self.timeout
                #expect(took < limit + .seconds(300), "\(path) took \(took)")
                switch path {
                case "/plain", "/long", "/popups", "/stay":
                    #expect(ending == .tags(path == "/long" ? 2 : 1), "\(path)")
                case "/many": #expect(ending == .tags(10_000))
                case "/loop", "/hang": #expect(ending == .failed("timedOut"), "\(path)")
                // Either no snapshot was possible, or every snapshot met an alert.
                case "/alerts", "/prompts":
                    #expect(ending == .failed("timedOut") || ending == .failed("unreadablePage"), "\(path)")
                // A redirect to a file ends WebKitGTK's page process (2.50), which is also acceptable.
                case "/file" where browser == .webKitGTK && ending == .failed("browserFailed"): break
                case "/scheme", "/file", "/data", "/download":
                    #expect(
                        ending == .failed("malformedResponse") || ending == .failed("timedOut"),
                        "\(path) \(ending)"
                    )
                case "/prototypes" where browser == .chromium: #expect(ending == .tags(1))
                // No result shows what the page's scripts replaced.
                case "/prototypes": #expect(ending != .tags(0))
                case "/grows":
                    guard case .tags(let count) = ending, count > 0 else {
                        Issue.record("\(path) \(ending)")
                        continue
                    }
                default: break
                }
            }
            try await hasty.stop().value
            let plain = try await ending(patient, pages.url("/plain"))
            #expect(plain == .tags(1))
            try await patient.stop().value
            #expect(Leftovers.processes() == [])
            #expect(Leftovers.directories() == [])
        }

        @Test(.tags(.l7), arguments: TestBrowser.installed)
        func cancellationEndsTheBrowser(_ browser: TestBrowser) async throws {
            let pages = try Pages(Self.pages)
            let resolver = browser.resolver()
            for path in ["/loop", "/hang"] {
                let source = CancellationTokenSource()
                let asked = pages.requests.count
                let task = resolver.page(at: pages.url(path), cancellationToken: source.token)
                while pages.requests.count == asked { try await Task.sleep(for: .milliseconds(5)) }
                #expect(!Leftovers.processes().isEmpty)
                source.cancel()
                #expect(task.isCancelled)
                while !Leftovers.processes().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            }
            try await resolver.stop().value
            #expect(Leftovers.directories() == [])
        }
    }
}
