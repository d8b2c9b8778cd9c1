import Testing

@_spi(Bolts) @testable import AppFiles
@_spi(Bolts) @testable import BoltsSiteCheck

extension ReceiverReaderTests {
    @Test func linksOutOfTheFolderAreNotFollowed() throws {
        let outside = try TemporaryFolder(["L.swift": "extension SceneDelegate { \(Self.newMethod) }"])
        let folder = try TemporaryFolder([
            "Alder/A.swift": "\(Self.delegate) }", "Alder/S.swift": "\(Self.scene) \(Self.connect) { use(o) } }",
            "Alder/Info.plist": Self.information(Self.scenes("SceneDelegate")), "Alder.entitlements": Self.domains,
            "Alder.xcodeproj/project.pbxproj": Self.project(),
        ])
        try folder.link("Alder/L.swift", to: outside.file("L.swift"))
        try folder.link("Alder/More", to: outside.path)
        let answer = AppFileReader().receivers(atPath: folder.path, of: try folder.content()).first
        #expect(Self.outcomes(answer) == [[.called, .lost]])
    }

    @Test func eachFileIsReadOnceAndOnlyThoseWithANameOfLinksAsPrograms() throws {
        var files: [String: String] = [:]
        for number in 0..<300 {
            files["a/\(number).kt"] = "class C\(number) { fun f() = \(number) }"
            files["b/\(number).swift"] = "struct C\(number) { let a = UIScene.self }"
        }
        let folder = try TemporaryFolder(files)
        let project = try ProjectFolder(path: folder.path)
        let list = CodeFolder(project) { _, _ in }
        #expect(list.files.count == 600 && list.gap == nil)
        let reader = CodeReader(project, activities: ["Main"])
        let size = files.values.reduce(0) { $0 + $1.utf8.count }
        let scanned = files.filter { $0.key.hasSuffix("swift") }.values.reduce(0) { $0 + $1.utf8.count }
        #expect(reader.readCount == size)
        #expect(reader.scannedCount == scanned)
        #expect(reader.gap == nil)
    }

    @Test func aFileThatIsTooLargeIsNoProofThatAMethodIsNotThere() throws {
        let answer = try Self.apple(
            [
                "A.swift": "\(Self.delegate) }", "S.swift": "\(Self.scene) \(Self.connect) { } }",
                "Large.swift": String(repeating: " ", count: 5 << 20),
            ],
            information: Self.information(Self.scenes("SceneDelegate"))
        )
        #expect(Self.outcomes(answer) == [[.undecided, .undecided]])
        #expect(Self.rules(answer).isEmpty)
    }
}
