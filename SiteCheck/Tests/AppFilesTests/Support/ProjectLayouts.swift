/// Small projects with the layouts of real ones and invented names.
protocol ProjectLayouts {}

extension ProjectLayouts {
    static var application: String { #"plugins { id("com.android.application") }"# }
    static var launcher: String {
        #"<intent-filter><action a:name="android.intent.action.MAIN"/><category a:name="android.intent.category.LAUNCHER"/></intent-filter>"#
    }
    static var manifest: String {
        SampleManifest.text(package: nil, data: #"<data a:scheme="https" a:host="shelf.example"/>"#)
    }
    static var entitlements: String {
        """
        <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key>
        <array><string>applinks:shelf.example</string></array></dict></plist>
        """
    }

    static func gradle(_ id: String, _ more: String = "") -> String {
        "\(application)\nandroid { namespace = \"org.sample.code\"\ndefaultConfig { applicationId = \(id) }\n\(more) }"
    }

    static func project(_ targets: [(name: String, type: String, settings: String)]) -> String {
        var objects = ""
        for (index, target) in targets.enumerated() {
            objects += """
                T\(index) = {isa = PBXNativeTarget; name = \(target.name); productType = "com.apple.product-type.\(target.type)"; buildConfigurationList = L\(index); };
                L\(index) = {isa = XCConfigurationList; buildConfigurations = (C\(index)); };
                C\(index) = {isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; \(target.settings) }; };

                """
        }
        let names = targets.indices.map { "T\($0)" }.joined(separator: ", ")
        return """
            // !$*UTF8*$!
            { objects = {
                P = {isa = PBXProject; targets = (\(names)); buildConfigurationList = PL; };
                PL = {isa = XCConfigurationList; buildConfigurations = (PC); };
                PC = {isa = XCBuildConfiguration; name = Release; buildSettings = { }; };
                \(objects)
            }; rootObject = P; }
            """
    }

    static var ownSettings: String {
        "CODE_SIGN_ENTITLEMENTS = Shelf/Shelf.entitlements; PRODUCT_BUNDLE_IDENTIFIER = org.sample.shelf; DEVELOPMENT_TEAM = QX7SAMPLE1;"
    }
}
