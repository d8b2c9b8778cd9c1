internal import BoltsObjCNames
public import BoltsTasks

extension BoltsExecutor {
    /// The main thread as a value of Bolts-Swift's `Executor`, such as a property or a parameter of that type.
    ///
    /// The compiler does not isolate the closures given to it to the main actor. It is declared in this module because
    /// BoltsObjCNames has Objective-C's `mainThread()`, and a module cannot declare both.
    @available(
        *,
        deprecated,
        message: "Pass 'on: .mainThread' to the continuation, or use the type 'MainThreadExecutor'."
    )
    @_disfavoredOverload
    public static var mainThread: BoltsExecutor { mainThreadQueue }
}
