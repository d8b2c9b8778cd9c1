/// The questions about a finding that only a person can answer: each with its answers, divided by slashes.
extension AssociationRule {
    static let questions = rows.mapValues(FixQuestion.init(row:))

    private static let appleIdentifier =
        "Which app is meant? Xcode's target, Signing & Capabilities: the team id, a dot and the bundle identifier. / "
        + "No app: remove the entry."
    private static let package =
        "Which Android app is meant? applicationId in the module's build file. / "
        + "The id after id= in the Play Store's URL of the app. / No app: remove the statement."
    private static let key =
        "Which key signs the build that users have? Google Play's: Play Console, App signing, SHA-256. / "
        + "Your own: keytool -list -v -keystore FILE prints SHA256. / Another store's: its console shows it."
    private static let links =
        "Which links are to open the app? All of the host: {\"/\": \"*\"}. / "
        + "Some paths: one rule for each, such as {\"/\": \"/path/*\"}. / None: leave it."
    private static let size =
        "Which rules can be joined or left out? Those of one folder: one rule with a star. / "
        + "Lists of words: a variable of substitutionVariables. / Those of old versions of an app: remove them."
    private static let services =
        "What is the host for? Links: applinks. / Passwords and passkeys: webcredentials. / App Clips: appclips. / "
        + "Nothing of these: remove the file."
    private static let both = "Is the app meant for both? Yes: name it in both. / No: leave it."
    private static let pattern =
        "Which paths is the pattern to take? A folder: /folder/*. / One page: its path. / Several: one rule for each."
    private static let query =
        "Which queries are to open the app? Any: leave the query out. / "
        + "Those with an item: a component with {\"?\": {\"name\": \"?*\"}}. / "
        + "Those with a value: a component with {\"?\": {\"name\": \"value\"}}."
    private static let statement =
        "Which app is the statement for? An app's: {\"relation\": [\"delegate_permission/common.handle_all_urls\"], "
        + "\"target\": {\"namespace\": \"android_app\", \"package_name\": \"PACKAGE\", \"sha256_cert_fingerprints\": "
        + "[\"SHA256\"]}}. / None: remove it."
    private static let packageFamily =
        "Which package is meant? Get-AppxPackage prints PackageFamilyName. / None: remove the entry."
    private static let storeID =
        "Which app of the store is meant? The digits after id in its App Store URL. / "
        + "The package after id= in its Play Store URL. / None: remove the tag."
    private static let appStoreID =
        "Which app of the App Store is meant? The digits after id in its App Store URL. / None: remove the tag."
    private static let playPackage =
        "Which app of the Play Store is meant? The package after id= in its Play Store URL. / None: remove the tag."
    private static let appleScheme =
        "Which scheme does the app declare? The one of CFBundleURLTypes in its Info.plist. / "
        + "None: remove the tag, or declare one."
    private static let scheme =
        "Which scheme does the app declare? Android: android:scheme in the manifest. / "
        + "Windows: Protocol in the package's manifest. / None: remove the tag, or declare one."
    private static let which =
        "Which of the two is right? The first: write it in the other place too. / "
        + "The second: write it in the first place too. / Both: two apps are meant."
    private static let browser =
        "Is the app to open this page? Yes: narrow the rule that keeps it, or add one that allows it. / "
        + "No: remove the page's tags."
    private static let hosts =
        "Which host is the filter for? The site's: android:host with its bare name. / "
        + "Every host: such a filter is never verified. / None: remove the filter."
    private static let unknownSource =
        "What does the build write? Android: --app with the merged manifest or the .apk. / "
        + "Apple: --app with the built .app or .ipa. / Expo: --app config.json, after npx expo config --json > "
        + "config.json."
    private static let signIn = "Do people sign in there in the app? Yes: name it as the fix says. / No: leave it."
    private static let origins =
        "On which sites do people use the passkeys of this host? Other domains: list their origins, such as "
        + "https://example.com. / Only this one: remove the file."

    private static let rows: [String: String] = [
        "aasa-too-large": size, "aasa-near-limit": size,
        "flutter-app-link-double":
            "Which of the two is to take the app's links? The plugin: set both flags to false. / "
            + "Flutter: remove the plugin.",
        "aasa-private-host":
            "Which public host do users have in their links? Another name of this server: link to it, on port 443. / "
            + "None: no app opens links of a private host.",
        "aasa-no-service": services, "aasa-no-applinks": services, "aasa-service-wrong-type": services,
        "aasa-service-apps-missing": appleIdentifier, "aasa-service-apps-differ": both,
        "aasa-appclip-id": appleIdentifier, "aasa-no-details": appleIdentifier,
        "aasa-details-no-app-id": appleIdentifier,
        "aasa-app-id-malformed": appleIdentifier, "aasa-app-id-placeholder": appleIdentifier,
        "aasa-app-id-sample": appleIdentifier, "aasa-app-id-numeric-prefix": appleIdentifier,
        "aasa-app-id-wildcard":
            "Which apps are meant? Each with its own identifier: Xcode's target, Signing & Capabilities.",
        "aasa-no-patterns": links, "aasa-components-empty": links, "aasa-component-unconstrained": links,
        "aasa-only-excludes": links,
        "aasa-pattern-not-string": pattern, "aasa-query-wrong-type": query, "aasa-query-predicate-not-string": query,
        "aasa-query-matches-absent":
            "Must a link have the item? Yes: write ?* as its pattern. / "
            + "No: leave it, since * also takes links without the item.",
        "aasa-query-repeated": query, "aasa-empty-pattern": query,
        "aasa-unterminated-variable":
            "Where does the variable's name end? There: write a closing bracket. / It is no variable: remove $(.",
        "aasa-nested-variable":
            "Which words does the variable stand for? Those of the other variable: write each of them out.",
        "aasa-variable-name":
            "What is the variable to be called? A name of letters and digits, here and in the patterns.",
        "aasa-variable-shadows":
            "Is the built-in variable to be hidden? No: give this one another name, here and in the patterns. / "
            + "Yes: leave it.",
        "aasa-undefined-variable":
            "Which words does the variable stand for? Some: list them in substitutionVariables. / "
            + "Those of a variable with another name: write that name in the pattern.",
        "aasa-variable-empty":
            "Which words does the variable stand for? Some: list them. / None: remove it and its patterns.",
        "aasa-region-uk":
            "Are links with /uk/ to open the app? Yes: list uk in a variable of your own. / No: leave it.",
        "aasa-pattern-fragment-in-path":
            "Is the fragment to decide? Yes: write it as \"#\". / No: leave it out of the path.",
        "aasa-pattern-query-in-path": query, "aasa-pattern-regex": pattern, "aasa-too-complex": pattern,
        "aasa-defaults-pattern": "Are all components to have it? No: write it in those that need it. / Yes: leave it.",
        "aasa-unreachable-rule":
            "Which of the two rules is right? This one: move it before the other, which then no longer takes its "
            + "links. / The other: remove this one.",
        "aasa-exclude-without-effect":
            "Which links is the exclusion to keep? Some that a rule before it opens: move it up. / None: remove it.",
        "assetlinks-too-large":
            "Which statements can be left out? Those of apps that no store has any more: remove them. / "
            + "Those for another host: put them into its own file.",
        "assetlinks-empty": statement, "assetlinks-statement-not-object": statement,
        "assetlinks-missing-target": statement, "assetlinks-missing-relation": statement,
        "assetlinks-relation-unknown":
            "What is the app to do? Open links: delegate_permission/common.handle_all_urls. / "
            + "Use passwords and passkeys: delegate_permission/common.get_login_creds. / Something else: leave it.",
        "assetlinks-package-malformed": package, "assetlinks-package-sample": package,
        "assetlinks-fingerprints-missing": key, "assetlinks-fingerprints-empty": key,
        "assetlinks-fingerprint-sha1": key, "assetlinks-fingerprint-malformed": key,
        "assetlinks-fingerprint-placeholder": key, "assetlinks-fingerprint-sample": key,
        "assetlinks-fingerprint-public-debug-key": key, "assetlinks-single-fingerprint": key,
        "assetlinks-no-handle-all-urls":
            "Is an app to open links of the site? Yes: add delegate_permission/common.handle_all_urls to its relation. "
            + "/ No: leave it.",
        "assetlinks-handle-all-urls-web-target":
            "What is shared with the site? Passwords: delegate_permission/common.get_login_creds. / "
            + "Nothing: remove the statement.",
        "assetlinks-include-with-fields":
            "Is the list to be included? Yes: write the include as a statement of its own. / No: remove it.",
        "assetlinks-include-deep": "Which lists are needed? Those of the included list: include them here.",
        "assetlinks-dynamic-place":
            "Are the rules for links? Yes: put them into relation_extensions, "
            + "delegate_permission/common.handle_all_urls. / No: remove them.",
        "assetlinks-dynamic-relation":
            "Which relation are the rules for? That of the statement: write it there. / None: remove them.",
        "assetlinks-dynamic-repeated": "Which of the two lists is right? One: remove the other. / Both: join them.",
        "assetlinks-dynamic-malformed": links, "assetlinks-dynamic-empty": links,
        "assetlinks-dynamic-unreachable":
            "Which of the two rules is right? This one: move it before the other. / The other: remove this one.",
        "assetlinks-dynamic-star-stops": pattern,
        "assetlinks-dynamic-slash":
            "Is the folder's own page to open the app? Yes: add a rule for the path without the slash. / No: leave it.",
        "assetlinks-dynamic-older":
            "Must the exclusion hold before Android 15 too? Yes: narrow the paths of the intent filter. / "
            + "No: leave it.",
        "assetlinks-dynamic-never": pattern,
        "al-app-store-id": appStoreID, "al-package": playPackage, "twitter-app-id": storeID,
        "twitter-app-card": storeID, "banner-no-app-id": appStoreID, "banner-app-id": appStoreID,
        "manifest-related-application": storeID,
        "al-windows-app-id": "Which Windows app is meant? Its GUID in Partner Center. / None: remove the tag.",
        "al-ios-scheme": appleScheme, "al-url-no-scheme": scheme, "ios-app-scheme": appleScheme,
        "al-url-web":
            "Is the app to open it as a universal link? Yes: the file of its host must allow it. / "
            + "No: write a URL with the app's own scheme.",
        "al-should-fallback-false": "Is nothing to open without the app? No: remove the tag. / Yes: leave it.",
        "cross-ios-store-id": which, "cross-twitter-store-id": which, "cross-android-package": which,
        "cross-android-package-unassociated":
            "Which package is right? That of the tag: add a statement for it. / That of the file: write it in the tag.",
        "cross-page-excluded": browser, "cross-page-not-matched": browser, "cross-page-dynamic": browser,
        "cross-https-target":
            "How is the app to be opened? By the web address: its host's file must name the app. / "
            + "By its own scheme: write that.",
        "cross-canonical-host":
            "Which host do users share? This one: write it as the canonical URL. / "
            + "The other: serve the files there too.",
        "cross-aasa-android":
            "Is the link to open the app on both platforms? Yes: generate both files from one list. / No: leave it.",
        "cross-ios-url": which, "cross-intent-package": which, "cross-clip": appleIdentifier,
        "link-excluded": "Is the app to open this link? Yes: narrow the exclusion. / No: nothing is to be done.",
        "link-must-open":
            "Is the app to open this link? Yes: fix the cause that the answer about the link names. / "
            + "No: change or remove the line under links:, or --expect.",
        "link-must-stay":
            "Is the link to stay in the browser? Yes: exclude it in the site's file, and let no intent filter cover "
            + "it. / No: change or remove the line under links:, or --expect.",
        "link-not-listed":
            "Which app is to open the link? Apple's: Xcode's target, Signing & Capabilities: the team id, a dot and "
            + "the bundle identifier. / Android's: applicationId in the module's build file. / None: leave it.",
        "link-undecided":
            "Which reading is meant? The app opens the link: one entry for each app. / "
            + "The browser opens it: exclude it in each entry.",
        "windows-pfn-placeholder": packageFamily, "windows-pfn-malformed": packageFamily,
        "windows-no-paths":
            "Which links are to open the app? All of the host: \"*\". / Some: their paths, such as \"/path/*\". / "
            + "None: remove the entry.",
        "windows-path-excluded":
            "Which paths are to stay in the browser? Fewer: narrow the exclusion. / "
            + "These: remove the path that they cover.",
        "windows-sibling": pattern,
        "android-app-no-host": hosts, "android-app-host-malformed": hosts, "android-app-host-case": hosts,
        "android-app-port":
            "Do links of users have the port? No: remove android:port. / Yes: Android does not verify such a host.",
        "android-app-cross-product":
            "Is each path meant for each host? Yes: leave it. / No: write an intent filter for each host.",
        "android-app-pattern-backtrack":
            "Which paths are to open the app? Those with a beginning: android:pathPrefix. / "
            + "Those with an end: android:pathSuffix, from Android 12 on. / "
            + "All: leave the path out, and check it in the app.",
        "android-app-pattern-group":
            "Which paths are to open the app, and which are to stay in the browser? Few that open: a <data> with "
            + "android:pathPrefix for each. / All but few: a uri-relative-filter-group with android:allow=\"false\" "
            + "for these, from Android 15 on. / All but few, decided by the site: dynamic rules that exclude in "
            + "assetlinks.json, from Android 15 on.",
        "android-app-newer-attribute": "May older versions take more links? Yes: leave it. / No: raise minSdkVersion.",
        "android-app-unresolved": unknownSource,
        "ios-app-mode":
            "Who is to have the links? Everybody: name the host without ?mode= too. / "
            + "Developers or managed devices only: leave it.",
        "ios-app-browser":
            "Is the app a browser? Yes: remove the applinks: entries. / No: remove com.apple.developer.web-browser.",
        "ios-app-prefix": appleIdentifier,
        "ios-app-clip-parent":
            "Which app does the App Clip belong to? The one in whose target it is embedded: let Xcode write "
            + "parent-application-identifiers.",
        "cross-app-not-listed":
            "Does the app belong to the host? Yes: its identifier goes into the host's file. / "
            + "No: take the host out of the app.",
        "cross-app-near-id":
            "Which identifier is right? The app's: write it in the file. / The file's: build the app with it.",
        "cross-app-certificate": key, "cross-app-upload-key": key,
        "cross-app-variant": "Do the variant's users need links? Yes: list it too. / No: leave it.",
        "cross-app-dynamic-outside":
            "Are these paths to open the app? Yes: widen the paths of the intent filter. / No: remove the rule.",
        "cross-app-paths-differ":
            "Is the link to open the app on both platforms? Yes: use the same paths. / No: leave it.",
        "cross-app-credentials": signIn,
        "cross-app-clip-not-listed": "Are links to open the App Clip? Yes: add it to appclips. / No: leave it.",
        "signin-no-webcredentials": signIn, "signin-webcredentials-app-missing": signIn,
        "signin-webcredentials-patterns":
            "Is the app to have the passwords of the whole host? Yes: keep only apps. / No: remove webcredentials.",
        "signin-no-login-creds": signIn, "signin-no-passkey-relation": signIn, "signin-certificates-differ": key,
        "signin-rp-host":
            "Whose passkeys is the page to use? Its own host's: use that as the identifier. / "
            + "Another site's: list the page's origin in that site's /.well-known/webauthn.",
        "webauthn-missing": origins, "signin-one-platform": signIn, "webauthn-too-large": origins,
        "webauthn-invalid": origins, "webauthn-origin": origins,
        "webauthn-labels": origins, "webauthn-app-origin": origins,
        "passkey-endpoints-invalid":
            "Where do people make and manage passkeys? Two https URLs: enroll and manage. / Nowhere: remove the file.",
        "origin-association-format":
            "Which web app extends to this origin? Its id as the key: {\"https://app.example/\": {\"scope\": \"/\"}}. "
            + "/ None: remove the file.",
        "origin-association-scope":
            "Which paths of this origin are the web app's? All: \"/\". / Some: their common path.",
    ]
}
