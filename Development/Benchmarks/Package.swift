// swift-tools-version: 6.3
import PackageDescription

// The libraries with which Bolts is compared; users of Bolts do not resolve them.
let package = Package(
    name: "bolts-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "bolts", path: "../.."),
        .package(path: "../../SiteCheck"),
        // The package's counting allocator is turned off, because it would slow down everything that is measured.
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    ],
    targets: [
        .executableTarget(
            name: "Tasks",
            dependencies: [
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Benchmarks/Tasks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "Metadata",
            dependencies: [
                "CLibXML2",
                .product(name: "BoltsPageMetadata", package: "bolts"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Metadata",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        // Run under callgrind by count-instructions.sh.
        .executableTarget(name: "links", dependencies: [.product(name: "BoltsTasks", package: "bolts")]),
        // Prints decisions a second by an association file, and the time of a comparison: swift run -c release associations
        .executableTarget(
            name: "associations",
            dependencies: [
                .product(name: "BoltsAssociations", package: "bolts"),
                .product(name: "BoltsSiteCheck", package: "SiteCheck"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
