import Testing

@_spi(Bolts) @testable import AppFiles
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests the declarations that are found in single files.
struct CodeSourceTests {
    private static func swift(_ text: String) -> SourceFacts { SwiftSource(Array(text.utf8), file: "a.swift").facts }
    private static func objectiveC(_ text: String) -> SourceFacts {
        ObjectiveCSource(Array(text.utf8), file: "a.m").facts
    }
    private static func kotlin(_ text: String) -> SourceFacts {
        JVMSource(Array(text.utf8), file: "a.kt", .kotlin).facts
    }
    private static func java(_ text: String) -> SourceFacts {
        JVMSource(Array(text.utf8), file: "a.java", .java).facts
    }

    @Test(arguments: [
        (
            AppleReceiver.applicationContinue,
            "func application(_ a: UIApplication, continue b: NSUserActivity, restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void) -> Bool { use(b) }"
        ),
        (
            .applicationOpen,
            "func application(_ a: UIApplication, open url: URL, options: [A: Any] = [:]) -> Bool { use(url) }"
        ),
        (.sceneContinue, "func scene(_ s: UIScene, continue a: NSUserActivity) { use(a) }"),
        (.sceneOpen, "func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { use(c) }"),
        (.openModifier, "Text(a)\n  .onOpenURL { b in }"),
        (.continueModifier, "a.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { }"),
        (.boltsModifier, "a.receivesAppLinks(into: inbox)"),
        (.launchActivity, "launchOptions?[.userActivityDictionary]"),
        (.launchURL, "launchOptions?[.url]"),
    ])
    func methodsOfSwiftAreFoundByTheirSelectors(_ receiver: AppleReceiver, _ text: String) {
        #expect(Self.swift(text).receivers.keys.map(\.self) == [receiver])
        #expect(Self.swift("/* \(text) */").isEmpty)
    }

    @Test(arguments: [
        "func application(_ a: NSApplication, continue b: NSUserActivity) {}",
        "func application(a: UIApplication, continue b: NSUserActivity) {}",
        "func scene(_ s: Int, continue a: NSUserActivity) {}",
        "delegate.scene(a, continue: b)", "application(a, open: b, options: c)",
        "a.onContinueUserActivity(\"example.search\") { }", "func scene(_ s: UIScene, didUpdate a: NSUserActivity) {}",
    ])
    func otherMethodsAreNotFound(_ text: String) {
        #expect(Self.swift(text).receivers.isEmpty)
    }

    @Test(arguments: [
        ("options: UIScene.ConnectionOptions", "take(options)", AppleLinkKind.allCases),
        ("options o: UIScene.ConnectionOptions", "take(o.userActivities)", [.universalLink]),
        ("options o: UIScene.ConnectionOptions", "o.urlContexts.first", [.customScheme]),
        ("options o: UIScene.ConnectionOptions", "o.shortcutItem", []),
        ("options o: UIScene.ConnectionOptions", "take(o.urlContexts, o.userActivities)", AppleLinkKind.allCases),
        ("options o: UIScene.ConnectionOptions", "take(options)", []),
        ("options: UIScene.ConnectionOptions", "view.options = 1", []),
        ("options: UIScene.ConnectionOptions", "take(options: 1)", []),
        ("options: UIScene.ConnectionOptions", "take(options: options)", AppleLinkKind.allCases),
        ("options: UIScene.ConnectionOptions", "// options", []),
        ("options: UIScene.ConnectionOptions", "", []),
        ("options _: UIScene.ConnectionOptions", "_ = 1", []),
    ])
    func theLinksInTheOptionsOfASceneAreReadWhereTheyAreNamed(
        _ parameter: String,
        _ body: String,
        _ links: [AppleLinkKind]
    ) {
        let text =
            "class D: UIResponder { func scene(_ s: UIScene, willConnectTo t: UISceneSession, \(parameter)) { \(body) } }"
        let connections = Self.swift(text).connections
        #expect(connections.map(\.links) == [Set(links)])
        #expect(connections.map(\.type) == ["D"])
        let name = parameter.contains(" o:") ? "o" : "options"
        guard !parameter.contains("_:") else { return }
        let other =
            "@implementation D\n- (void)scene:(UIScene *)s willConnectToSession:(UISceneSession *)t options:(UISceneConnectionOptions *)\(name) { \(body) }\n@end"
        #expect(Self.objectiveC(other).connections.map(\.links) == [Set(links)])
    }

    /// A method that does not take its link is no receiver.
    @Test(
        arguments: [
            ("return false", "does not use the link", false),
            ("return use(link)", nil, true),
            ("return super.application(application, continue: link, restorationHandler: r)", nil, false),
            (
                "guard let h = link.handle else { return false }; return super.application(a, continue: link)",
                "returns early unless the activity is one of a call or an intent", false
            ),
            (
                "guard let h = link.handle else { return super.application(a, continue: link) }; return use(h)", nil,
                false
            ),
            ("guard let url = link.webpageURL else { return false }; return use(url)", nil, true),
            ("if use(link) { return true }; guard let h = link.handle else { return false }; return use(h)", nil, true),
        ] as [(String, String?, Bool)]
    )
    func aMethodThatTakesNoLinkIsIdle(_ body: String, _ reason: String?, _ isWithoutSuper: Bool) {
        let facts = Self.swift(
            "class A: B { override func application(_ a: UIApplication, continue link: NSUserActivity, r: C) -> Bool { \(body) } }"
        )
        #expect(facts.idle.map(\.reason) == [reason].compactMap(\.self))
        #expect(facts.idle.allSatisfy { $0.type == "A" })
        #expect(facts.receivers.isEmpty == (reason != nil))
        #expect((facts.marks[.withoutSuper] != nil) == isWithoutSuper)
    }

    /// A link reaches only what a method does with activities of each type.
    @Test(
        arguments: [
            ("guard link.activityType == \"own\" else { return }; use(link)", true),
            ("guard let a = link, a.activityType == Own.type else { return }; use(a)", true),
            ("guard link.activityType != own else { return restore(link) }; use(link)", false),
            ("guard own == link.activityType else { return use(link) }; restore(link)", false),
            ("guard link.activityType == NSUserActivityTypeBrowsingWeb else { return }; use(link)", false),
            (
                "guard link.activityType == own || link.activityType == \"NSUserActivityTypeBrowsingWeb\" else { return }",
                false
            ),
            ("if link.activityType == CSSearchableItemActionType { restore(link) }; return use(link)", false),
            ("if link.activityType == own { restore(link) } else if link.activityType == other { use(link) }", true),
            ("if link.activityType == own { restore(link) } else { use(link) }", false),
            ("if link.activityType != own { return }; use(link)", true),
            ("if use(link) { return }; guard link.activityType == own else { return }; restore(link)", false),
            ("switch link.activityType { case own: restore(link) default: break }", true),
            ("switch link.activityType { case own: restore(link) default: use(link) }", false),
            ("print(link.activityType); use(link)", false),
        ] as [(String, Bool)]
    )
    func aMethodMayAskForOtherActivities(_ body: String, _ isForOthers: Bool) {
        let warm = "class A { func scene(_ s: UIScene, continue link: NSUserActivity) { \(body) } }"
        let cold =
            "class A { func scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: C) { let link = o.userActivities.first; \(body) } }"
        for text in [warm, cold] {
            #expect((Self.swift(text).marks[.otherActivities] != nil) == isForOthers, "\(text)")
        }
    }

    /// The function may be in another file.
    @Test(arguments: [
        ("if s.mayOpen(activity: link) { s.open(link); return }", "a.activityType == CSSearchableItemActionType", true),
        ("guard mayOpen(link) else { return }; use(link)", "a.activityType == own", true),
        ("if mayOpen(link) { restore(link) } else { use(link) }", "a.activityType == own", false),
        ("if !mayOpen(link) { use(link) }", "a.activityType == own", false),
        ("if mayOpen(link) { use(link) }", "a.activityType == NSUserActivityTypeBrowsingWeb", false),
        ("if mayOpen(link) { use(link) }", "use(a)", false),
    ])
    func aFunctionMayAskForOtherActivities(_ body: String, _ asked: String, _ isForOthers: Bool) {
        let method = Self.swift("class A { func scene(_ s: UIScene, continue link: NSUserActivity) { \(body) } }")
        let function = Self.swift("class B { func mayOpen(activity a: NSUserActivity) -> Bool { \(asked) } }")
        for files in [[method, function], [function, method]] {
            var facts = SourceFacts()
            for file in files { facts.add(file) }
            #expect((facts.marks[.otherActivities] != nil) == isForOthers && facts.receivers.count == 1, "\(body)")
        }
    }

    @Test(arguments: [
        ("if (![link.activityType isEqualToString:own]) { return; } use(link);", true),
        ("if ([[link activityType] isEqualToString:own]) { restore(link); }", true),
        ("if ([[link activityType] isEqualToString:own]) return; use(link);", false),
        ("if (![link.activityType isEqual:NSUserActivityTypeBrowsingWeb]) return; use(link);", false),
    ])
    func aMethodOfObjectiveCMayAskForOtherActivities(_ body: String, _ isForOthers: Bool) {
        let text =
            "@implementation A\n- (void)scene:(UIScene *)s continueUserActivity:(NSUserActivity *)link { \(body) }\n@end"
        #expect((Self.objectiveC(text).marks[.otherActivities] != nil) == isForOthers, "\(text)")
    }

    @Test(arguments: [
        ("@main struct A: App { }", SourceFacts.Mark.swiftUIEntry),
        ("@main\nprivate struct A: SwiftUI.App, B where C: D { }", .swiftUIEntry),
        ("@main final class A: UIResponder, UIApplicationDelegate { }", .uiKitEntry),
        ("@UIApplicationMain class A: UIResponder { }", .uiKitEntry),
        ("UIApplicationMain(CommandLine.argc, nil)", .uiKitEntry),
        ("@main struct A: WidgetBundle { }", .otherEntry),
        ("@main enum A { static func main() { B.main() } }", .otherEntry),
        ("@NSApplicationMain class A: NSObject { }", .appKitEntry),
        ("@main class A: NSObject, NSApplicationDelegate { }", .appKitEntry),
    ])
    func theEntryOfAProgramIsFound(_ text: String, _ mark: SourceFacts.Mark) {
        #expect(Self.swift(text).marks.keys.map(\.self) == [mark])
    }

    @Test func classesOfSwiftHaveTheirBases() {
        let facts = Self.swift(
            "class A<T: X>: B<T>, @unchecked C { class func d() {} }\nextension E.F: G {}\nstruct H {}\nlet i = J.self; class var k = 1"
        )
        #expect(facts.types.map(\.name) == ["A", "F", "H"])
        #expect(facts.types.map(\.bases) == [["B", "C"], ["G"], []])
        #expect(Self.swift("c.delegateClass = Other.Scenes.self").delegateClasses == ["Scenes"])
    }

    @Test func methodsOfObjectiveCAreDefinitionsAndNoDeclarations() {
        let method =
            "- (BOOL)application:(UIApplication *)a continueUserActivity:(NSUserActivity *)b restorationHandler:(void (^)(NSArray *))c"
        #expect(Self.objectiveC("@interface A : B\n\(method);\n@end").receivers.isEmpty)
        #expect(Self.objectiveC("@implementation A\n\(method) { use(b); }\n@end").receivers.count == 1)
        #expect(
            Self.objectiveC(
                "@implementation A\n- (void)f { [b application:a continueUserActivity:d restorationHandler:e]; }\n@end"
            ).receivers.isEmpty
        )
        #expect(Self.objectiveC("@interface A : RCTAppDelegate <C>\n@end").types.map(\.bases) == [["RCTAppDelegate"]])
        let scene =
            "@implementation S\n- (void)scene:(UIScene *)s openURLContexts:(NSSet<UIOpenURLContext *> *)c\n{ use(c);\n}\n- (void)scene:(UIScene *)s continueUserActivity:(NSUserActivity *)a { use(a); }\n@end"
        #expect(Set(Self.objectiveC(scene).receivers.keys) == [.sceneOpen, .sceneContinue])
        #expect(
            Self.objectiveC("int main() { return UIApplicationMain(a, b, nil, c); }").marks[.uiKitEntry]?.count == 1
        )
    }

    @Test func classesOfKotlinHaveTheirBasesAndMethods() {
        let facts = Self.kotlin(
            """
            package a.b
            @AndroidEntryPoint
            class A @Inject constructor(private val x: X<Y>) : B<C>(x), D, E by f {
                override fun onNewIntent(intent: Intent) { super.onNewIntent(intent) }
            }
            class F : G()
            @Keep
            class H : I() {
                override fun onCreate(s: Bundle?) { if (this::class == X::class) finish() }
                override fun onNewIntent(intent: Intent, caller: ComponentCaller) = route(intent)
            }
            object J { fun c() { a.onNewIntent(b) } }
            """
        )
        #expect(facts.types.map(\.name) == ["A", "F", "H", "J"])
        #expect(facts.types.map(\.bases) == [["B", "D", "E"], ["G"], ["I"], []])
        #expect(facts.types.map { $0.newIntent?.handsOn } == [true, nil, false, nil])
        #expect(facts.types.map { $0.newIntent?.isPlain } == [true, nil, false, nil])
        #expect(facts.types.map(\.finishes) == [false, false, true, false])
    }

    @Test func classesOfJavaHaveTheirBasesAndMethods() {
        let facts = Self.java(
            """
            package a.b;
            public class A<T extends X> extends c.B<T> implements D {
              @Override protected void onNewIntent(Intent intent) throws E { super.onNewIntent(intent); setIntent(intent); }
              void f() { Class c = A.class; other.finish(); }
              static class G extends H { void i() { this.finish(); } }
            }
            """
        )
        #expect(facts.types.map(\.name) == ["A", "G"])
        #expect(facts.types.map(\.bases) == [["B"], ["H"]])
        #expect(facts.types.map { $0.newIntent?.isPlain } == [false, nil])
        #expect(facts.types.map(\.finishes) == [true, true])
        #expect(Self.java("class A { void f() { onNewIntent(i); } }").types.first?.newIntent == nil)
    }

    @Test func aFilterFindsNamesAnywhere() {
        let filter = CodeFilter(["onOpenURL", "@main"], wholes: [": App"])
        for text in ["onOpenURL", "xonOpenURLx", "@main", ": App", "struct A: App {"] {
            #expect(filter.matches(Array(text.utf8)), "\(text)")
        }
        for text in ["", "onOpenUR", "nOpenURL", "main", ": Apple", "URL"] {
            #expect(!filter.matches(Array(text.utf8)), "\(text)")
        }
    }

    /// The filter skips only text without the names, as a search at each place confirms.
    @Test func aFilterFindsWhatASearchAtEachPlaceFinds() {
        var generator = SystemRandomNumberGenerator()
        func text(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in Array("abAB:".utf8)[Int.random(in: 0..<5, using: &generator)] }
        }
        func isIn(_ bytes: [UInt8], _ name: [UInt8], isWhole: Bool) -> Bool {
            guard name.count <= bytes.count else { return false }
            return (0...bytes.count - name.count).contains { start in
                let next = bytes.dropFirst(start + name.count).first
                return bytes[start..<start + name.count].elementsEqual(name)
                    && !(isWhole && next.map { "abAB".utf8.contains($0) } ?? false)
            }
        }
        for _ in 0..<3_000 {
            let names = (0..<Int.random(in: 0...3)).map { _ in text(Int.random(in: 1...5)) }
            let wholes = (0..<Int.random(in: 0...2)).map { _ in text(Int.random(in: 1...4)) }
            let strings = { (list: [[UInt8]]) in list.map { String(decoding: $0, as: UTF8.self) } }
            let first = CodeFilter(strings(Array(names.prefix(1))), wholes: strings(wholes))
            let filter = first.adding(strings(Array(names.dropFirst(1))))
            for _ in 0..<5 {
                let bytes = text(Int.random(in: 0...12))
                let found =
                    names.contains { isIn(bytes, $0, isWhole: false) }
                    || wholes.contains { isIn(bytes, $0, isWhole: true) }
                #expect(
                    filter.matches(bytes) == found,
                    "\(strings(names)) \(strings(wholes)) in \(String(decoding: bytes, as: UTF8.self))"
                )
            }
        }
    }
}
