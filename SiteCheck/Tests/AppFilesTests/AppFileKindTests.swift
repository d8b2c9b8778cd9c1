import Testing

@testable import AppFiles

struct AppFileKindTests {
    @Test(arguments: [
        ("app/src/main/AndroidManifest.xml", AppFileKind.androidManifest), ("a.apk", .androidPackage),
        ("A.APK", .androidPackage), ("a.aab", .androidBundle), ("a.ipa", .applePackage), ("Example.app/", .appleFolder),
        ("Example.xcarchive", .archive), ("a/Example.entitlements", .entitlements), ("a.mobileprovision", .profile),
        ("Platforms/iOS/Entitlements.plist", .entitlements), ("a.provisionprofile", .profile),
        ("Shelf/Shelf.csproj", .dotNetProject),
        ("ios/A.xcodeproj", .xcodeProjectFolder), ("ios/A.xcodeproj/project.pbxproj", .xcodeProject),
    ])
    func kindIsToldByTheName(name: String, kind: AppFileKind) {
        #expect(AppFileKind(name: name, bytes: []) == kind)
        #expect(AppFileReader.isAppFile(name: name, bytes: []))
    }

    @Test func appJSONOfAnotherProgramIsNoFileOfAnApp() {
        #expect(!AppFileReader.isAppFile(name: "app.json", bytes: Array(#"{"port":8080}"#.utf8)))
        #expect(AppFileKind(name: "app.json", bytes: Array(#"{"expo":{"name":"Shelf"}}"#.utf8)) == .expo)
    }

    @Test(arguments: ["assetlinks.json", "apple-app-site-association", "a.xml", "", "/", ".apk", "Info.plist", "apk"])
    func otherNamesAreNoFilesOfAnApp(name: String) {
        #expect(!AppFileReader.isAppFile(name: name, bytes: []))
    }
}
