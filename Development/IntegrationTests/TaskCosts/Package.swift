// swift-tools-version: 6.3
import PackageDescription

// Tests the exact heap use of a task and of reading a page. Run with `swift test -c release`, on Linux with glibc. It is a separate
// package, because it replaces malloc, and because it must be built like a user's program: in release, without additional flags.
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
