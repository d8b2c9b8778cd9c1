import Foundation
import SharedData
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests how long responses may be stored and reused (RFC 9111).
@Suite(.tags(.l6)) struct PageCacheabilityTests {
    private let now = HTTPDate(seconds: 784_111_777)
    private let nowText = "Sun, 06 Nov 1994 08:49:37 GMT"

    private func hop(_ status: Int = 200, _ set: (inout HTTPCacheFields) -> Void = { _ in }) throws -> PageHop {
        var fields = HTTPCacheFields()
        set(&fields)
        let url = try #require(URL(string: "https://example.com/page"))
        return PageHop(url: url, status: status, cacheFields: fields)
    }

    private func told(_ status: Int = 200, _ set: (inout HTTPCacheFields) -> Void) throws -> PageCacheability {
        PageCacheability(hops: [try hop(status, set)], now: now)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func allThreeDateFormatsAreRead(text: String) {
        #expect(HTTPDate(text) == now)
    }

    @Test func datesConvertToSeconds() {
        #expect(HTTPDate("Thu, 01 Jan 1970 00:00:00 GMT")?.seconds == 0)
        #expect(HTTPDate("Tue, 29 Feb 2000 23:59:59 GMT")?.seconds == 951_868_799)
        #expect(HTTPDate("Fri, 01 Mar 2024 00:00:00 GMT")?.seconds == 1_709_251_200)
    }

    @Test(arguments: [
        "", "0", "-1", "Sun, 06 Nov 1994", "06 Nov 1994 8:49", "Sun, 06 Foo 1994 08:49:37 GMT", "99 Nov 1994 08:49:37",
        "06 Nov 1994 25:00:00", "06 06 Nov 1994 08:49:37", "06 Nov 1994 08:49:37 08:49:37",
        "06 Nov 99999999999999999999 08:49:37", TestText(repeating: "1 ", count: 100_000),
    ])
    func invalidDatesAreRejected(text: TestText) {
        #expect(HTTPDate(text.text) == nil)
    }

    @Test func ageShortensMaxAge() throws {
        let told = try told {
            $0.cacheControl = "public, Max-Age=600"
            $0.age = "100"
            $0.expires = "0"
        }
        #expect(told.timeToLive == .seconds(500))
        #expect(told.sharedTimeToLive == .seconds(500))
        #expect(try self.told { ($0.cacheControl, $0.age) = ("max-age=60", "100") }.timeToLive == .zero)
        #expect(try self.told { ($0.cacheControl, $0.age) = ("max-age=60", "-5") }.timeToLive == .seconds(60))
    }

    @Test func sMaxageIsForSharedCaches() throws {
        let told = try told { $0.cacheControl = "max-age=10, s-maxage=3600" }
        #expect(told.timeToLive == .seconds(10))
        #expect(told.sharedTimeToLive == .seconds(3_600))
    }

    @Test(.tags(.th49)) func noStoreAndPrivateLimitStorage() throws {
        let noStore = try told { $0.cacheControl = "max-age=600, no-store" }
        #expect(!noStore.isStorable && !noStore.isSharedStorable)
        let afterQuotes = try told { $0.cacheControl = "max-age=600, x=\"a\\\"b\", no-store" }
        #expect(!afterQuotes.isStorable)
        let text = String(repeating: "a", count: 70_000)
        let long = try told { $0.cacheControl = "max-age=600, x=\"\(text)\", no-store" }
        #expect(!long.isStorable)
        // A quotation without an end does not hide later directives.
        for open in ["max-age=600, x=\"y, no-store", "x=\"y, no-store, z=\"w\"", "x=\"\\\", no-store"] {
            #expect(try !told { $0.cacheControl = open }.isStorable, "\(open)")
        }
        let isPrivate = try told { $0.cacheControl = "private=\"set-cookie, no-store\", max-age=5" }
        #expect(isPrivate.isStorable && !isPrivate.isSharedStorable)
        #expect(isPrivate.timeToLive == .seconds(5))
    }

    @Test func noCacheAndVaryStarRequireValidation() throws {
        #expect(try told { $0.cacheControl = "no-cache, max-age=600" }.requiresValidation)
        #expect(try told { $0.cacheControl = "no-cache=\"set-cookie\"" }.requiresValidation)
        #expect(try told { ($0.cacheControl, $0.vary) = ("max-age=600", "Accept, *") }.requiresValidation)
        #expect(try told { $0.pragma = "no-cache" }.requiresValidation)
        #expect(try !told { ($0.pragma, $0.cacheControl) = ("no-cache", "max-age=6") }.requiresValidation)
    }

    @Test(.tags(.th49), arguments: ["Prefer-Html-Meta-Tags", "Cookie", "Accept-Language, User-Agent", ""])
    func varyOnFieldsIsIgnored(vary: String) throws {
        let told = try told { ($0.cacheControl, $0.vary) = ("max-age=6", vary) }
        #expect(told.timeToLive == .seconds(6))
        #expect(!told.requiresValidation)
    }

    @Test func mustRevalidateForbidsStaleUse() throws {
        let own = try told { $0.cacheControl = "max-age=5, must-revalidate" }
        #expect(!own.allowsStale && !own.allowsSharedStale)
        let shared = try told { $0.cacheControl = "max-age=5, proxy-revalidate" }
        #expect(shared.allowsStale && !shared.allowsSharedStale)
        #expect(try told { $0.cacheControl = "s-maxage=5" }.allowsSharedStale == false)
        #expect(try told { $0.cacheControl = "max-age=5" }.allowsSharedStale)
    }

    @Test func mustUnderstandOverridesNoStore() throws {
        #expect(try told { $0.cacheControl = "must-understand, no-store, max-age=5" }.isStorable)
        #expect(try !told(299) { $0.cacheControl = "must-understand, no-store, max-age=5" }.isStorable)
        #expect(try !told { $0.cacheControl = "no-store, max-age=5" }.isStorable)
    }

    @Test func shortestStaleWindowOfTheChainCounts() throws {
        let page = try hop { $0.cacheControl = "max-age=5, stale-while-revalidate=30, stale-if-error=600" }
        let redirect = try hop(301) { $0.cacheControl = "max-age=50, stale-while-revalidate=10, stale-if-error=9999" }
        let told = PageCacheability(hops: [redirect, page], now: now)
        #expect(told.staleWhileRevalidate == .seconds(10))
        #expect(told.staleIfError == .seconds(600))
        #expect(PageCacheability(hops: [try hop(301), page], now: now).staleIfError == .zero)
    }

    @Test func dateImpliesAge() throws {
        let minuteAgo = "Sun, 06 Nov 1994 08:48:37 GMT"
        #expect(try told { ($0.cacheControl, $0.date) = ("max-age=100", minuteAgo) }.timeToLive == .seconds(40))
        #expect(
            try told { ($0.cacheControl, $0.date, $0.age) = ("max-age=100", minuteAgo, "80") }.timeToLive
                == .seconds(20)
        )
        // A server's clock that is ahead does not make a response younger.
        let ahead = "Sun, 06 Nov 1994 09:49:37 GMT"
        #expect(try told { ($0.cacheControl, $0.date) = ("max-age=100", ahead) }.timeToLive == .seconds(100))
        #expect(try told { ($0.cacheControl, $0.age) = ("max-age=100", "30, 5") }.timeToLive == .seconds(70))
    }

    @Test(arguments: [(429, "120", 120), (503, " 120 ", 120), (503, "Sun, 06 Nov 1994 08:50:37 GMT", 60)])
    func retryAfterIsRead(status: Int, text: String, seconds: Int64) throws {
        #expect(HTTPFreshness.retryAfter(try hop(status) { $0.retryAfter = text }, now: now) == seconds)
    }

    @Test(arguments: [(200, "120"), (404, "120"), (503, "soon"), (503, ""), (503, "-5")])
    func retryAfterOfOtherStatusesIsIgnored(status: Int, text: String) throws {
        #expect(HTTPFreshness.retryAfter(try hop(status) { $0.retryAfter = text }, now: now) == nil)
    }

    @Test func unusualMaxAgesAreRead() throws {
        #expect(try told { $0.cacheControl = "max-age=99999999999999999999999" }.timeToLive == .seconds(1 << 31))
        #expect(try told { $0.cacheControl = "max-age=\"60\"" }.timeToLive == .seconds(60))
        #expect(try told { $0.cacheControl = "max-age=-1" }.timeToLive == .zero)
        #expect(try told { $0.cacheControl = "max-age" }.timeToLive == .zero)
        #expect(try told { $0.cacheControl = "max-age=600,max-age=5" }.timeToLive == .seconds(5))
        #expect(try told { $0.cacheControl = ",,;=,\"" }.timeToLive == nil)
    }

    @Test func expiresCountsFromDate() throws {
        let expires = "Sun, 06 Nov 1994 08:51:37 GMT"
        #expect(try told { ($0.expires, $0.date) = (expires, nowText) }.timeToLive == .seconds(120))
        #expect(try told { $0.expires = expires }.timeToLive == .seconds(120))
        #expect(try told { $0.expires = "0" }.timeToLive == .zero)
        #expect(try told { $0.expires = "Sun, 06 Nov 1994 08:00:00 GMT" }.timeToLive == .zero)
    }

    @Test func heuristicLifetimeIsATenthOfTheTimeSinceLastModified() throws {
        let changed = "Sun, 06 Nov 1994 08:48:37 GMT"
        #expect(try told { $0.lastModified = changed }.timeToLive == .seconds(6))
        #expect(try told { $0.lastModified = "Sun, 06 Nov 2044 08:48:37 GMT" }.timeToLive == .zero)
        #expect(try told { _ in }.timeToLive == nil)
    }

    @Test func redirectsLimitFreshness() throws {
        let page = try hop { $0.cacheControl = "max-age=600" }
        let untold = try hop(301)
        let temporary = try hop(302)
        let short = try hop(307) { $0.cacheControl = "max-age=30" }
        let secret = try hop(301) { $0.cacheControl = "no-store" }
        #expect(PageCacheability(hops: [untold, page], now: now).timeToLive == .seconds(600))
        #expect(PageCacheability(hops: [temporary, page], now: now).timeToLive == .zero)
        #expect(PageCacheability(hops: [short, page], now: now).timeToLive == .seconds(30))
        #expect(!PageCacheability(hops: [secret, page], now: now).isStorable)
    }

    @Test func aRedirectsLifetimeIsNotThatOfThePage() throws {
        let untold = try hop()
        func lifetime(_ hops: PageHop..., isShared: Bool = false) -> Duration {
            PageCacheability(hops: hops, now: now).timeToLive(isShared: isShared, default: .seconds(600))
        }
        let long = try hop(301) { $0.cacheControl = "max-age=86400" }
        let short = try hop(301) { $0.cacheControl = "max-age=60" }
        for isShared in [false, true] {
            #expect(lifetime(untold, isShared: isShared) == .seconds(600))
            #expect(lifetime(long, untold, isShared: isShared) == .seconds(600))
            #expect(lifetime(long, short, untold, isShared: isShared) == .seconds(60))
            #expect(lifetime(try hop(302), untold, isShared: isShared) == .zero)
        }
        #expect(PageCacheability(hops: [long, untold], now: now).timeToLive == nil)
        let shared = try hop(308) { $0.cacheControl = "max-age=30, s-maxage=86400" }
        #expect(lifetime(shared, untold) == .seconds(30))
        #expect(lifetime(shared, untold, isShared: true) == .seconds(600))
        let sharedPage = try hop { $0.cacheControl = "s-maxage=900" }
        #expect(lifetime(long, sharedPage) == .seconds(600))
        #expect(lifetime(long, sharedPage, isShared: true) == .seconds(900))
    }

    @Test func theAgeShortensALifetimeThatACacheChooses() throws {
        func lifetime(_ set: (inout HTTPCacheFields) -> Void) throws -> Duration {
            try told(200, set).timeToLive(isShared: false, default: .seconds(600))
        }
        #expect(try lifetime { $0.age = "100" } == .seconds(500))
        #expect(try lifetime { $0.age = "3600" } == .zero)
        #expect(try lifetime { $0.date = "Sun, 06 Nov 1994 08:48:37 GMT" } == .seconds(540))
        #expect(try lifetime { ($0.age, $0.cacheControl) = ("100", "max-age=1000") } == .seconds(900))
    }

    @Test func validatorComesFromThePage() throws {
        let redirect = try hop(302) { $0.entityTag = "\"r\"" }
        let page = try hop { ($0.entityTag, $0.lastModified) = ("W/\"v1\"", nowText) }
        let told = PageCacheability(hops: [redirect, page], now: now)
        let fields = page.cacheFields
        #expect(
            told.validator
                == PageValidator(url: page.url, entityTag: "W/\"v1\"", lastModified: nowText, cacheFields: fields)
        )
        #expect(PageCacheability(hops: [redirect, try hop()], now: now).validator == nil)
    }

    @Test(
        .tags(.th34),
        arguments: [
            "v1", "\"", "W/", "\"a\"b\"", "\"a\r\nX: y\"", "\"é\"", "\"\(String(repeating: "a", count: 600))\"",
        ]
    )
    func invalidEntityTagsAreNotSentBack(text: String) throws {
        #expect(try told { $0.entityTag = text }.validator == nil)
        #expect(try told { $0.lastModified = text }.validator == nil)
    }
}
