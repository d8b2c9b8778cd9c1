// swift-tools-version: 6.2
import PackageDescription

// Programs that use one module alone, so that what each links shows what a user of that module pays for.
let package = Package(
    name: "linkage",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bolts", path: "../..")],
    targets: [
        .executableTarget(name: "tasks-linkage", dependencies: [.product(name: "BoltsTasks", package: "bolts")]),
        .executableTarget(
            name: "metadata-linkage",
            dependencies: [.product(name: "BoltsPageMetadata", package: "bolts")]
        ),
    ]
)
