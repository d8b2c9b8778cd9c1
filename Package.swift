// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bolts",
    // What `Synchronization` needs.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(
            name: "Bolts",
            targets: [
                "Bolts", "BoltsTasks", "BoltsFoundation", "BoltsAppLinks", "BoltsAppLinksUI", "BoltsObjCNames",
            ]
        ),
        .library(name: "BoltsTasks", targets: ["BoltsTasks"]),
        .library(name: "BoltsAppLinks", targets: ["BoltsAppLinks"]),
        .library(name: "BoltsAppLinksUI", targets: ["BoltsAppLinksUI"]),
        .library(name: "BoltsAssociations", targets: ["BoltsAssociations"]),
        .library(name: "BoltsObjCNames", targets: ["BoltsObjCNames"]),
        .library(name: "BoltsTestSupport", targets: ["BoltsTestSupport"]),
        .executable(name: "applinks", targets: ["applinks"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        .target(name: "CBoltsTasks"),
        .target(name: "CBoltsProcesses"),
        .target(name: "BoltsTasks", dependencies: ["CBoltsTasks"]),
        .target(name: "BoltsFoundation", dependencies: ["BoltsTasks"]),
        .target(
            name: "CBoltsCurl",
            // Part of the C library on most systems; older ones keep it apart.
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
        ),
        .target(name: "BoltsAppLinks", dependencies: ["BoltsTasks", "CBoltsCurl", "CBoltsProcesses"]),
        // What a person sees: UIKit, SwiftUI and WebKit where there are such, and HTML everywhere.
        .target(name: "BoltsAppLinksUI", dependencies: ["BoltsTasks", "BoltsAppLinks"]),
        // The files by which a site says which apps may open its URLs.
        .target(name: "BoltsAssociations"),
        .target(
            name: "BoltsObjCNames",
            dependencies: ["BoltsTasks", "BoltsFoundation", "BoltsAppLinks", "BoltsAppLinksUI"]
        ),
        .target(
            name: "Bolts",
            dependencies: ["BoltsTasks", "BoltsFoundation", "BoltsAppLinks", "BoltsAppLinksUI", "BoltsObjCNames"]
        ),
        .target(name: "BoltsTestSupport", dependencies: ["BoltsTasks"]),
        .executableTarget(
            name: "applinks",
            dependencies: [
                "BoltsTasks", "BoltsAppLinks",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(
            name: "BoltsTasksTests",
            dependencies: ["BoltsTasks", "CBoltsTasks", "BoltsFoundation", "BoltsTestSupport", "ParseFakes"]
        ),
        .testTarget(
            name: "BoltsAppLinksTests",
            dependencies: ["BoltsAppLinks", "BoltsTasks", "BoltsTestSupport", "LoopbackServer"]
        ),
        .testTarget(
            name: "BoltsAppLinksUITests",
            dependencies: ["BoltsAppLinksUI", "BoltsAppLinks", "BoltsTasks", "BoltsTestSupport"]
        ),
        .testTarget(name: "BoltsAssociationsTests", dependencies: ["BoltsAssociations"]),
        .testTarget(
            name: "BoltsObjCNamesTests",
            dependencies: [
                "BoltsObjCNames", "BoltsTasks", "BoltsFoundation", "BoltsAppLinks", "BoltsTestSupport", "ParseFakes",
            ]
        ),
        // Code that stands on Bolts and on Bolts-Swift, in the Swift of its time but for today's compiler.
        .testTarget(name: "BoltsTests", dependencies: ["Bolts"], swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(name: "applinksTests", dependencies: ["applinks", "BoltsTasks", "LoopbackServer"]),
        // A server for tests that says exactly what it is told to, byte by byte.
        .target(name: "LoopbackServer", dependencies: ["BoltsTasks"], path: "Tests/LoopbackServer"),
        // Fetches what such a server says, to see what the rest of a process has of it.
        .executableTarget(
            name: "hostile-pages",
            dependencies: ["BoltsAppLinks", "BoltsTasks", "LoopbackServer"],
            path: "Tests/HostilePages"
        ),
        // What the examples of Bolts' documents talk to.
        .target(name: "ParseFakes", dependencies: ["BoltsTasks", "BoltsTestSupport"], path: "Tests/ParseFakes"),
    ],
    swiftLanguageModes: [.v6]
)

// One list of settings for every target, so that no room of the house is stricter than another.
for target in package.targets
where !["CBoltsTasks", "CBoltsCurl", "CBoltsProcesses", "BoltsTests"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
    // Set where the project itself is checked, so that a newer compiler's warning never breaks a user's build.
    if Context.environment["BOLTS_STRICT"] == "1" {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}

// Building the documentation needs a plugin that nobody who depends on the package should resolve.
if Context.environment["BOLTS_DOCUMENTATION"] == "1" {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
