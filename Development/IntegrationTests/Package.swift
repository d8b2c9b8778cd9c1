// swift-tools-version: 6.3
import PackageDescription

/// A product of the package that is tested.
func bolts(_ name: String) -> Target.Dependency { .product(name: name, package: "bolts") }

let browsers = Target.Dependency.product(name: "BoltsBrowsers", package: "applinks")

func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }

// Tests with requirements that other builders of Bolts need not install: browsers, a desktop, SwiftNIO, OpenCombine. They are one
// package, so that the library is built only once.
let package = Package(
    name: "integration-tests",
    platforms: [.macOS(.v15)],
    dependencies: [
        // The dependency is the same as the command's, whose build folder the tests share.
        .package(name: "bolts", path: "../..", traits: []),
        .package(name: "applinks", path: "../../Command"),
        .package(name: "WebApp", path: "../../Examples/WebApp"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        // Real browsers, as `BrowserAppLinkResolver` drives them.
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                bolts("_BoltsTestHelpers"), .product(name: "applinks", package: "applinks"), bolts("BoltsTasks"),
                bolts("BoltsAppLinks"), bolts("BoltsWebView"), browsers,
            ]
        ),

        // Tests that need a real desktop: the banner in a browser, and a link's way from a page into an app and back.
        .target(
            name: "BrowserDriver",
            dependencies: [
                bolts("BoltsAppLinks"), browsers, bolts("BoltsTasks"), nio("NIOCore"), nio("NIOHTTP1"),
                nio("NIOPosix"),
            ]
        ),
        .executableTarget(
            name: "ReceivingApp",
            dependencies: [bolts("BoltsAppLinks"), bolts("BoltsAppLinksUI"), bolts("BoltsTasks")]
        ),
        .testTarget(
            name: "DesktopTests",
            dependencies: [
                "BrowserDriver", "ReceivingApp", .product(name: "applinks", package: "applinks"),
                bolts("BoltsAppLinks"), bolts("BoltsAppLinksUI"), bolts("BoltsTasks"),
                .product(name: "RecipeSite", package: "WebApp"),
            ]
        ),

        // The bridge to SwiftNIO: a file to copy.
        .target(name: "BoltsNIO", dependencies: [bolts("BoltsTasks"), nio("NIOCore")]),
        .testTarget(
            name: "BoltsNIOTests",
            dependencies: ["BoltsNIO", bolts("BoltsTasks"), nio("NIOCore"), nio("NIOPosix")]
        ),

        // The bridge to Combine: the very sources of BoltsFoundation, compiled with OpenCombine under Combine's name.
        .target(name: "BoltsCombine", dependencies: [bolts("BoltsTasks"), "OpenCombine"]),
        .testTarget(name: "BoltsCombineTests", dependencies: ["BoltsCombine", bolts("BoltsTasks"), "OpenCombine"]),

        // Programs whose libraries are checked: Foundation must not be among them.
        .executableTarget(name: "tasks-linkage", dependencies: [bolts("BoltsTasks")]),
        .executableTarget(name: "metadata-linkage", dependencies: [bolts("BoltsPageMetadata")]),
        .executableTarget(name: "associations-linkage", dependencies: [bolts("BoltsAssociations")]),

        // Reads pages for compare-with-lexbor.py.
        .executableTarget(name: "read-pages", dependencies: [bolts("BoltsPageMetadata")]),
    ],
    swiftLanguageModes: [.v6]
)

// Programs of a few lines, written as a user writes them.
let plain = ["tasks-linkage", "metadata-linkage", "associations-linkage", "read-pages"]
for target in package.targets where !plain.contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .treatAllWarnings(as: .error),
    ]
    if target.name.hasPrefix("BoltsCombine") {
        target.swiftSettings?.append(.unsafeFlags(["-module-alias", "Combine=OpenCombine"]))
    }
}
