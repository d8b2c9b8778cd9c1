import Foundation
import Testing

/// Tests how `decode` and `encode` read and write the data that accompanies a link.
@Suite(.timeLimit(.minutes(20))) struct DataTests {
    private func encode(_ arguments: String..., input: String? = nil) async throws -> String {
        let run = try await Tool.run(["encode"] + arguments, input: input)
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        return run.output.trimmingCharacters(in: .newlines)
    }

    private func decode(_ text: String) async throws -> [String: Any] {
        let run = try await Tool.run(["decode", text, "--json"])
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        return try #require(run.json.first)
    }

    @Test(arguments: ["app://x", "app://x?a=1&b#f", "my_app://x", "https://w.example/p?q=1&al_applink_data=old#f"])
    func decodeReadsWhatEncodeWrites(base: String) async throws {
        let extras = ["promo": "SPRING & more = 1+1 #x", "é🍲": "\"quoted\" \\ {brace}", "empty": ""]
        var arguments = [
            "encode", base, "--target", "https://e.example/?a=1&b=2#f", "--field", "user_agent=\"Test 1\"",
        ]
        for (name, value) in extras { arguments += ["--extra", "\(name)=\(value)"] }
        arguments += ["--extra-json", "n=[1,{\"deep\":null}]", "--field", "campaign_ids=\"7\""]
        arguments += ["--referrer-name", "Notes", "--referrer-url", "my_notes://back?x=1&y=2"]
        let run = try await Tool.run(arguments)
        let url = run.output.trimmingCharacters(in: .newlines)
        #expect(run.status == 0 && run.output == url + "\n")
        let report = try await decode(url)
        #expect(report["target_url"] as? String == "https://e.example/?a=1&b=2#f")
        #expect(report["user_agent"] as? String == "Test 1")
        #expect(report["version"] as? String == "1.0")
        #expect(report["odd"] as? [String] == [])
        #expect(report["referrer"] as? [String: String] == ["url": "my_notes://back?x=1&y=2", "app_name": "Notes"])
        let read = try #require(report["extras"] as? [String: Any])
        for (name, value) in extras { #expect(read[name] as? String == value) }
        #expect((read["n"] as? [Any])?.count == 2)
        #expect((report["data"] as? [String: Any])?["campaign_ids"] as? String == "7")
        // The same data is read as an app reads it.
        let parsed = try await Tool.run(["parse", url, "--json"])
        #expect(parsed.json.first?["target_url"] as? String == "https://e.example/?a=1&b=2#f")
        // The data that was read is written again.
        let json = String(decoding: try JSONSerialization.data(withJSONObject: report["data"] ?? [:]), as: UTF8.self)
        #expect(try await encode(base, "--data", "-", input: json) == url)
    }

    @Test func withoutAURLTheTargetCarriesTheData() async throws {
        let url = try await encode("--target", "https://e.example/#f")
        #expect(
            url
                == "https://e.example/?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.example%2F%23f%22%2C%22version%22%3A%221.0%22%7D#f"
        )
    }

    @Test func encodePrintsJSON() async throws {
        let run = try await Tool.run(["encode", "app://x", "--extra-json", "big=123456789012345678901", "--json"])
        let report = try #require(run.json.first)
        #expect((report["url"] as? String)?.utf8.count == report["bytes"] as? Int)
        #expect(run.output.contains(#""extras":{"big":123456789012345678901}"#))
    }

    private static let json = #"{"target_url":"https://e.com/?a=1&b=2"}"#

    @Test(arguments: [
        (json, "json", 0), (" \n" + json, "json", 0), ("app://x?al_applink_data=" + json, "url", 1),
        ("al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.com%2F%3Fa%3D1%26b%3D2%22%7D", "url", 0),
        ("%7B%22target_url%22%3A%22https%3A%2F%2Fe.com%2F%3Fa%3D1%26b%3D2%22%7D", "escaped", 0),
        (
            "%257B%2522target_url%2522%253A%2522https%253A%252F%252Fe.com%252F%253Fa%253D1%2526b%253D2%2522%257D",
            "escaped", 1
        ),
    ])
    func anyShapeOfTheDataIsRead(text: String, source: String, oddities: Int) async throws {
        let report = try await decode(text)
        #expect(report["source"] as? String == source)
        #expect(report["target_url"] as? String == "https://e.com/?a=1&b=2")
        #expect((report["odd"] as? [String])?.count == oddities)
        let piped = try await Tool.run(["decode", "-", "--json"], input: text + "\n")
        #expect(piped.json.first?["target_url"] as? String == "https://e.com/?a=1&b=2")
    }

    @Test func dataIsShownAsText() async throws {
        let text =
            #"{"target_url":"https://e.com/","version":"1.0","extras":{"b":1,"a":"x"},"#
            + #""referer_app_link":{"url":"notes://back","app_name":"Notes","package":"p"},"account_id":"9"}"#
        let run = try await Tool.run(["decode", text])
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.output == """
                Target URL  https://e.com/
                Version     1.0
                User agent  none
                Referrer    Notes  notes://back
                  package = "p"
                Extras
                  a = "x"
                  b = 1
                Other
                  account_id = "9"

                """
        )
    }

    @Test func warningsAreShown() async throws {
        let text = #"{"target_url":"javascript:x","version":1,"extras":[],"referer_app_link":7,"user_agent":{}}"#
        let run = try await Tool.run(["decode", text])
        #expect(run.status == 0)
        #expect(
            run.output.hasSuffix(
                """
                Warnings
                  target_url is not a usable URL of a page, and is ignored: 'javascript:x'
                  version is 1, but "1.0" is expected
                  extras is an array, not an object, and is ignored
                  user_agent is an object, not a string
                  referer_app_link is a number, not an object: there is no link back

                """
            ),
            "\(run.output)"
        )
    }

    @Test func senderTextCannotControlTheTerminal() async throws {
        let run = try await Tool.run(["decode", "{\"target_url\":\"\\u001b[2J\\u202e\",\"\\n\":\"\\u0007\"}"])
        #expect(run.status == 0)
        #expect(!run.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{7}" })
    }

    @Test(arguments: [
        ("hello", "'hello' is neither a URL nor App Link data: data begins with { or %7B"),
        ("", "there is nothing to decode: give a URL with al_applink_data=…, or the data"),
        ("app://x?a=b", "'app://x?a=b' carries no App Link data: it has no parameter al_applink_data=…"),
        ("app://x?al_applink_data=", "al_applink_data is empty: give it a JSON object"),
        ("app://x?al_applink_data=[1]", "al_applink_data is JSON but not an object: wrap it in braces"),
        ("{\"a\":", "al_applink_data ends early after 5 bytes of JSON: percent-encode it, a raw & or # ends it"),
        ("{a:1}", "al_applink_data is not JSON at byte 1: give it a JSON object"),
        ("{\"version\":\"2.0\"}", "al_applink_data has version \"2.0\", which is not supported: use \"1.0\""),
    ])
    func badDataIsReportedInOneLine(text: String, line: String) async throws {
        let run = try await Tool.run(["decode", text])
        #expect(run.status == 1 && run.output == "")
        #expect(run.errors == "applinks: \(line)\n")
        let json = try await Tool.run(["decode", text, "--json"])
        #expect(json.status == 1)
        #expect((json.json.first?["error"] as? [String: String])?["message"] == line)
    }

    @Test func dataThatIsTooLargeOrTooDeepIsReported() async throws {
        let large = try await Tool.run(["encode", "app://x", "--extra", "a=" + String(repeating: "x", count: 70_000)])
        #expect(large.status == 1)
        #expect(large.errors == "applinks: al_applink_data has 70071 bytes, and the limit is 65536: send less\n")
        let nested = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
        let deep = try await Tool.run(["encode", "app://x", "--extra-json", "a=" + nested])
        #expect(deep.status == 1)
        #expect(deep.errors == "applinks: al_applink_data is nested too deeply: flatten it or raise the limit\n")
    }

    @Test(
        arguments: [
            (["encode"], "Give the URL to which the data is added, or a --target."),
            (
                ["encode", "hello"],
                "The URL: \"hello\" does not begin with a scheme: add one, such as https:."
            ),
            (
                ["encode", "app://x", "--target", "ftp://e.com"],
                "--target takes the URL of a page, http or https, not 'ftp://e.com'."
            ),
            (
                ["encode", "app://x", "--extra", "promo"],
                "--extra takes a name and a value: --extra promo=SPRING, not 'promo'."
            ),
            (
                ["encode", "app://x", "--extra-json", "a={"],
                "--extra-json takes JSON after the name: --extra-json count=3. Of 'a', the JSON ends early at byte 1"
            ),
            (["encode", "app://x", "--field", "=1"], "--field takes a name and a value"),
            (["encode", "app://x", "--referrer-name", "n"], "Use --referrer-name and --referrer-url together."),
            (
                ["encode", "app://x", "--referrer-name", "n", "--referrer-url", "x y"],
                "--referrer-url: \"x y\" does not begin with a scheme"
            ),
            (["decode"], "Missing expected argument '<url|data|->'"),
        ] as [([String], String)]
    )
    func aWrongCommandLineNamesTheOption(arguments: [String], line: String) async throws {
        let run = try await Tool.run(arguments)
        #expect(run.status == 64 && run.output == "")
        #expect(run.errors.hasPrefix("Error: \(line)"), "\(run.errors)")
        #expect(run.errors.contains("Usage: applinks \(arguments[0])"))
    }

    @Test func dataThatIsNotAnObjectIsReported() async throws {
        for (text, line) in [
            ("[1]", "--data takes a JSON object, in braces"), ("{", "--data: the JSON ends early at byte 1"),
        ] {
            let run = try await Tool.run(["encode", "app://x", "--data", text])
            #expect(run.status == 1 && run.output == "")
            #expect(run.errors.hasPrefix("applinks: \(line)") && run.errorLines.count == 1)
        }
    }

    /// This also applies to JSON, which keeps its meaning.
    @Test(arguments: [["encode"], ["decode"], ["parse"]])
    func jsonCannotControlTheTerminal(command: [String]) async throws {
        let hostile = "a\u{9B}31m\u{202E}\u{200D}\u{E0001}\u{2028}🍕"
        let encoded = try await Tool.run([
            "encode", "recipes://1", "--target", "https://e.example", "--extra", "x=\(hostile)",
        ])
        let url = encoded.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let run =
            command == ["encode"]
            ? try await Tool.run([
                "encode", "recipes://1", "--target", "https://e.example", "--extra", "x=\(hostile)", "--json",
            ])
            : try await Tool.run(command + [url, "--json"])
        #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "🍕" || (" "..."~").contains($0) })
        let object = try #require(run.json.first)
        let extras = (object["extras"] ?? (object["data"] as? [String: Any])?["extras"]) as? [String: Any]
        #expect(extras?["x"] as? String == hostile)
    }
}
