@_spi(Bolts) import BoltsSiteCheck
import Testing

@testable import AppFiles

/// Tests the deep links of navigation graphs, which the build turns into intent filters.
struct NavigationGraphTests {
    private typealias Host = AndroidIntentFilter.Host

    private static let graph =
        #"<navigation xmlns:a="http://schemas.android.com/apk/res/android" xmlns:app="http://x">"#

    /// A project with an activity or another component that has a graph, and with the texts of graphs.
    private static func folder(
        _ graphs: [String: String],
        script: String = "",
        graph: String = "main",
        in component: String = "activity"
    ) throws -> TemporaryFolder {
        var files = [
            "app/build.gradle": "apply plugin: 'com.android.application'\n\(script)",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(
                data: "",
                more: "<\(component) a:name=\".Other\"><nav-graph a:value=\"@navigation/\(graph)\"/></\(component)>"
            ),
        ]
        for (name, text) in graphs { files["app/src/main/res/navigation/\(name).xml"] = text }
        return try TemporaryFolder(files)
    }

    /// Graphs that include each other in a long chain are read one after the other.
    @Test func aLongChainOfNavigationGraphsIsReadWithoutAStack() throws {
        var graphs: [String: String] = [:]
        let depth = 50
        for index in 0..<150 {
            graphs["g\(index)"] =
                Self.graph + String(repeating: "<navigation>", count: depth)
                + "<deepLink app:uri=\"https://h\(index).example/\"/><include app:graph=\"@navigation/g\(index + 1)\"/>"
                + String(repeating: "</navigation>", count: depth) + "</navigation>"
        }
        let folder = try Self.folder(graphs, graph: "g0")
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.filters?.filter { $0.component == ".Other" }.count == 150)
        #expect(app.gap?.text == "the navigation graph \"g150\" is not found")
    }

    /// A graph in a folder that the build script computes is not known, and the script is named.
    @Test(arguments: [
        ("res.srcDirs = file(\"layouts\").listFiles()", true), ("res.srcDirs += resourceFolders()", true),
        ("res.srcDirs = [\"layouts/a\"]", false), ("res.setSrcDirs(listOf(\"layouts/a\", file(\"layouts/b\")))", false),
    ])
    func aComputedFolderOfResourcesIsNamed(_ statement: String, isComputed: Bool) throws {
        let folder = try Self.folder([:], script: "android { sourceSets { main { \(statement) } } }")
        let gap = try folder.content().claims.android.first?.gap?.text
        let end = isComputed ? ": the build script computes folders of resources" : ""
        #expect(gap == "the navigation graph \"main\" is not found\(end)")
    }

    @Test func aGraphThatIsIncludedOftenIsOneGraph() throws {
        let includes = String(repeating: "<include app:graph=\"@navigation/more\"/>", count: 300)
        let link = "<deepLink app:uri=\"https://shelf.example/\"/>"
        let folder = try Self.folder([
            "main": "\(Self.graph)\(includes)\(link)</navigation>",
            "more": "\(Self.graph)</navigation>",
        ])
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.filters?.filter { $0.component == ".Other" }.count == 1)
        #expect(app.gap == nil, "\(app.gap?.text ?? "")")
    }

    @Test func deepLinksOfNavigationGraphsAreIntentFilters() throws {
        let folder = try Self.folder([
            "main": """
            \(Self.graph)<fragment><deepLink a:autoVerify="true" app:uri="https://shelf.example/item/{id}?q={q}"/></fragment>
            <include app:graph="@navigation/more"/><include app:graph="@navigation/main"/></navigation>
            """,
            "more": """
            \(Self.graph)<dialog><deepLink app:uri="shelf.example:8443/{kind}/list"/><deepLink app:uri="shelf://open"/></dialog>
            <dialog><deepLink app:uri="shelf:/{id}@2"/></dialog><include app:graph="@navigation/absent"/></navigation>
            """,
        ])
        let app = try #require(try folder.content().claims.android.first)
        let filters = try #require(app.filters).filter { $0.component == ".Other" }
        #expect(filters.map(\.schemes) == [["https"], ["http", "https"], ["shelf"], ["shelf"]])
        #expect(filters[3].hosts.isEmpty)
        #expect(filters.map(\.isVerified) == [true, false, false, false] && filters.allSatisfy { $0.isComplete })
        // The port is in its own element, where Android does not read it.
        #expect(filters[0].hosts == [Host("shelf.example")] && filters[1].hosts == [Host("shelf.example")])
        #expect(filters[0].paths == [.init(.prefix, "/item/")] && filters[1].paths == [.init(.pattern, "/.*/list")])
        #expect(filters.allSatisfy { $0.origin == .graph })
        #expect(filters.last?.file == folder.file("app/src/main/res/navigation/more.xml"))
        #expect(app.gap?.text == "the navigation graph \"absent\" is not found")
    }

    @Test(arguments: [
        ("build.gradle", "main.res.srcDirs = ['res']"), ("build.gradle", "main { res.srcDir 'res' }"),
        ("build.gradle.kts", "getByName(\"main\") { res.srcDirs(\"src/main/res\", \"res\") }"),
        ("build.gradle.kts", "getByName(\"main\").res.directories.add(\"res\")"),
        ("build.gradle.kts", "named(\"main\") { res { setSrcDirs(listOf(\"res\")) } }"),
    ])
    func resourcesMayBeInAnotherFolder(_ script: String, _ sets: String) throws {
        let plugin =
            script.hasSuffix("kts")
            ? "plugins { id(\"com.android.application\") }" : "apply plugin: 'com.android.application'"
        let folder = try TemporaryFolder([
            "app/\(script)": "\(plugin)\nandroid { sourceSets { \(sets) } }\n",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(
                data: #"<data a:scheme="https" a:host="@string/host"/>"#,
                more: #"<activity a:name=".Other"><nav-graph a:value="@navigation/main"/></activity>"#
            ),
            "app/res/navigation/main.xml": "\(Self.graph)<deepLink app:uri=\"https://shelf.example/a\"/></navigation>",
            "app/res/values/strings.xml": "<resources><string name=\"host\">www.shelf.example</string></resources>",
        ])
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.gap == nil, "\(app.gap?.text ?? "")")
        #expect(Set((app.filters ?? []).flatMap(\.hosts)) == [Host("shelf.example"), Host("www.shelf.example")])
    }

    /// An unreadable graph may have any link, and does not count as missing.
    @Test(arguments: [
        ("<navigation", "/app/src/main/res/navigation/main.xml is not XML"),
        (
            String(repeating: " ", count: 17 << 20),
            "/app/src/main/res/navigation/main.xml has 17825792 bytes, and at most"
        ),
    ])
    func aGraphThatCannotBeReadLeavesTheLinksOpenAndSaysWhy(_ text: String, _ reason: String) throws {
        let folder = try Self.folder(["main": text])
        let app = try #require(try folder.content().claims.android.first)
        let gap = try #require(app.gap?.text)
        #expect(gap.hasPrefix("the navigation graph ") && gap.contains(reason), "\(gap)")
    }

    @Test func linksBeyondThoseThatAreReadAreNotAbsent() throws {
        let links = (0..<2_001).map { "<deepLink app:uri=\"https://h\($0).example/\"/>" }.joined()
        let folder = try Self.folder(["main": "\(Self.graph)\(links)</navigation>"])
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.gap?.text == "the navigation graphs of an activity have more than 2000 links; the rest is not read")
    }

    /// Returns the filters that the manifest merger of Android's build tools would make.
    @Test func deepLinksThatDifferInTheirSchemesAreOneFilter() throws {
        func filters(_ links: String, in component: String = "activity") throws -> [AndroidIntentFilter] {
            let folder = try Self.folder(["main": "\(Self.graph)\(links)</navigation>"], in: component)
            return try folder.content().claims.android.first?.filters?.filter { $0.component == ".Other" } ?? []
        }
        let mixed = try filters(
            """
            <deepLink a:autoVerify="true" app:uri="https://a.example/item?q={q}"/><deepLink app:uri="shelf://a.example/item"/>
            <deepLink app:uri="a.example/item#top"/><deepLink app:uri="https://a.example/other"/>
            """
        )
        #expect(mixed.map(\.schemes) == [["https", "shelf", "http"], ["https"]])
        #expect(mixed.map(\.isVerified) == [true, false])
        // Without a path the link matches the first page only.
        let bare = try filters("<deepLink app:uri=\"https://a.example\"/><deepLink app:uri=\"b.example?q={q}\"/>")
        #expect(bare.map(\.paths) == [[.init(.path, "/")], [.init(.path, "/")]], "\(bare)")
        let escaped = try filters("<deepLink app:uri=\"https://a.example/caf%C3%A9\"/>")
        #expect(escaped.map(\.paths) == [[.init(.path, "/café")]], "\(escaped)")
        #expect(try filters("<deepLink app:uri=\"https://a.example/x\"/>", in: "activity-alias").isEmpty)
    }
}
