// swift-tools-version: 6.3
import PackageDescription

// What a task and reading a page cost, counted on the heap: exact, so it is a test. Run with `swift test -c release`, on Linux with glibc.
// In a package of its own, because it replaces malloc, and because it must be built as a user builds: in release, with
// no flag of ours.
let package = Package(
    name: "task-costs",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bolts", path: "../../..")],
    targets: [
        .target(name: "CHeapCount"),
        .testTarget(
            name: "TaskCostsTests",
            dependencies: ["CHeapCount", .product(name: "BoltsTasks", package: "bolts")]
        ),
        .testTarget(
            name: "ReaderCostsTests",
            dependencies: ["CHeapCount", .product(name: "BoltsPageMetadata", package: "bolts")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
