@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// A project with twice as many parts of a kind takes at most 2.2 times the steps.
@Suite(.tags(.th82), .timeLimit(.minutes(20))) struct ReadingStepsTests {
    enum Part: String, CaseIterable, CustomTestStringConvertible {
        case modules, sharedActivities, apps, filters, hosts, targets, domains, references

        var testDescription: String { rawValue }

        /// The larger number of parts.
        ///
        /// Modules and apps consist of many files, so only one of these kinds reaches the reader's limit.
        var maximum: Int {
            switch self {
            case .sharedActivities, .apps: 600
            case .modules, .filters, .hosts, .targets, .domains, .references: 2_000
            }
        }
    }

    private static func manifest(_ components: String) -> String {
        "<manifest xmlns:a=\"http://schemas.android.com/apk/res/android\"><application>\(components)</application></manifest>"
    }

    private static func activity(_ name: String, _ data: String) -> String {
        """
        <activity a:name="\(name)" a:exported="true"><intent-filter a:autoVerify="true">
        <action a:name="android.intent.action.VIEW"/><category a:name="android.intent.category.DEFAULT"/>
        <category a:name="android.intent.category.BROWSABLE"/>\(data)</intent-filter></activity>
        """
    }

    private static func data(_ number: Int) -> String {
        #"<data a:scheme="https" a:host="h\#(number).shelf.example" a:pathPrefix="/p\#(number)"/>"#
    }

    private static func entitlements(_ domains: [String]) -> String {
        let list = domains.map { "<string>\($0)</string>" }.joined()
        return "<plist><dict><key>com.apple.developer.associated-domains</key><array>\(list)</array></dict></plist>"
    }

    /// A project with a number of parts of a kind.
    private static func files(_ part: Part, _ count: Int) -> [String: String] {
        var files = ["settings.gradle": ""]
        let application = #"apply plugin: "com.android.application""#
        let id = #"android { defaultConfig { applicationId "org.sample.shelf" } }"#
        switch part {
        case .modules, .sharedActivities:
            // Each module uses the next ones, so that the app has all of them.
            func uses(_ first: Int) -> String {
                (first..<min(first + 5, count)).map { "implementation project(':m\($0)')" }.joined(separator: "\n")
            }
            files["app/build.gradle"] = "\(application)\n\(id)\ndependencies { \(uses(0)) }"
            files["app/src/main/AndroidManifest.xml"] = manifest(activity(".Main", data(0)))
            for module in 0..<count {
                let name = part == .modules ? "org.sample.M\(module)" : "org.sample.Shared"
                files["m\(module)/build.gradle"] =
                    "apply plugin: \"com.android.library\"\ndependencies { \(uses(module + 1)) }"
                files["m\(module)/src/main/AndroidManifest.xml"] = manifest(activity(name, data(module)))
            }
        case .apps:
            for module in 0..<count {
                files["a\(module)/build.gradle"] = "\(application)\n\(id)"
                files["a\(module)/src/main/AndroidManifest.xml"] = manifest(activity(".Main", data(module)))
            }
        case .filters, .hosts:
            files["app/build.gradle"] = "\(application)\n\(id)"
            let all =
                part == .filters
                ? (0..<count).map { activity(".A\($0)", data($0)) }.joined()
                : activity(".Main", (0..<count).map(data).joined())
            files["app/src/main/AndroidManifest.xml"] = manifest(all)
        case .targets:
            let names = (0..<count).map { "T\($0)" }.joined(separator: ", ")
            var objects = "P = {isa = PBXProject; targets = (\(names)); };"
            for number in 0..<count {
                objects += """
                    T\(number) = {isa = PBXNativeTarget; name = S\(number); productType = "com.apple.product-type.application"; buildConfigurationList = L\(number); };
                    L\(number) = {buildConfigurations = (C\(number)); };
                    C\(number) = {name = Release; buildSettings = {PRODUCT_BUNDLE_IDENTIFIER = "org.sample.s\(number)"; CODE_SIGN_ENTITLEMENTS = "S.entitlements"; SDKROOT = iphoneos; }; };

                    """
            }
            files["S.xcodeproj/project.pbxproj"] = "// !$*UTF8*$!\n{ objects = { \(objects) }; rootObject = P; }"
            files["S.entitlements"] = entitlements(["applinks:shelf.example"])
        case .domains:
            files["S.entitlements"] = entitlements((0..<count).map { "applinks:h\($0).shelf.example" })
        case .references: break
        }
        return files
    }

    /// A binary property list with a number of references to one text.
    private static func references(_ count: Int) -> [UInt8] {
        func big(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let key = Array("com.apple.developer.associated-domains".utf8)
        let text = Array("applinks:shelf.example".utf8)
        let objects: [[UInt8]] = [
            [0xD1, 1, 2], [0x5F, 0x10, UInt8(key.count)] + key,
            [0xAF, 0x11] + big(count, 2) + [UInt8](repeating: 3, count: count), [0x5F, 0x10, UInt8(text.count)] + text,
        ]
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += big(bytes.count, 4)
            bytes += object
        }
        let table = bytes.count
        return bytes + offsets + [UInt8](repeating: 0, count: 6) + [4, 1] + big(objects.count, 8) + big(0, 8)
            + big(table, 8)
    }

    /// The steps of reading a project, listing its apps and judging them.
    private static func steps(_ part: Part, _ count: Int) throws -> Int {
        let folder = try TemporaryFolder(files(part, count))
        if part == .references { try folder.write(references(count), to: "S.entitlements") }
        let counter = ReadingSteps.Counter()
        try ReadingSteps.$counter.withValue(counter) {
            let content = try folder.content()
            #expect(!content.claims.isEmpty && !content.inventory.entries.isEmpty)
            _ = content.claims.findings()
        }
        return counter.count
    }

    @Test(arguments: Part.allCases) func twiceTheProjectTakesAtMostAboutTwiceTheSteps(_ part: Part) throws {
        let half = try Self.steps(part, part.maximum / 2)
        let whole = try Self.steps(part, part.maximum)
        #expect(half > part.maximum / 2, "the steps are not counted")
        #expect(Double(whole) <= 2.2 * Double(half), "\(half) steps for half, \(whole) for all")
    }
}
