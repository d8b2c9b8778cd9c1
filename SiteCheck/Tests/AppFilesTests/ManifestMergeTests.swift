@_spi(Bolts) import BoltsSiteCheck
import Testing

@testable import AppFiles

/// Tests how the markers of a stronger manifest change a weaker one.
struct ManifestMergeTests {
    /// The hosts of the release variant of an app whose two manifests declare the same activity.
    private func hosts(_ stronger: String, over weaker: String, library: String? = nil) throws -> [String?] {
        func manifest(_ children: String) -> String {
            """
            <manifest xmlns:a="http://schemas.android.com/apk/res/android" xmlns:t="http://schemas.android.com/tools">
            <application>\(children)</application></manifest>
            """
        }
        var files = [
            "app/build.gradle":
                "apply plugin: 'com.android.application'\nandroid { namespace 'com.example.shelf' }\n"
                + "dependencies { implementation project(':links') }",
            "app/src/main/AndroidManifest.xml": manifest(weaker),
            "app/src/release/AndroidManifest.xml": manifest(stronger),
            "links/build.gradle": "apply plugin: 'com.android.library'\nandroid { namespace 'com.example.links' }",
        ]
        files["links/src/main/AndroidManifest.xml"] = library.map(manifest)
        let apps = try TemporaryFolder(files).content().claims.android
        let app = try #require(apps.first { $0.variant?.contains("release") ?? true })
        return (app.filters ?? []).flatMap { filter -> [String?] in
            filter.isUncertain ? [nil] : filter.hosts.map(\.name)
        }
    }

    private static func activity(_ attributes: String, _ filters: String...) -> String {
        "<activity a:name=\"com.example.shelf.Main\" a:exported=\"true\" \(attributes)>\(filters.joined())</activity>"
    }

    private static func filter(_ host: String, _ attributes: String = "", more: String = "") -> String {
        """
        <intent-filter \(attributes)><action a:name="android.intent.action.VIEW"/>
        <category a:name="android.intent.category.DEFAULT"/><data a:scheme="https" a:host="\(host)"/>\(more)</intent-filter>
        """
    }

    @Test(
        arguments: [
            ("", ["<intent-filter t:node=\"removeAll\"/>"], []),
            ("", ["<intent-filter t:node=\"removeAll\"/>", filter("b.example")], ["b.example"]),
            ("", [filter("b.example", "t:node=\"replace\"")], ["b.example"]),
            ("", [filter("b.example", "t:node=\"remove\"")], []),
            ("", [filter("b.example", "t:node=\"merge\"")], ["a.example", "b.example"]),
            ("", [filter("b.example", "t:node=\"strict\"")], ["a.example", "b.example"]),
            // Filters with different actions are different filters.
            ("", ["<intent-filter t:node=\"remove\"/>"], ["a.example"]),
            (
                "", [filter("b.example", "t:node=\"replace\"", more: "<action a:name=\"x\"/>")],
                ["a.example", "b.example"]
            ),
            // Android's tool reads the marker of the first filter only.
            ("", [filter("b.example"), "<intent-filter t:node=\"removeAll\"/>"], [nil, "b.example"]),
            (
                "", [filter("b.example", more: "<data t:node=\"remove\" a:host=\"c.example\"/>")],
                ["a.example", "b.example"]
            ),
            ("t:node=\"merge\"", [filter("b.example")], ["a.example", "b.example"]),
            ("t:node=\"merge-only-attributes\"", [filter("b.example")], ["b.example"]),
            ("t:node=\"mergeOnlyAttributes\"", [], []), ("t:node=\"remove\"", [], []),
            ("t:node=\"replace\"", [filter("b.example")], ["b.example"]), ("t:node=\"strict\"", [], []),
            ("t:node=\"removeall\"", [], [nil]),
            ("t:node=\"remove\" t:selector=\"com.example.links\"", [], ["a.example"]),
        ] as [(String, [String], [String?])]
    )
    func markersOfTheStrongerManifestDecide(_ attributes: String, _ filters: [String], _ expected: [String?]) throws {
        let stronger = Self.activity(attributes, filters.joined())
        #expect(try hosts(stronger, over: Self.activity("", Self.filter("a.example"))) == expected)
        // The app's markers also apply to its libraries.
        let own = Self.activity("", Self.filter("a.example"))
        if !attributes.contains("selector") {
            let found = try hosts(stronger, over: "", library: own)
            #expect(Set(found) == Set(expected), "\(found)")
        }
    }

    /// A name without any dot also belongs to the namespace.
    @Test(arguments: [
        ("Main", ".Main", true), ("com.example.shelf.Main", "Main", true), ("Main", "com.example.links.Main", false),
        ("${name}", "com.example.shelf.${name}", false),
    ])
    func anActivityIsTheSameHoweverItsNameIsWritten(_ stronger: String, _ weaker: String, _ isOne: Bool) throws {
        func activity(_ name: String, _ filter: String) -> String {
            "<activity a:name=\"\(name)\" a:exported=\"true\">\(filter)</activity>"
        }
        let removal = "<activity a:name=\"\(stronger)\" t:node=\"remove\"/>"
        let found = try hosts(removal, over: activity(weaker, Self.filter("a.example")))
        #expect(found == (isOne ? [] : ["a.example"]))
    }

    @Test func markersForWholeKindsAndForOneLibrary() throws {
        let own = Self.activity("", Self.filter("a.example"))
        #expect(try hosts("<activity t:node=\"removeAll\"/>", over: own).isEmpty)
        let selected = Self.activity("t:node=\"remove\" t:selector=\"com.example.links\"")
        #expect(try hosts(selected, over: own, library: Self.activity("", Self.filter("b.example"))) == ["a.example"])
        // A marker of the weaker manifest applies to even weaker manifests only.
        let removed = Self.activity("t:node=\"remove\"")
        #expect(try hosts(own, over: removed, library: Self.activity("", Self.filter("b.example"))) == ["a.example"])
    }

    @Test func attributesThatAreRemovedDoNotComeFromTheWeakerManifest() throws {
        func manifest(_ attributes: String) -> String {
            """
            <manifest xmlns:a="http://schemas.android.com/apk/res/android" xmlns:t="http://schemas.android.com/tools">
            <application><activity a:name=".Main" \(attributes)>\(Self.filter("a.example"))</activity></application></manifest>
            """
        }
        for (attributes, isEnabled) in [
            ("", false), ("t:remove=\"a:enabled\"", true), ("t:replace=\"a:enabled\" a:enabled=\"true\"", true),
        ] {
            let apps = try TemporaryFolder([
                "app/build.gradle":
                    "apply plugin: 'com.android.application'\nandroid { namespace 'com.example.shelf' }",
                "app/src/main/AndroidManifest.xml": manifest("a:enabled=\"false\""),
                "app/src/release/AndroidManifest.xml": manifest(attributes),
            ]).content().claims.android
            let app = try #require(apps.first { $0.variant == "release" })
            #expect(app.filters?.allSatisfy { $0.isEnabled == isEnabled } == true, "\(attributes)")
        }
    }

    @Test(arguments: [("a:enabled=\"false\"", ""), ("", "a:enabled=\"true\""), ("t:node=\"remove\"", "")])
    func theAttributesOfALibrarysApplicationAreMerged(_ library: String, _ app: String) throws {
        func manifest(_ attributes: String, _ children: String) -> String {
            """
            <manifest xmlns:a="http://schemas.android.com/apk/res/android" xmlns:t="http://schemas.android.com/tools">
            <application \(attributes)>\(children)</application></manifest>
            """
        }
        let apps = try TemporaryFolder([
            "app/build.gradle":
                "apply plugin: 'com.android.application'\nandroid { namespace 'com.example.shelf' }\n"
                + "dependencies { implementation project(':links') }",
            "app/src/main/AndroidManifest.xml": manifest(app, Self.activity("", Self.filter("a.example"))),
            "links/build.gradle": "apply plugin: 'com.android.library'\nandroid { namespace 'com.example.links' }",
            "links/src/main/AndroidManifest.xml": manifest(library, ""),
        ]).content().claims.android
        let filters = try #require(apps.first?.filters)
        #expect(filters.map(\.isEnabled) == [!library.contains("enabled")], "\(filters)")
    }
}
