extension AssociationRule {
    /// How what breaks the rule is fixed, or `nil` of a rule that no table names, which is a mistake.
    @_spi(Bolts)
    public var fixKind: FixKind? {
        if let safety = fixSafety ?? Self.editsWithApp[id] { return .edit(safety) }
        if Self.files.contains(id) { return .file }
        if let proof = Self.proofs[id] { return .instruction(proof: proof) }
        return Self.questions[id].map { .question($0) }
    }

    /// What to ask about a finding of a rule with edits for which none passes the trial.
    @_spi(Bolts)
    public var question: FixQuestion {
        Self.questions[id] ?? FixQuestion("What was meant here?", fix, "Nothing: remove it.")
    }

    /// The rules whose edits need the link or the app beside the file, or are of a file of the app.
    static let editsWithApp: [String: FixSafety] = [
        "link-no-match": .unsafe, "cross-app-not-listed": .unsafe, "cross-app-near-id": .unsafe,
        "cross-app-certificate": .unsafe, "assetlinks-fingerprint-placeholder": .unsafe,
        "assetlinks-fingerprint-sample": .unsafe, "assetlinks-fingerprint-sha1": .unsafe,
        "assetlinks-empty": .unsafe, "aasa-app-id-placeholder": .unsafe, "aasa-app-id-wildcard": .unsafe,
        "aasa-pattern-query-in-path": .unsafe, "aasa-pattern-fragment-in-path": .unsafe, "aasa-pattern-regex": .unsafe,
        "android-app-host-missing": .unsafe, "android-app-path-missing": .unsafe,
        "android-app-filter-incomplete": .unsafe, "android-app-no-auto-verify": .unsafe,
        "android-app-mixed-schemes": .unsafe, "android-app-not-exported": .unsafe,
        "android-app-prefix-wildcard": .unsafe, "android-app-pattern-star": .unsafe,
        "android-app-host-malformed": .safe, "android-app-host-case": .safe, "android-app-scheme-case": .safe,
        "android-app-path-no-slash": .safe, "android-app-path-encoded": .safe,
        "ios-app-domain-missing": .unsafe, "ios-app-domain-malformed": .safe, "ios-app-mode": .unsafe,
        "ios-app-wildcard-file": .unsafe, "flutter-app-link-double": .unsafe,
    ]

    private static let files: Set<String> = [
        "aasa-missing", "assetlinks-missing", "link-no-app", "cross-app-host-unserved",
    ]

    // MARK: - Servers and devices

    private static func status(_ name: String = "URL") -> String {
        "curl -sS -o /dev/null -w '%{http_code}\\n' '\(name)' prints 200"
    }

    /// What shows that a file is served.
    static let answersProof = status()
    private static let type = "curl -sS -o /dev/null -w '%{content_type}\\n' 'URL' prints application/json"
    private static let isJSON = "curl -sS 'URL' | head -c 1 prints { or ["
    private static let certificate = "curl -sS -o /dev/null 'URL' prints nothing and ends with 0"
    private static let time = "curl -sS -o /dev/null -w '%{time_total}\\n' 'URL' prints less than 5"
    private static let device = "adb shell pm get-app-links PACKAGE prints verified after HOST"
    private static let appleDevice = "swcutil show | grep -A 8 HOST prints approved"
    private static let cdn = "curl -sS https://app-site-association.cdn-apple.com/a/v1/HOST prints the site's file"
    private static let unknown = "curl -sS -o /dev/null -w '%{http_code}\\n' 'https://HOST/.well-known/none' prints 404"
    private static let form =
        "curl -sS -o /dev/null -w '%{http_code} %{redirect_url}\\n' 'https://HOST/.well-known/change-password' "
        + "prints 302 and the form's address"

    private static let receiver = "applinks check PROJECT --app-only names a method, cold and warm"

    private static func tag(_ text: String) -> String { "curl -sS 'URL' | grep '\(text)' prints the new tag" }

    /// The commands that show that something is done on a server, in a page's template or on a device.
    ///
    /// URL, HOST and PACKAGE stand for what a finding is about.
    private static let proofs: [String: String] = [
        "aasa-root-only": status(), "aasa-file-extension": status(), "windows-missing": status(),
        "windows-json-suffix": status(), "aasa-not-https": certificate, "aasa-redirect": status(), "aasa-html": isJSON,
        "aasa-content-type": type,
        "aasa-client-blocked": "curl -sS -A 'AASA-Bot/1.0.0' -o /dev/null -w '%{http_code}\\n' 'URL' prints 200",
        "aasa-slow": time, "aasa-cdn-failure": cdn, "aasa-cdn-stale": cdn, "aasa-signed": isJSON,
        "assetlinks-redirect": status(), "assetlinks-not-https": certificate, "assetlinks-content-type": type,
        "assetlinks-slow": time,
        "assetlinks-host-with-dot": status("https://HOST./.well-known/assetlinks.json"),
        "assetlinks-client-blocked":
            "curl -sS -A 'GoogleAssociationService' -o /dev/null -w '%{http_code}\\n' 'URL' prints 200",
        "assetlinks-include-url": status("the included list"),
        "al-ios-no-url": tag("al:ios:url"), "al-android-no-package": tag("al:android:package"),
        "al-windows-no-url": tag("al:windows"), "al-name-attribute": tag("property=\"al:"),
        "al-letter-case": tag("al:"),
        "al-unknown-property": tag("al:"), "al-empty-content": tag("al:"), "al-template-leak": tag("al:"),
        "al-url-scheme-only": tag(":url"), "al-url-dangerous": tag(":url"), "al-unequal-groups": tag("al:"),
        "al-duplicate-group": tag("al:"), "al-web-url-relative": tag("al:web:url"),
        "al-web-url-sample": tag("al:web:url"), "al-web-url-canonical": tag("al:web:url"),
        "al-web-url-home": tag("al:web:url"), "al-should-fallback-value": tag("al:web:should_fallback"),
        "al-web-repeated": tag("al:web"),
        "banner-separator": tag("apple-itunes-app"), "banner-unknown-parameter": tag("apple-itunes-app"),
        "banner-argument-url": tag("apple-itunes-app"), "banner-argument-comma": tag("apple-itunes-app"),
        "banner-clip-id": tag("apple-itunes-app"), "banner-property": tag("apple-itunes-app"),
        "banner-repeated": tag("apple-itunes-app"),
        "twitter-app-url": tag("twitter:app:url"), "alternate-android-app": tag("android-app://"),
        "intent-syntax": tag("intent:"), "intent-no-fallback": tag("intent:"), "intent-fallback-url": tag("intent:"),
        "cross-host-missing": status("https://the other host/.well-known/apple-app-site-association"),
        "cross-link-redirects": status(), "link-page-for-files": isJSON, "link-site-unreachable": status(),
        "link-page-unreadable": status(),
        "cross-app-not-deployed": "curl -sS 'URL' prints the project's file",
        "cross-app-legacy-host": status("URL"),
        "ios-app-profile": "codesign -d --entitlements - Example.app prints applinks:HOST",
        "ios-app-stripped": "codesign -d --entitlements - Example.app prints applinks:HOST",
        "android-app-debug-certificate": "applinks check URL --app app-release.apk names no debug certificate",
        "device-app-missing": device, "device-host-not-declared": device, "device-not-verified": device,
        "device-not-answered": device, "device-not-approved": appleDevice, "device-links-off": device,
        "device-browser-chosen": appleDevice,
        "device-other-app": "adb shell am start -a android.intent.action.VIEW -d URL "
            + "opens the app", "device-asks": device, "device-decides-otherwise": "swcutil verify prints Match",
        "webauthn-content-type": type, "webauthn-html": isJSON, "webauthn-redirect": status(),
        "passkey-endpoints-redirect": status(), "change-password-missing": form, "change-password-fallback": unknown,
        "change-password-form": form,
        "ios-app-link-lifecycle": receiver, "ios-app-link-cold": receiver, "ios-app-link-warm": receiver,
        "ios-app-scene-overwritten": receiver, "ios-app-link-swiftui": receiver, "ios-app-link-unreceived": receiver,
        "ios-app-scene-required": receiver, "android-app-link-warm": receiver,
        "android-app-link-nav": receiver, "android-app-link-super": receiver,
    ]

    // MARK: - Questions

    private static let appleIdentifier = FixQuestion(
        "Which app is meant?",
        "Xcode's target, Signing & Capabilities: the team id, a dot and the bundle identifier.",
        "No app: remove the entry."
    )
    private static let package = FixQuestion(
        "Which Android app is meant?",
        "applicationId in the module's build file.",
        "The id after id= in the Play Store's URL of the app.",
        "No app: remove the statement."
    )
    private static let key = FixQuestion(
        "Which key signs the build that users have?",
        "Google Play's: Play Console, App signing, SHA-256.",
        "Your own: keytool -list -v -keystore FILE prints SHA256.",
        "Another store's: its console shows it."
    )
    private static let links = FixQuestion(
        "Which links are to open the app?",
        "All of the host: {\"/\": \"*\"}.",
        "Some paths: one rule for each, such as {\"/\": \"/path/*\"}.",
        "None: leave it."
    )
    private static let size = FixQuestion(
        "Which rules can be joined or left out?",
        "Those of one folder: one rule with a star.",
        "Lists of words: a variable of substitutionVariables.",
        "Those of old versions of an app: remove them."
    )
    private static let services = FixQuestion(
        "What is the host for?",
        "Links: applinks.",
        "Passwords and passkeys: webcredentials.",
        "App Clips: appclips.",
        "Nothing of these: remove the file."
    )
    private static let both = FixQuestion(
        "Is the app meant for both?",
        "Yes: name it in both.",
        "No: leave it."
    )
    private static let pattern = FixQuestion(
        "Which paths is the pattern to take?",
        "A folder: /folder/*.",
        "One page: its path.",
        "Several: one rule for each."
    )
    private static let query = FixQuestion(
        "Which queries are to open the app?",
        "Any: remove the member.",
        "Those with an item: {\"?\": {\"name\": \"?*\"}}.",
        "Those with a value: {\"?\": {\"name\": \"value\"}}."
    )
    private static let statement = FixQuestion(
        "Which app is the statement for?",
        "applinks init PROJECT writes it from the app's project.",
        "None: remove it."
    )
    private static let storeID = FixQuestion(
        "Which app of the store is meant?",
        "The digits after id in its App Store URL.",
        "The package after id= in its Play Store URL.",
        "None: remove the tag."
    )
    private static let scheme = FixQuestion(
        "Which scheme does the app declare?",
        "Apple: CFBundleURLTypes in Info.plist.",
        "Android: android:scheme in the manifest.",
        "Windows: Protocol in the package's manifest.",
        "None: remove the tag, or declare one."
    )
    private static let which = FixQuestion(
        "Which of the two is right?",
        "The first: write it in the other place too.",
        "The second: write it in the first place too.",
        "Both: two apps are meant."
    )
    private static let browser = FixQuestion(
        "Is the app to open this page?",
        "Yes: narrow the rule that keeps it, or add one that allows it.",
        "No: remove the page's tags."
    )
    private static let filter = FixQuestion(
        "Is the app to open these links?",
        "Yes: write what the fix says in the module's manifest.",
        "No: leave the filter as it is."
    )
    private static let hosts = FixQuestion(
        "Which host is the filter for?",
        "The site's: android:host with its bare name.",
        "Every host: such a filter is never verified.",
        "None: remove the filter."
    )
    private static let domain = FixQuestion(
        "Is this target an app of the host?",
        "Yes: write what the fix says into its entitlements.",
        "No: leave its entitlements as they are."
    )
    private static let unknownSource = FixQuestion(
        "What does the build write?",
        "Android: --app with the merged manifest or the .apk.",
        "Apple: --app with the built .app or .ipa.",
        "Expo: npx expo config --json > config.json, then --app config.json."
    )
    private static let signIn = FixQuestion(
        "Do people sign in there in the app?",
        "Yes: name it as the fix says.",
        "No: leave it."
    )
    private static let origins = FixQuestion(
        "On which sites do people use the passkeys of this host?",
        "Other domains: list their origins, such as https://example.com.",
        "Only this one: remove the file."
    )

    private static let questions: [String: FixQuestion] = [
        "aasa-too-large": size, "aasa-near-limit": size,
        "flutter-app-link-double": FixQuestion(
            "Which of both is to take the app's links?",
            "The plugin: set both flags to false.",
            "Flutter: remove the plugin."
        ),
        "aasa-private-host": FixQuestion(
            "Which public host do users have in their links?",
            "Another name of this server: link to it, on port 443.",
            "None: no app opens links of a private host."
        ),
        "aasa-no-service": services, "aasa-no-applinks": services, "aasa-service-wrong-type": services,
        "aasa-service-apps-missing": appleIdentifier, "aasa-service-apps-differ": both,
        "aasa-appclip-id": appleIdentifier, "aasa-no-details": appleIdentifier,
        "aasa-details-no-app-id": appleIdentifier,
        "aasa-app-id-malformed": appleIdentifier, "aasa-app-id-placeholder": appleIdentifier,
        "aasa-app-id-sample": appleIdentifier, "aasa-app-id-numeric-prefix": appleIdentifier,
        "aasa-app-id-wildcard": FixQuestion(
            "Which apps are meant?",
            "Each with its own identifier: Xcode's target, Signing & Capabilities."
        ),
        "aasa-no-patterns": links, "aasa-components-empty": links, "aasa-component-unconstrained": links,
        "aasa-only-excludes": links,
        "aasa-pattern-not-string": pattern, "aasa-query-wrong-type": query, "aasa-query-predicate-not-string": query,
        "aasa-query-matches-absent": FixQuestion(
            "Must a link have the item?",
            "Yes: write ?* as its pattern.",
            "No: leave it, since * also takes links without the item."
        ),
        "aasa-query-repeated": query, "aasa-empty-pattern": query,
        "aasa-unterminated-variable": FixQuestion(
            "Where does the variable's name end?",
            "There: write a closing bracket.",
            "It is no variable: remove $(."
        ),
        "aasa-nested-variable": FixQuestion(
            "Which words does the variable stand for?",
            "Those of the other variable: write each of them out."
        ),
        "aasa-variable-name": FixQuestion(
            "What is the variable to be called?",
            "A name of letters and digits, here and in the patterns."
        ),
        "aasa-variable-shadows": FixQuestion(
            "Is the built-in variable to be hidden?",
            "No: give this one another name, here and in the patterns.",
            "Yes: leave it."
        ),
        "aasa-variable-empty": FixQuestion(
            "Which words does the variable stand for?",
            "Some: list them.",
            "None: remove it and its patterns."
        ),
        "aasa-region-uk": FixQuestion(
            "Are links with /uk/ to open the app?",
            "Yes: list uk in a variable of your own.",
            "No: leave it."
        ),
        "aasa-pattern-query-in-path": query,
        "aasa-pattern-fragment-in-path": FixQuestion(
            "Is the fragment to decide?",
            "Yes: write it as \"#\".",
            "No: leave it out of the path."
        ),
        "aasa-pattern-regex": pattern, "aasa-too-complex": pattern,
        "aasa-defaults-pattern": FixQuestion(
            "Are all components to have it?",
            "No: write it in those that need it.",
            "Yes: leave it."
        ),
        "aasa-unreachable-rule": FixQuestion(
            "Which of the two rules is right?",
            "This one: move it before the other, which then no longer takes its links.",
            "The other: remove this one."
        ),
        "aasa-exclude-without-effect": FixQuestion(
            "Which links is the exclusion to keep?",
            "Some that a rule before it opens: move it up.",
            "None: remove it."
        ),
        "assetlinks-too-large": size,
        "assetlinks-empty": statement, "assetlinks-statement-not-object": statement,
        "assetlinks-missing-target": statement, "assetlinks-missing-relation": statement,
        "assetlinks-relation-unknown": FixQuestion(
            "What is the app to do?",
            "Open links: delegate_permission/common.handle_all_urls.",
            "Use passwords and passkeys: delegate_permission/common.get_login_creds.",
            "Something else: leave it."
        ),
        "assetlinks-package-malformed": package, "assetlinks-package-sample": package,
        "assetlinks-fingerprints-missing": key, "assetlinks-fingerprints-empty": key,
        "assetlinks-fingerprint-sha1": key, "assetlinks-fingerprint-malformed": key,
        "assetlinks-fingerprint-placeholder": key, "assetlinks-fingerprint-sample": key,
        "assetlinks-fingerprint-public-debug-key": key, "assetlinks-single-fingerprint": key,
        "assetlinks-no-handle-all-urls": FixQuestion(
            "Is an app to open links of the site?",
            "Yes: add delegate_permission/common.handle_all_urls to its relation.",
            "No: leave it."
        ),
        "assetlinks-handle-all-urls-web-target": FixQuestion(
            "What is shared with the site?",
            "Passwords: delegate_permission/common.get_login_creds.",
            "Nothing: remove the statement."
        ),
        "assetlinks-include-with-fields": FixQuestion(
            "Is the list to be included?",
            "Yes: write the include as a statement of its own.",
            "No: remove it."
        ),
        "assetlinks-include-deep": FixQuestion(
            "Which lists are needed?",
            "Those of the included list: include them here."
        ),
        "assetlinks-dynamic-place": FixQuestion(
            "Are the rules for links?",
            "Yes: put them into relation_extensions, delegate_permission/common.handle_all_urls.",
            "No: remove them."
        ),
        "assetlinks-dynamic-relation": FixQuestion(
            "Which relation are the rules for?",
            "That of the statement: write it there.",
            "None: remove them."
        ),
        "assetlinks-dynamic-repeated": FixQuestion(
            "Which of the two lists is right?",
            "One: remove the other.",
            "Both: join them."
        ),
        "assetlinks-dynamic-malformed": links, "assetlinks-dynamic-empty": links,
        "assetlinks-dynamic-unreachable": FixQuestion(
            "Which of the two rules is right?",
            "This one: move it before the other.",
            "The other: remove this one."
        ),
        "assetlinks-dynamic-star-stops": pattern,
        "assetlinks-dynamic-slash": FixQuestion(
            "Is the folder's own page to open the app?",
            "Yes: add a rule for the path without the slash.",
            "No: leave it."
        ),
        "assetlinks-dynamic-older": FixQuestion(
            "Must the exclusion hold before Android 15 too?",
            "Yes: narrow the paths of the intent filter.",
            "No: leave it."
        ),
        "assetlinks-dynamic-never": pattern,
        "al-app-store-id": storeID, "al-package": storeID, "twitter-app-id": storeID, "twitter-app-card": storeID,
        "banner-no-app-id": storeID, "banner-app-id": storeID, "manifest-related-application": storeID,
        "al-windows-app-id": FixQuestion(
            "Which Windows app is meant?",
            "Its GUID in Partner Center.",
            "None: remove the tag."
        ),
        "al-ios-scheme": scheme, "al-url-no-scheme": scheme, "ios-app-scheme": scheme,
        "al-url-web": FixQuestion(
            "Is the app to open it as a universal link?",
            "Yes: the file of its host must allow it.",
            "No: write a URL with the app's own scheme."
        ),
        "al-should-fallback-false": FixQuestion(
            "Is nothing to open without the app?",
            "No: remove the tag.",
            "Yes: leave it."
        ),
        "cross-ios-store-id": which, "cross-twitter-store-id": which, "cross-android-package": which,
        "cross-android-package-unassociated": FixQuestion(
            "Which package is right?",
            "That of the tag: add a statement for it.",
            "That of the file: write it in the tag."
        ),
        "cross-page-excluded": browser, "cross-page-not-matched": browser, "cross-page-dynamic": browser,
        "cross-https-target": FixQuestion(
            "How is the app to be opened?",
            "By the web address: its host's file must name the app.",
            "By its own scheme: write that."
        ),
        "cross-canonical-host": FixQuestion(
            "Which host do users share?",
            "This one: write it as the canonical URL.",
            "The other: serve the files there too."
        ),
        "cross-aasa-android": FixQuestion(
            "Is the link to open the app on both platforms?",
            "Yes: generate both files from one list.",
            "No: leave it."
        ),
        "cross-ios-url": which, "cross-intent-package": which, "cross-clip": appleIdentifier,
        "link-no-match": FixQuestion(
            "Is the app to open this link?",
            "Yes: a rule must allow it.",
            "No: it stays in the browser."
        ),
        "link-excluded": FixQuestion(
            "Is the app to open this link?",
            "Yes: narrow the exclusion.",
            "No: nothing is to be done."
        ),
        "link-must-open": FixQuestion(
            "Is the app to open this link?",
            "Yes: fix the cause that the answer about the link names.",
            "No: change or remove the line under links:, or --expect."
        ),
        "link-must-stay": FixQuestion(
            "Is the link to stay in the browser?",
            "Yes: exclude it in the site's file, and let no intent filter cover it.",
            "No: change or remove the line under links:, or --expect."
        ),
        "link-not-listed": appleIdentifier,
        "link-undecided": FixQuestion(
            "Which reading is meant?",
            "The app opens the link: one entry for each app.",
            "The browser opens it: exclude it in each entry."
        ),
        "windows-pfn-placeholder": FixQuestion(
            "Which package is meant?",
            "Get-AppxPackage prints PackageFamilyName.",
            "None: remove the entry."
        ),
        "windows-pfn-malformed": FixQuestion(
            "Which package is meant?",
            "Get-AppxPackage prints PackageFamilyName.",
            "None: remove the entry."
        ),
        "windows-no-paths": links, "windows-path-excluded": pattern, "windows-sibling": pattern,
        "android-app-host-missing": filter, "android-app-path-missing": filter, "android-app-filter-incomplete": filter,
        "android-app-no-auto-verify": filter, "android-app-mixed-schemes": filter, "android-app-no-host": hosts,
        "android-app-host-malformed": hosts, "android-app-host-case": hosts, "android-app-scheme-case": filter,
        "android-app-port": FixQuestion(
            "Do links of users have the port?",
            "No: remove android:port.",
            "Yes: Android does not verify such a host."
        ),
        "android-app-cross-product": FixQuestion(
            "Is each path meant for each host?",
            "Yes: leave it.",
            "No: write an intent filter for each host."
        ),
        "android-app-path-no-slash": filter, "android-app-prefix-wildcard": filter, "android-app-pattern-star": filter,
        "android-app-pattern-backtrack": FixQuestion(
            "Which paths are to open the app?",
            "Those with a beginning: android:pathPrefix.",
            "Those with an end: android:pathSuffix, from Android 12 on.",
            "All: leave the path out, and look at it in the app."
        ),
        "android-app-pattern-group": FixQuestion(
            "Which paths are to open the app, and which are to stay in the browser?",
            "Few that open: a <data> with android:pathPrefix for each.",
            "All but few: a uri-relative-filter-group with android:allow=\"false\" for these, from Android 15 on.",
            "All but few, decided by the site: dynamic rules that exclude in assetlinks.json, from Android 15 on."
        ),
        "android-app-path-literal": filter, "android-app-path-encoded": filter,
        "android-app-newer-attribute": FixQuestion(
            "May older versions take more links?",
            "Yes: leave it.",
            "No: raise minSdkVersion."
        ),
        "android-app-not-exported": filter, "android-app-unresolved": unknownSource,
        "ios-app-domain-missing": domain, "ios-app-domain-malformed": domain, "ios-app-wildcard-file": domain,
        "ios-app-mode": FixQuestion(
            "Who is to have the links?",
            "Everybody: name the host without ?mode= too.",
            "Developers or managed devices only: leave it."
        ),
        "ios-app-configuration": FixQuestion(
            "Is the difference meant?",
            "No: give the configurations the same values.",
            "Yes: leave it."
        ),
        "ios-app-browser": FixQuestion(
            "Is the app a browser?",
            "Yes: remove the applinks: entries.",
            "No: remove com.apple.developer.web-browser."
        ),
        "ios-app-prefix": appleIdentifier,
        "ios-app-clip-parent": FixQuestion(
            "Which app does the App Clip belong to?",
            "The one in whose target it is embedded: let Xcode write parent-application-identifiers."
        ),
        "cross-app-not-listed": FixQuestion(
            "Is the app to open links of the host?",
            "Yes: its identifier goes into the host's file.",
            "No: take the host out of the app."
        ),
        "cross-app-near-id": FixQuestion(
            "Which identifier is right?",
            "The app's: write it in the file.",
            "The file's: build the app with it."
        ),
        "cross-app-certificate": key, "cross-app-upload-key": key,
        "cross-app-variant": FixQuestion(
            "Do the variant's users need links?",
            "Yes: list it too.",
            "No: leave it."
        ),
        "cross-app-dynamic-outside": FixQuestion(
            "Are these paths to open the app?",
            "Yes: widen the paths of the intent filter.",
            "No: remove the rule."
        ),
        "cross-app-paths-differ": FixQuestion(
            "Is the link to open the app on both platforms?",
            "Yes: use the same paths.",
            "No: leave it."
        ),
        "cross-app-credentials": signIn,
        "cross-app-clip-not-listed": FixQuestion(
            "Are links to open the App Clip?",
            "Yes: add it to appclips.",
            "No: leave it."
        ),
        "signin-no-webcredentials": signIn, "signin-webcredentials-app-missing": signIn,
        "signin-webcredentials-patterns": FixQuestion(
            "Is the app to have the passwords of the whole host?",
            "Yes: keep only apps.",
            "No: remove webcredentials."
        ),
        "signin-no-login-creds": signIn, "signin-no-passkey-relation": signIn, "signin-certificates-differ": key,
        "signin-rp-host": FixQuestion(
            "Whose passkeys is the page to use?",
            "Its own host's: use that as the identifier.",
            "Another site's: list the page's origin in that site's /.well-known/webauthn."
        ),
        "webauthn-missing": origins, "signin-one-platform": signIn, "webauthn-too-large": origins,
        "webauthn-invalid": origins, "webauthn-origin": origins,
        "webauthn-labels": origins, "webauthn-app-origin": origins,
        "passkey-endpoints-invalid": FixQuestion(
            "Where do people make and manage passkeys?",
            "Two https URLs: enroll and manage.",
            "Nowhere: remove the file."
        ),
        "origin-association-format": FixQuestion(
            "Which web app extends to this origin?",
            "Its id as the key: {\"https://app.example/\": {\"scope\": \"/\"}}.",
            "None: remove the file."
        ),
        "origin-association-scope": FixQuestion(
            "Which paths of this origin are the web app's?",
            "All: \"/\".",
            "Some: their common path."
        ),
    ]
}
