import Foundation
import Testing

/// Tests `applinks publish` into a folder that already has association files.
@Suite(.timeLimit(.minutes(20))) struct PublishOverFilesTests {
    private static let names = ["apple-app-site-association", "assetlinks.json", "windows-app-web-link"]
    private static let description = """
        version: 1
        hosts: [lakrids.dk]
        apps:
          - name: Kogebog
            apple: {team: R2TQ9MZ7K4, bundle: dk.lakrids.kogebog}
            android:
              package: dk.lakrids.kogebog
              fingerprints: ["\(PublishTests.fingerprint)"]
            windows: {packageFamily: Lakrids.Kogebog_8wekyb3d8bbwe}
        open:
          - /recipes/*

        """

    private static let otherCertificate = Array(repeating: "0A", count: 32).joined(separator: ":")

    private let scratch: Scratch
    private let out: String

    init() throws {
        scratch = try Scratch()
        out = scratch.url.path + "/public"
        try scratch.file("site.yaml", Self.description)
    }

    private func publish(_ arguments: String...) async throws -> Tool.Run {
        try await Tool.run(["publish", scratch.url.path + "/site.yaml", "--out", out] + arguments)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(out)/.well-known/\(name)", encoding: .utf8)
    }

    /// The text of a file in one line, with its members sorted, so that it can be edited and searched.
    private static func compact(_ text: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let compact = try JSONSerialization.data(withJSONObject: object, options: options)
        return String(decoding: compact, as: UTF8.self).replacingOccurrences(of: "\":", with: "\": ")
    }

    /// Publishes, then replaces a text in one file and makes the other files stale, which shows whether any of them is written.
    private func publishAndEdit(file: Int, old: String, new: String) async throws -> [String] {
        #expect(try await publish().status == 0)
        let written = try Self.names.map(text)
        // The app's own rules may change.
        var edited = try Self.compact(written[file]).replacingOccurrences(of: "/recipes", with: "/old")
        let range = try #require(edited.range(of: old), "\(edited)")
        edited.replaceSubrange(range, with: new)
        for (index, name) in Self.names.enumerated() {
            let stale = written[index].replacingOccurrences(of: "/recipes", with: "/stale")
            try scratch.file("public/.well-known/\(name)", index == file ? edited : stale)
        }
        return written
    }

    @Test func anotherAppWithManyRulesIsNoDifference() async throws {
        let rules = (100..<250).map { "{\"/\": \"/b\($0)/*\"}" }.joined(separator: ", ")
        let details = "[{\"appIDs\": [\"R2TQ9MZ7K4.dk.lakrids.other\"], \"components\": [\(rules)]}]"
        let file = "{\"applinks\": {\"details\": \(details)}}"
        try scratch.file("public/.well-known/apple-app-site-association", file)
        #expect(try await publish().status == 0)
        let check = try await publish("--check")
        #expect(check.status == 0 && check.output.contains("as described"), "\(check)")
    }

    @Test(
        .tags(.th87),
        arguments: [
            (0, #""details":"#, #""apps": [], "details":"#, #""apps": []"#),
            (0, #"{"applinks":"#, #"{"webcredentials": {"apps": ["A"]}, "applinks":"#, #"{"apps": ["A"]}"#),
            (0, #"["R2TQ"#, #"["A.dk.other", "R2TQ"#, #"["A.dk.other"],"components": [{"/": "/old/*"}]"#),
            (0, #"{"appIDs":"#, #"{"note": 1, "appIDs":"#, #""note": 1"#),
            (0, #"{"appIDs":"#, #"{"appID": "R2TQ9MZ7K4.dk.x", "paths": ["*"]}, {"appIDs":"#, #""paths": ["*"]"#),
            (1, #"["delegate"#, #"["delegate_permission/common.get_login_creds", "delegate"#, "common.get_login_creds"),
            (1, #"["B1:8A"#, "[\"\(Self.otherCertificate)\", \"B1:8A", "\(Self.otherCertificate)\""),
            (1, "[{", #"[{"include": "https://x.example/list"}, {"#, #"{"include": "https://x.example/list"}"#),
            (1, #"{"relation":"#, #"{"note": 1, "relation":"#, #""note": 1"#),
            (1, #"{"relation":"#, #"{"comment": "Ask Ida", "relation":"#, #""comment": "Ask Ida""#),
            (2, "[{", #"[{"packageFamilyName": "Other_8wekyb3d8bbwe", "paths": ["*"]}, {"#, "Other_8wekyb3d8bbwe"),
            (2, #"{"packageF"#, #"{"note": 1, "packageF"#, #""note": 1"#),
        ]
    )
    func whatIsNotDescribedIsKept(file: Int, old: String, new: String, kept: String) async throws {
        let written = try await publishAndEdit(file: file, old: old, new: new)
        let run = try await publish()
        #expect(run.status == 0, "\(run.errors)")
        let merged = try Self.compact(text(Self.names[file]))
        #expect(merged.contains(kept) && merged.contains("/recipes"), "\(merged)")
        let keepsCertificate = new.contains(Self.otherCertificate)
        let warning = "keeps the certificate \(Self.otherCertificate)"
        #expect(run.errors.contains(warning) == keepsCertificate, "\(run.errors)")
        for index in Self.names.indices where index != file { #expect(try text(Self.names[index]) == written[index]) }
        #expect(try await publish().output.split(separator: "\n").allSatisfy { $0.hasSuffix(": unchanged") })
        // Kept members are not a difference.
        #expect(try await publish("--check").status == 0)
        let replaced = try await publish("--replace")
        #expect(replaced.status == 0, "\(replaced.errors)")
        #expect(try Self.names.map(text) == written)
    }

    @Test(
        .tags(.th87),
        arguments: [
            (0, #"{"/":"#, #"{"comment": "old", "/":"#, "/applinks/details/0/components/0/comment"),
            (0, #"{"applinks":"#, #"{"applinks": {}, "applinks":"#, "it has a member twice"),
            (0, #"{"applinks":"#, "// by hand\n{\"applinks\":", "it is not JSON"),
            (0, #""details":"#, #""defaults": {"caseSensitive": false}, "details":"#, "it would open other links"),
            (1, #"{"relation":"#, #"{"relation": [], "relation":"#, "it has a member twice"),
            (1, #"["B1:8A"#, "[7, \"B1:8A", "/0/target/sha256_cert_fingerprints has an item that is not a string"),
        ]
    )
    func whatCannotBeKeptIsNamedAndNothingIsWritten(file: Int, old: String, new: String, named: String) async throws {
        let written = try await publishAndEdit(file: file, old: old, new: new)
        let before = try Self.names.map(text)
        let run = try await publish()
        #expect(run.status == 2 && run.output.isEmpty, "\(run.output)")
        #expect(run.errors.contains(named) && run.errors.contains("--replace"), "\(run.errors)")
        #expect(try Self.names.map(text) == before)
        let replaced = try await publish("--replace")
        #expect(replaced.status == 0, "\(replaced.errors)")
        #expect(try Self.names.map(text) == written)
    }

    @Test(
        .tags(.th87),
        arguments: [
            (#""R2TQ9MZ7K4.dk.other""#, "is not an array"), (#"{"a": "R2TQ9MZ7K4.dk.other"}"#, "is not an array"),
            (#"["R2TQ9MZ7K4.dk.other", {}]"#, "has an item that is not a string"),
        ]
    )
    func appsOfAServiceThatAreNoListOfStringsAreNotDropped(apps: String, named: String) async throws {
        let bundle = "bundle: dk.lakrids.kogebog"
        try scratch.file("site.yaml", Self.description.replacing(bundle, with: bundle + ", signIn: true"))
        let text = "{\"applinks\": {\"details\": []}, \"webcredentials\": {\"apps\": \(apps)}}"
        try scratch.file("public/.well-known/\(Self.names[0])", text)
        let run = try await publish()
        #expect(run.status == 2 && run.output.isEmpty, "\(run.output)")
        #expect(run.errors.contains("/webcredentials/apps \(named)"), "\(run.errors)")
        #expect(try self.text(Self.names[0]) == text)
        #expect(try await publish("--replace").status == 0)
    }

    /// Returns the value with an unknown member in one more object, for each object in it, and the pointer of that member.
    private static func withUnknownMember(_ value: Any, at pointer: String = "") -> [(value: Any, pointer: String)] {
        if let array = value as? [Any] {
            return array.indices.flatMap { index in
                withUnknownMember(array[index], at: "\(pointer)/\(index)").map { changed in
                    var array = array
                    array[index] = changed.value
                    return (array as Any, changed.pointer)
                }
            }
        }
        guard let object = value as? [String: Any] else { return [] }
        let own = (object.merging(["unknown": "kept"]) { first, _ in first } as Any, pointer + "/unknown")
        return [own]
            + object.flatMap { name, member in
                let step = name.replacingOccurrences(of: "/", with: "~1")
                return withUnknownMember(member, at: "\(pointer)/\(step)").map { changed in
                    (object.merging([name: changed.value]) { $1 } as Any, changed.pointer)
                }
            }
    }

    @Test(
        .tags(.th87),
        arguments: [("apple-app-site-association", 5), ("assetlinks.json", 5), ("windows-app-web-link", 1)]
    )
    func anUnknownMemberOfAnyObjectIsKept(name: String, count: Int) async throws {
        #expect(try await publish().status == 0)
        let written = try JSONSerialization.jsonObject(with: Data(text(name).utf8))
        let changes = Self.withUnknownMember(written)
        #expect(changes.count >= count)
        for (value, pointer) in changes {
            let bytes = try JSONSerialization.data(withJSONObject: value)
            try scratch.file("public/.well-known/\(name)", String(decoding: bytes, as: UTF8.self))
            let run = try await publish()
            #expect(run.status == 0, "\(pointer)\n\(run.errors)")
            #expect(run.output.contains("\(name): unchanged"), "\(pointer)\n\(run.output)")
            #expect(try text(name) == String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func theLinesAndTheLinksThatChangeArePrinted() async throws {
        let first = try await publish()
        #expect(first.output.split(separator: "\n").count == 3, "\(first.output)")
        let description = Self.description.replacingOccurrences(of: "/recipes/*", with: "/news/*")
        try scratch.file("site.yaml", description)
        let run = try await publish()
        #expect(run.status == 0, "\(run.errors)")
        for line in [
            "--- .well-known/apple-app-site-association", "+++ .well-known/windows-app-web-link",
            "R2TQ9MZ7K4.dk.lakrids.kogebog newly opens:", "R2TQ9MZ7K4.dk.lakrids.kogebog no longer opens:",
            "dk.lakrids.kogebog newly opens:", "Lakrids.Kogebog_8wekyb3d8bbwe no longer opens:",
            "apple-app-site-association: replaced",
        ] {
            #expect(run.output.contains(line), "\(line) is not in\n\(run.output)")
        }
        let lines = run.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("-") && $0.contains("/recipes/*") }, "\(run.output)")
        #expect(lines.contains { $0.hasPrefix("+") && $0.contains("/news/*") }, "\(run.output)")
        #expect(try await publish().output.split(separator: "\n").allSatisfy { $0.hasSuffix(": unchanged") })
    }

    @Test func replacingNeedsAFolderToWriteTo() async throws {
        let run = try await Tool.run(["publish", scratch.url.path + "/site.yaml", "--check", "--replace"])
        #expect(run.status == 64 && run.errors.contains("--replace is about the files"), "\(run.errors)")
    }
}
