import Testing

@_spi(Bolts) @testable import AppFiles
@_spi(Bolts) @testable import BoltsSiteCheck

/// Projects with several targets.
extension ReceiverReaderTests {
    /// Flutter's projects for several platforms have targets with the same name.
    @Test func targetsOfOneNameInTwoProjectsAreTwoApps() throws {
        let mac = Self.project().replacing("iphoneos", with: "macosx")
        let answers = try Self.answers([
            "ios/Alder/A.swift": "\(Self.delegate) \(Self.oldMethod) }", "ios/Alder/Info.plist": Self.information(""),
            "ios/Alder.entitlements": Self.domains, "ios/Alder.xcodeproj/project.pbxproj": Self.project(),
            "mac/Alder/A.swift": "@main class A: NSObject, NSApplicationDelegate { }",
            "mac/Alder/Info.plist": Self.information(""), "mac/Alder.entitlements": Self.domains,
            "mac/Alder.xcodeproj/project.pbxproj": mac,
        ])
        #expect(answers.map(Self.outcomes) == [[[.called, .called]], [[.undecided, .undecided]]])
        let place = answers.first?.place
        var app = AppleAppClaims(identifier: nil, file: "Info.plist", rank: .source)
        app.target = place
        for (claims, isOf) in [([app], true), ([], false)] {
            #expect(try AppClaims(apple: claims).contain(#require(answers.first)) == isOf)
        }
    }

    /// How a project names the sources of the app `Alder`, of another app, `Birch`, and of a framework, whose folder is also
    /// Birch's.
    enum Layout: CaseIterable {
        case synchronized, listed, described

        var files: [String: String] {
            if self == .described {
                return [
                    "project.yml": """
                    targets:
                      Alder: {type: application, platform: iOS, sources: Alder, settings: {PRODUCT_BUNDLE_IDENTIFIER: example.alder,
                        CODE_SIGN_ENTITLEMENTS: Alder.entitlements, INFOPLIST_FILE: Alder/Info.plist}}
                      Birch: {type: application, platform: iOS, sources: [{path: birch, excludes: ["**/Left/*.swift", ./Away/]}, Kit]}
                      Kit: {type: framework, platform: iOS, sources: Kit}
                    """
                ]
            }
            let folders = ["S": "Alder", "B": "Birch", "F": "Kit"]
            let groups = folders.map { id, path in
                let content =
                    self == .synchronized
                    ? "PBXFileSystemSynchronizedRootGroup; exceptions = (\(id == "B" ? "E" : ""))"
                    : "PBXGroup; children = (\(id)1, \(id)2)"
                return """
                    \(id) = {isa = \(content); path = \(path); sourceTree = "<group>"; };
                    \(id)1 = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
                    \(id)2 = {isa = PBXFileReference; path = M.swift; sourceTree = "<group>"; };
                    \(id)3 = {isa = PBXBuildFile; fileRef = \(id)1; };
                    \(id)4 = {isa = PBXBuildFile; fileRef = \(id)2; };
                    """
            }
            func sources(_ ids: [String]) -> String {
                if self == .synchronized { return "fileSystemSynchronizedGroups = (\(ids.joined(separator: ", ")));" }
                return "buildPhases = (\(ids[0])5);"
            }
            func phase(_ ids: [String]) -> String {
                "\(ids[0])5 = {isa = PBXSourcesBuildPhase; files = (\(ids.map { "\($0)3, \($0)4" }.joined(separator: ", "))); };"
            }
            let more = """
                \(groups.joined(separator: "\n")) \(phase(["S"])) \(phase(["B", "F"])) \(phase(["F"]))
                E = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T2; membershipExceptions = (Left, Away); };
                T2 = {isa = PBXNativeTarget; name = Birch; productType = "com.apple.product-type.application";
                buildConfigurationList = L; \(sources(["B", "F"])) };
                T3 = {isa = PBXNativeTarget; name = Kit; productType = "com.apple.product-type.framework";
                buildConfigurationList = L; \(sources(["F"])) };
                """
            let project = ReceiverReaderTests.project(more: more)
                .replacing("targets = (T)", with: "targets = (T, T2, T3)")
                .replacing("children = (S)", with: "children = (S, B, F)")
                .replacing("fileSystemSynchronizedGroups = (S);", with: sources(["S"]))
                .replacing(#/S = \{isa = \w+; path = Alder; sourceTree = "<group>"; };/#, with: "")
            return ["Alder.xcodeproj/project.pbxproj": project]
        }
    }

    /// A method in another app of the project is not the app's, and one in a framework or outside all targets may be.
    @Test(arguments: Layout.allCases) func anAppHasOnlyTheMethodsThatItCanLink(_ layout: Layout) throws {
        let rows: [(file: String, LinkReceivers.Outcome)] = [
            ("Alder/M.swift", .called), ("Birch/M.swift", .lost), ("Kit/M.swift", .called),
            ("Birch/Left/M.swift", .called), ("Birch/Away/M.swift", .called), ("Packages/Links/M.swift", .called),
            ("Birch/Links/M.swift", .called),
        ]
        for (file, outcome) in rows {
            var files = layout.files
            files["Alder.entitlements"] = Self.domains
            files["Alder/Info.plist"] = Self.information("")
            files["Alder/A.swift"] = "\(Self.delegate) }"
            files["Birch/A.swift"] = files["Alder/A.swift"]
            files[file] = "extension AppDelegate { \(Self.oldMethod) }"
            files["Birch/Links/Package.swift"] = ""
            let answer = try Self.answers(files).first { $0.id.description.hasSuffix("example.alder") }
            #expect(Self.outcomes(answer) == [[outcome, outcome]], "\(file)")
        }
    }
}
