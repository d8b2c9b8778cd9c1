// swift-tools-version: 6.2
import PackageDescription

// A program that uses BoltsTasks alone, so that what it links shows what a user of tasks pays for.
let package = Package(
    name: "linkage",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bolts", path: "../..")],
    targets: [
        .executableTarget(name: "linkage", dependencies: [.product(name: "BoltsTasks", package: "bolts")])
    ]
)
