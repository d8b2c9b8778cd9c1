import Foundation
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests which header fields may be sent to an origin, and which requests go to it.
@Suite(.tags(.th88)) struct OriginHeaderFieldsTests {
    private static func fields(_ name: String, _ value: String, origin: String = "https://a.test/") throws
        -> OriginHeaderFields
    {
        try OriginHeaderFields(origin: try #require(URL(string: origin)), [(name, value)])
    }

    @Test(arguments: [
        ("", "x"), ("X Y", "x"), ("X:", "x"), ("Å", "x"), ("X-A\r\nHost", "x"), ("X-A", "x\r\nX-B: y"), ("X-A", "x\ny"),
        ("X-A", "x\0"), ("X-A", "é"), ("X-A", " x"), ("X-A", "x "), ("X-A", "x\ty"), ("Host", "b.test"),
        ("content-length", "1"), ("Transfer-Encoding", "chunked"), ("Connection", "close"), ("User-Agent", "x"),
        ("Proxy-Authorization", "x"), ("If-None-Match", "x"), ("ACCEPT", "*/*"), ("Prefer-Html-Meta-Tags", "al"),
        ("X-A", String(repeating: "x", count: 8_200)),
    ])
    func aFieldThatNoRequestMayHaveIsRefusedWithoutItsValue(_ name: String, _ value: String) throws {
        let error = try #require(throws: PageError.self) { try Self.fields(name, "\(value)") }
        #expect(error.code == .malformedField)
        #expect(value.count < 3 || !error.description.contains(value), "\(error)")
    }

    @Test(arguments: [
        ("Authorization", "Basic dTpw"), ("Cookie", "a=b; c=\"d\""), ("X-Vercel-Protection-Bypass", "x"), ("x_y", ""),
    ])
    func otherFieldsAreTaken(_ name: String, _ value: String) throws {
        #expect(try Self.fields(name, value).names == [name])
    }

    @Test func thereAreOnlySoMany() throws {
        let origin = try #require(URL(string: "https://a.test/"))
        let many = (0...OriginHeaderFields.maximumCount).map { (name: "X-\($0)", value: "x") }
        #expect(throws: PageError.self) { try OriginHeaderFields(origin: origin, many) }
        #expect(try OriginHeaderFields(origin: origin, Array(many.dropLast())).names.count == many.count - 1)
    }

    @Test(arguments: [
        ("https://a.test/x?y", true), ("https://A.TEST:443/", true), ("https://a.test./", true),
        ("http://a.test/", false),
        ("https://a.test:8443/", false), ("https://b.a.test/", false), ("https://a.test.b.test/", false),
    ])
    func theOriginIsSchemeHostAndPort(_ url: String, _ isOrigin: Bool) throws {
        let target = try HTTPTarget(requesting: try #require(URL(string: url)))
        let fields = try Self.fields("X-A", "x")
        #expect(fields.isOrigin(of: target) == isOrigin)
        #expect(fields.fields(for: target).isEmpty == !isOrigin)
    }

    @Test func nothingThatIsPrintedHasTheValues() throws {
        var options = PageFetchOptions()
        options.originFields = try Self.fields("Authorization", "Bearer s3cr3t")
        var dumped = ""
        dump(options, to: &dumped)
        for text in ["\(options)", String(reflecting: options), dumped] {
            #expect(!text.contains("s3cr3t") && text.contains("Authorization"), "\(text)")
        }
    }
}
