/// The identity of a Swift task, which no other task has while it exists.
enum SwiftTaskIdentity {
    /// The identity of the Swift task that is running; 0 outside Swift tasks.
    static var current: Int { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 } }
}
