/// Tells one Swift task from another while both exist.
enum SwiftTaskIdentity {
    /// The identity of the Swift task that is running; 0 outside Swift tasks.
    static var current: Int { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 } }
}
