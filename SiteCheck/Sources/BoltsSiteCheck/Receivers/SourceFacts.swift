@_spi(Bolts) import BoltsAssociations

/// The parts of a project's sources that receive links; nothing else about them is known.
package struct SourceFacts: Sendable, Hashable {
    /// A class or another type, with its contents.
    package struct TypeFacts: Sendable, Hashable {
        package var name: String
        package var place: SourcePlace
        /// The bases and protocols, as written; in Swift only the first can be a class.
        package var bases: [String]
        package var language: Language
        package var isEntry = false
        /// Whether it is a class and not a struct or enumeration.
        package var isClass = true
        /// Whether only the name is declared, as in an extension, so that its bases are elsewhere.
        package var isExtension = false
        /// Android's `onNewIntent`, or `nil` if the class has none.
        package var newIntent: NewIntent?
        /// `onCreate`, or `nil` if the class has none.
        package var create: SourcePlace?
        /// Whether it is an activity none of whose code can read its intent.
        package var ignoresIntent = false
        /// Whether the class calls `finish` on itself somewhere.
        package var finishes = false

        package init(
            name: String,
            place: SourcePlace,
            bases: [String],
            language: Language,
            isEntry: Bool = false,
            isClass: Bool = true
        ) {
            self.name = name
            self.place = place
            self.bases = bases
            self.language = language
            self.isEntry = isEntry
            self.isClass = isClass
        }
    }

    package enum Language: Sendable, Hashable { case apple, android, dart }

    package struct NewIntent: Sendable, Hashable {
        package let place: SourcePlace
        /// Whether it passes the intent on, by calling a method of the same name of its base class or of another object.
        package let handsOn: Bool
        /// Whether passing the intent on is all that it does.
        package let isPlain: Bool

        package init(place: SourcePlace, handsOn: Bool, isPlain: Bool) {
            self.place = place
            self.handsOn = handsOn
            self.isPlain = isPlain
        }
    }

    /// A method that is called when a scene connects.
    package struct Connection: Sendable, Hashable {
        /// The type with the method, or `nil` if that is not known.
        package let type: String?
        package let place: SourcePlace
        /// The links that it reads from the options.
        package let links: Set<AppleLinkKind>

        package init(type: String?, place: SourcePlace, links: Set<AppleLinkKind>) {
            self.type = type
            self.place = place
            self.links = links
        }
    }

    /// A method for links that takes none.
    package struct Idle: Sendable, Hashable {
        package let receiver: AppleReceiver
        /// The type with the method, or `nil` if that is not known.
        package let type: String?
        package let place: SourcePlace
        /// What the method does, as the rest of a sentence.
        package let reason: String

        package init(_ receiver: AppleReceiver, type: String?, place: SourcePlace, reason: String) {
            self.receiver = receiver
            self.type = type
            self.place = place
            self.reason = reason
        }

        /// The method with what it does.
        var text: String { "\(receiver.rawValue) \(reason)" }
    }

    /// Names that are relevant wherever they occur.
    package enum Mark: Sendable, Hashable {
        /// Methods are swizzled at run time.
        case swizzling
        /// `application(_:configurationForConnecting:options:)`
        case configuration
        /// `UIApplicationMain`, `@UIApplicationMain` or `@main` of a class
        case uiKitEntry
        case appKitEntry
        /// `@main` of a struct that is an `App`
        case swiftUIEntry
        /// `@main` of a type that is neither
        case otherEntry
        /// `addOnNewIntentListener`
        case newIntentListener
        case navDeepLink
        case handleDeepLink
        /// Code that may read the intent of an activity outside its class, such as a controller of the navigation.
        case intentReader
        /// An override of `application(_:continue:restorationHandler:)` that does not call `super`
        case withoutSuper
        /// A method that asks for other types of user activities than that of a link
        case otherActivities
        /// `ContinueUserActivity` in any form in C#
        case continueInCSharp
    }

    package var receivers: [AppleReceiver: [SourcePlace]] = [:]
    package var connections: [Connection] = []
    package var idle: [Idle] = []
    package var marks: [Mark: [SourcePlace]] = [:]
    package var types: [TypeFacts] = []
    /// The functions that ask for other types of user activities than that of a link.
    package var askingFunctions: Set<String> = []
    /// The methods for links that use their activity only as a function allows, by its name.
    package var askedFunctions: [String: [SourcePlace]] = [:]
    /// Where Dart files use the Flutter plugins for links that they import.
    package var linkPlugins: [String: [SourcePlace]] = [:]
    /// The classes that code chooses for scenes.
    package var delegateClasses: Set<String> = []
    /// The hosts, as they are written, of https callbacks of sign-in sessions and of passkeys, with their first places.
    package var signInHosts: [String: SourcePlace] = [:]
    /// The first file that was not read completely, with the reason as a clause; `nil` if all were.
    package var gap: String?

    package init() {}

    /// How many declarations, methods and names there are.
    package var count: Int {
        types.count + connections.count + idle.count + delegateClasses.count + signInHosts.count
            + linkPlugins.count + askingFunctions.count + receivers.values.reduce(0) { $0 + $1.count }
            + marks.values.reduce(0) { $0 + $1.count }
    }

    package var isEmpty: Bool {
        receivers.isEmpty && connections.isEmpty && idle.isEmpty && marks.isEmpty && types.isEmpty
            && askingFunctions.isEmpty && delegateClasses.isEmpty && signInHosts.isEmpty && linkPlugins.isEmpty
    }

    package mutating func add(_ other: SourceFacts) {
        // Lists are extended in place, because many files may add to one.
        for (receiver, places) in other.receivers { receivers[receiver, default: []] += places }
        connections += other.connections
        idle += other.idle
        for (mark, places) in other.marks { marks[mark, default: []] += places }
        for (plugin, places) in other.linkPlugins { linkPlugins[plugin, default: []] += places }
        types += other.types
        askingFunctions.formUnion(other.askingFunctions)
        for (name, places) in other.askedFunctions { askedFunctions[name, default: []] += places }
        for name in other.askingFunctions.union(other.askedFunctions.keys) where askingFunctions.contains(name) {
            if let places = askedFunctions.removeValue(forKey: name) { marks[.otherActivities, default: []] += places }
        }
        delegateClasses.formUnion(other.delegateClasses)
        signInHosts.merge(other.signInHosts) { first, _ in first }
        gap = gap ?? other.gap
    }

    func first(of receivers: [AppleReceiver], in files: Set<String> = []) -> (
        receiver: AppleReceiver, place: SourcePlace
    )? {
        for receiver in receivers {
            let places = self.receivers[receiver] ?? []
            if let place = places.first(where: { files.contains($0.file) }) ?? places.first { return (receiver, place) }
        }
        return nil
    }

    func has(_ mark: Mark) -> Bool { marks[mark] != nil }
}
