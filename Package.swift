// swift-tools-version: 6.3
import PackageDescription

// A privacy manifest is a resource on Apple's platforms only; elsewhere it would be a bundle that nothing reads.
#if canImport(Darwin)
let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
let excludedFiles: [String] = []
#else
let privacyManifest: [Resource] = []
let excludedFiles = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
    name: "bolts",
    // What `Synchronization` needs.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(
            name: "Bolts",
            targets: [
                "Bolts", "BoltsTasks", "BoltsFoundation", "BoltsPageMetadata", "BoltsPageFetching", "BoltsAppLinks",
                "BoltsWebView", "BoltsAppLinksUI",
            ]
        ),
        // For the other packages of this repository: nothing of it is promised.
        .library(name: "_BoltsBase", targets: ["BoltsBase"]),
        .library(name: "BoltsTasks", targets: ["BoltsTasks"]),
        .library(name: "BoltsFoundation", targets: ["BoltsFoundation"]),
        .library(name: "BoltsPageMetadata", targets: ["BoltsPageMetadata"]),
        .library(name: "BoltsPageFetching", targets: ["BoltsPageFetching"]),
        .library(name: "BoltsAppLinks", targets: ["BoltsAppLinks"]),
        .library(name: "BoltsWebView", targets: ["BoltsWebView"]),
        .library(name: "BoltsAppLinksUI", targets: ["BoltsAppLinksUI"]),
        .library(name: "BoltsAssociations", targets: ["BoltsAssociations"]),
        .library(name: "BoltsObjCNames", targets: ["BoltsObjCNames"]),
        .library(name: "BoltsTestSupport", targets: ["BoltsTestSupport"]),
        .library(name: "BoltsTesting", targets: ["BoltsTesting"]),
        // For the tests of the other packages of this repository.
        .library(
            name: "_BoltsTestHelpers",
            targets: ["AppLinkStubs", "FetchingStubs", "LoopbackServer", "SharedData", "CTestWidth"]
        ),
    ],
    traits: [
        .default(enabledTraits: ["URLSessionOnLinux"]),
        .trait(
            name: "URLSessionOnLinux",
            description: "On Linux, URLSession fetches where libcurl cannot be loaded. It links FoundationNetworking."
        ),
    ],
    targets: [
        // Helpers that every other module would otherwise write for itself.
        .target(name: "BoltsBase"),
        .testTarget(name: "BoltsBaseTests", dependencies: ["BoltsBase", "SharedData"]),

        // Tasks.
        .target(name: "CBoltsTasks"),
        .target(name: "BoltsTasks", dependencies: ["BoltsBase", "CBoltsTasks"]),
        .target(name: "BoltsFoundation", dependencies: ["BoltsTasks"]),
        .target(name: "BoltsTestSupport", dependencies: ["BoltsTasks"]),
        // Separate from BoltsTestSupport, which ordinary programs may use too, because it imports Swift Testing.
        .target(name: "BoltsTesting", dependencies: ["BoltsTasks", "BoltsTestSupport"]),
        .testTarget(
            name: "BoltsTasksTests",
            dependencies: ["BoltsTasks", "CBoltsTasks", "BoltsFoundation", "BoltsTestSupport", "BoltsTesting"]
        ),

        // Pages.
        .target(name: "BoltsPageMetadata", dependencies: ["BoltsBase"]),
        .testTarget(name: "BoltsPageMetadataTests", dependencies: ["BoltsPageMetadata", "SharedData"]),
        .target(
            name: "CBoltsCurl",
            // Part of the C library on most systems; older ones keep it apart.
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
        ),
        .target(
            name: "BoltsPageFetching",
            dependencies: [
                "BoltsBase", "BoltsTasks", .target(name: "CBoltsCurl", condition: .when(platforms: [.linux])),
            ]
        ),
        .testTarget(
            name: "BoltsPageFetchingTests",
            dependencies: [
                "BoltsBase", "BoltsPageFetching", "BoltsTasks", "BoltsTestSupport", "FetchingStubs", "LoopbackServer",
                "SharedData",
            ]
        ),

        // App Links.
        .target(
            name: "BoltsAppLinks",
            dependencies: ["BoltsBase", "BoltsTasks", "BoltsPageMetadata", "BoltsPageFetching"],
            exclude: excludedFiles,
            resources: privacyManifest
        ),
        .testTarget(
            name: "BoltsAppLinksTests",
            dependencies: [
                "BoltsBase", "BoltsAppLinks", "BoltsTasks", "BoltsTestSupport", "AppLinkStubs", "FetchingStubs",
                "LoopbackServer", "SharedData",
            ]
        ),
        // Pages whose tags are made by scripts, read in WebKit's web view. What it decides runs everywhere.
        .target(
            name: "BoltsWebView",
            dependencies: ["BoltsTasks", "BoltsPageMetadata", "BoltsPageFetching", "BoltsAppLinks"]
        ),
        .testTarget(
            name: "BoltsWebViewTests",
            dependencies: [
                "BoltsWebView", "BoltsAppLinks", "BoltsPageFetching", "BoltsPageMetadata", "AppLinkStubs", "SharedData",
            ]
        ),
        // What a person sees: UIKit and SwiftUI where they exist, and HTML everywhere.
        .target(
            name: "BoltsAppLinksUI",
            dependencies: ["BoltsBase", "BoltsTasks", "BoltsPageMetadata", "BoltsPageFetching", "BoltsAppLinks"]
        ),
        .testTarget(
            name: "BoltsAppLinksUITests",
            dependencies: ["BoltsAppLinksUI", "BoltsAppLinks", "BoltsTasks", "AppLinkStubs", "SharedData"]
        ),

        // The files by which a site says which apps may open its URLs: a leaf, which a server can take alone.
        .target(name: "BoltsAssociations", dependencies: ["BoltsBase"]),
        .testTarget(name: "BoltsAssociationsTests", dependencies: ["BoltsAssociations", "SharedData"]),

        // Everything at once.
        .target(
            name: "Bolts",
            dependencies: ["BoltsTasks", "BoltsFoundation", "BoltsAppLinks", "BoltsWebView", "BoltsAppLinksUI"]
        ),

        // Old names.
        .target(
            name: "BoltsObjCNames",
            dependencies: ["BoltsTasks", "BoltsFoundation", "BoltsAppLinks", "BoltsWebView", "BoltsAppLinksUI"]
        ),
        .testTarget(
            name: "BoltsObjCNamesTests",
            dependencies: ["BoltsObjCNames", "BoltsTasks", "BoltsFoundation", "BoltsAppLinks", "BoltsTestSupport"]
        ),
        // Code written for Bolts and Bolts-Swift, in the Swift of its time but for today's compiler.
        .testTarget(
            name: "BoltsTests",
            dependencies: ["Bolts", "BoltsObjCNames"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),

        // An app's code on the main actor, around an SDK in Swift 5's mode.
        .target(name: "OldSDK", path: "Tests/OldSDK", swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(name: "WrappedCallbackTests", dependencies: ["BoltsTasks", "OldSDK"]),

        // What the tests share.
        // A server that sends exactly the bytes it is told to.
        .target(name: "LoopbackServer", dependencies: ["BoltsTasks"], path: "Tests/LoopbackServer"),
        // Recorded pages and other projects' test suites, which are not part of this repository.
        .target(name: "SharedData", dependencies: ["CTestWidth"], path: "Tests/SharedData"),
        // How many tests run at once.
        .target(name: "CTestWidth", path: "Tests/CTestWidth"),
        // Name look-ups and pages that answer from memory.
        .target(name: "FetchingStubs", dependencies: ["BoltsPageFetching", "BoltsTasks"], path: "Tests/FetchingStubs"),
        // An opener that completes when the test says so.
        .target(name: "AppLinkStubs", dependencies: ["BoltsAppLinks", "BoltsTasks"], path: "Tests/AppLinkStubs"),
        // Fetches hostile pages, to see what the rest of a process notices of it.
        .executableTarget(
            name: "hostile-pages",
            dependencies: ["BoltsPageFetching", "BoltsTasks", "LoopbackServer"],
            path: "Tests/HostilePages"
        ),
    ],
    swiftLanguageModes: [.v6]
)

// One list of settings for every target.
for target in package.targets
where !["CBoltsTasks", "CBoltsCurl", "CTestWidth", "BoltsTests", "OldSDK"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
    // What the compiler cannot check says `unsafe`. Tests may do without.
    if target.type == .regular, target.path == nil { target.swiftSettings?.append(.strictMemorySafety()) }
    if target.name == "WrappedCallbackTests" { target.swiftSettings?.append(.defaultIsolation(MainActor.self)) }
    // Set where the project itself is checked, so that a newer compiler's warning never breaks a user's build.
    if Context.environment["BOLTS_STRICT"] == "1" {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
        // A public type says whether it is Sendable.
        target.swiftSettings?.append(.unsafeFlags(["-require-explicit-sendable"]))
    }
}
