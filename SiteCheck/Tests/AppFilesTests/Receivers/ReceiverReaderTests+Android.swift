import Testing

@_spi(Bolts) @testable import AppFiles
@_spi(Bolts) @testable import BoltsSiteCheck

extension ReceiverReaderTests {
    // MARK: - Android

    static func manifest(_ attributes: String, more: String = "", behind: String = "") -> String {
        """
        <manifest xmlns:a="http://schemas.android.com/apk/res/android" package="example.alder"><application>
        <activity a:name=".MainActivity" a:exported="true" \(attributes)>\(more)
        <intent-filter a:autoVerify="true"><action a:name="android.intent.action.VIEW"/>
        <category a:name="android.intent.category.DEFAULT"/><category a:name="android.intent.category.BROWSABLE"/>
        <data a:scheme="https" a:host="www.alder.example"/></intent-filter></activity>\(behind)</application></manifest>
        """
    }

    static func android(_ attributes: String, _ source: String, _ more: [String: String] = [:]) throws
        -> LinkReceivers?
    {
        var files = more
        files["app/src/main/AndroidManifest.xml"] = manifest(attributes)
        files["app/src/main/kotlin/MainActivity.kt"] = source
        return try answers(files).first
    }

    /// Whether a link in another app may start the whole app again there.
    @Test(arguments: [
        ("", true), ("a:launchMode=\"singleTop\"", true), ("a:launchMode=\"1\"", true),
        ("a:launchMode=\"singleTask\"", false), ("a:launchMode=\"@integer/mode\"", false),
    ])
    func aFirstActivityThatMayStartTwiceIsNoted(_ attributes: String, mayStartTwice: Bool) throws {
        let start =
            "<intent-filter><action a:name=\"android.intent.action.MAIN\"/>"
            + "<category a:name=\"android.intent.category.LAUNCHER\"/></intent-filter>"
        for isLauncher in [true, false] {
            let rules = try Self.answers([
                "app/src/main/AndroidManifest.xml": Self.manifest(attributes, more: isLauncher ? start : ""),
                "app/src/main/kotlin/MainActivity.kt": "class MainActivity : FlutterActivity()",
            ]).flatMap(\.findings).map(\.rule.id)
            #expect(rules.contains("android-app-link-task") == (isLauncher && mayStartTwice), "\(rules)")
        }
    }

    static let onNewIntent =
        "override fun onNewIntent(intent: Intent) { super.onNewIntent(intent); go(intent) }"

    @Test(arguments: [
        ("", "class MainActivity : AppCompatActivity()", LinkReceivers.Outcome.called, [String]()),
        ("a:launchMode=\"standard\"", "class MainActivity : Activity()", .called, []),
        (
            "a:launchMode=\"singleTop\"", "class MainActivity : ComponentActivity()", .lost,
            ["android-app-link-warm warning"]
        ),
        ("a:launchMode=\"singleTask\"", "class MainActivity : Activity()", .lost, ["android-app-link-warm warning"]),
        (
            "a:launchMode=\"singleInstance\"", "class MainActivity : Activity()", .lost,
            ["android-app-link-warm warning"]
        ),
        (
            "a:launchMode=\"singleInstancePerTask\"", "class MainActivity : Activity()", .lost,
            ["android-app-link-warm warning"]
        ),
        ("a:launchMode=\"2\"", "class MainActivity : Activity()", .lost, ["android-app-link-warm warning"]),
        ("a:launchMode=\"singleTask\"", "class MainActivity : Activity() { \(onNewIntent) }", .called, []),
        (
            "a:launchMode=\"singleTask\"",
            "class MainActivity : Activity() { fun f() { log(\"f ${a}\") }\n\(onNewIntent) }", .called, []
        ),
        (
            "a:launchMode=\"singleTask\"", "class MainActivity : Activity() { fun f() { addOnNewIntentListener(g) } }",
            .called, []
        ),
        (
            "a:launchMode=\"singleTask\"",
            "class MainActivity : Activity() { override fun onCreate(b: Bundle?) { go(intent); finish() } }",
            .undecided, []
        ),
        ("a:launchMode=\"singleTask\" a:noHistory=\"true\"", "class MainActivity : Activity()", .undecided, []),
        ("a:launchMode=\"@integer/mode\"", "class MainActivity : Activity()", .undecided, []),
        ("a:launchMode=\"singleTask\"", "class MainActivity : LibraryActivity()", .undecided, []),
        ("a:launchMode=\"singleTask\"", "class Other : Activity()", .undecided, []),
        ("a:launchMode=\"singleTask\"", "class MainActivity : ReactActivity()", .called, []),
        ("a:launchMode=\"singleTask\"", "class MainActivity : BridgeActivity() { \(onNewIntent) }", .called, []),
        (
            "a:launchMode=\"singleTask\"",
            "class MainActivity : FlutterActivity() { override fun onNewIntent(i: Intent) { setIntent(i) } }", .lost,
            ["android-app-link-super warning"]
        ),
        (
            "a:launchMode=\"singleTask\"", "class MainActivity : Activity() { fun f() = navDeepLink { } }", .lost,
            ["android-app-link-nav warning"]
        ),
        (
            "a:launchMode=\"singleTask\"",
            "class MainActivity : Activity() { fun f() = navDeepLink { }\n\(onNewIntent) }", .called, []
        ),
    ])
    func theLaunchModeDecidesWhichMethodOfAnActivityIsCalled(
        _ attributes: String,
        _ source: String,
        _ warm: LinkReceivers.Outcome,
        _ rules: [String]
    ) throws {
        let answer = try Self.android(attributes, source)
        #expect(Self.outcomes(answer) == [[.called, warm]], "\(String(describing: answer))")
        #expect(Self.rules(answer) == rules)
    }

    /// An activity that no code can ask for the link is not said to receive it.
    @Test(arguments: [
        ("setContentView(R.layout.splash)", "", LinkReceivers.Outcome.undecided),
        ("startActivity(Intent(this, Home::class.java))", "", .undecided),
        ("show(intent.data)", "", .called), ("show(getIntent())", "", .called), ("Router.open(this)", "", .called),
        ("setContent { App() }", "", .called), ("Branch.start()", "", .called),
        ("setContentView(R.layout.main)", "class A { fun f(a: Activity) = a.intent }", .called),
        ("setContentView(R.layout.main)", "class A : Fragment() { fun f() = findNavController() }", .called),
        ("setContentView(R.layout.main)", "class A { val intent = 1 }", .undecided),
    ])
    func onCreateThatReadsNoLinkIsNamed(_ body: String, _ other: String, _ outcome: LinkReceivers.Outcome) throws {
        let source =
            "class MainActivity : Shell() {}\nopen class Shell : AppCompatActivity() {\n"
            + "override fun onCreate(b: Bundle?) { super.onCreate(b); \(body) } }"
        let answer = try Self.android("", source, ["app/src/main/kotlin/A.kt": other])
        #expect(Self.outcomes(answer) == [[outcome, outcome]], "\(String(describing: answer))")
        #expect(Self.rules(answer) == [])
    }

    /// The base class is found by the name of its file, although its code has no word about links.
    @Test func theBaseOfAnActivityMayHaveTheMethod() throws {
        let answer = try Self.android(
            "a:launchMode=\"singleTask\"",
            "class MainActivity : Shell()",
            [
                "app/src/main/kotlin/Shell.kt": "open class Shell : Hull()",
                "app/src/main/kotlin/Hull.kt": "open class Hull : AppCompatActivity() { \(Self.onNewIntent) }",
            ]
        )
        #expect(Self.outcomes(answer) == [[.called, .called]])
        #expect(answer?.routes.first?.warm.place?.file.hasSuffix("Hull.kt") == true)
    }

    /// Apps of one folder may have classes of one name.
    @Test func theClassOfAnActivityIsThatOfItsModule() throws {
        let script =
            "apply plugin: 'com.android.application'\nandroid { defaultConfig { applicationId 'example.alder' } }"
        var files: [String: String] = [:]
        for (module, body) in [("one", " { \(Self.onNewIntent) }"), ("two", "")] {
            files["\(module)/build.gradle"] = script
            files["\(module)/src/main/AndroidManifest.xml"] = Self.manifest("a:launchMode=\"singleTask\"")
            files["\(module)/src/main/kotlin/MainActivity.kt"] = "class MainActivity : Activity()\(body)"
        }
        let answers = try Self.answers(files)
        #expect(answers.map(Self.outcomes) == [[[.called, .called]], [[.called, .lost]]])
        #expect(answers.last?.routes.first?.cold.place?.file.hasSuffix("two/src/main/kotlin/MainActivity.kt") == true)
    }

    /// No link has a data type, and those of files are of other apps.
    @Test func aFilterForFilesTakesNoLink() throws {
        let filters = [
            "a:scheme=\"content\" a:mimeType=\"audio/*\"", "a:scheme=\"file\"", "a:scheme=\"alder\" a:mimeType=\"a/b\"",
        ]
        .map {
            "<intent-filter><action a:name=\"android.intent.action.VIEW\"/>"
                + "<category a:name=\"android.intent.category.DEFAULT\"/>"
                + "<category a:name=\"android.intent.category.BROWSABLE\"/><data \($0)/></intent-filter>"
        }
        let other =
            "<activity a:name=\".Other\" a:exported=\"true\" a:launchMode=\"singleTop\">\(filters.joined())</activity>"
        let answer = try Self.answers([
            "app/src/main/AndroidManifest.xml": Self.manifest("", behind: other),
            "app/src/main/kotlin/A.kt": "class MainActivity : Activity()\nclass Other : Activity()",
        ]).first
        #expect(answer?.routes.compactMap(\.component) == ["MainActivity"])
        #expect(Self.rules(answer).isEmpty)
    }

    /// The answer is about the variant that users probably get, which is the first in the list of apps.
    @Test func theVariantThatUsersGetIsAnswered() throws {
        let script = """
            apply plugin: 'com.android.application'
            android { defaultConfig { applicationId 'example.alder' }
            flavorDimensions 'app'
            productFlavors { bob { applicationId 'example.alder.bob' }
            prod { } } }
            """
        let answer = try Self.android("", "class MainActivity : Activity()", ["app/build.gradle": script])
        #expect(answer?.id.description == "example.alder")
        // Of flavors with other ids, none is named.
        let other = script.replacing("prod { }", with: "prod { applicationId 'b' }")
        let flavors = try Self.android("", "class MainActivity : Activity()", ["app/build.gradle": other])
        #expect(flavors?.id.known == nil && flavors?.title.hasPrefix("Android app (") == true)
    }
}
