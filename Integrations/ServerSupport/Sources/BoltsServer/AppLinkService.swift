public import BoltsAppLinks
public import BoltsTasks
public import Foundation
public import ServiceLifecycle
import Synchronization

/// A resolver that a service group stops gracefully: it starts no new look-up, and running ones end.
///
/// ```swift
/// func serve(_ resolver: InstrumentedAppLinkResolver, _ server: some Service) async throws {
///     let group = ServiceGroup(
///         services: [AppLinkService(resolver), server],
///         gracefulShutdownSignals: [.sigterm],
///         logger: Logger(label: "server")
///     )
///     try await group.run()
/// }
/// ```
///
/// List it before the HTTP server: a service group stops the last service first, so requests that the server still
/// answers find the resolver open.
public final class AppLinkService: AppLinkResolving, Service {
    private let resolver: any AppLinkResolving
    private let gate = Mutex(LookUpGate())
    /// Completes when the gate is idle.
    private let idle = TaskCompletionSource<Void>()
    private let cancellation = CancellationTokenSource()

    /// Creates a service, which resolves links even before it runs.
    ///
    /// - Parameter resolver: Finds the links.
    public init(_ resolver: any AppLinkResolving) {
        self.resolver = resolver
    }

    /// The number of running look-ups.
    public var runningCount: Int { gate.withLock { $0.runningCount } }

    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the link, which completes like the other resolver's. It fails with ``AppLinkServiceError`` if the
    ///   service is stopping.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        run(cancellationToken: cancellationToken) { [resolver] in resolver.appLink(for: url, cancellationToken: $0) }
    }

    /// Runs work that counts as a look-up, such as work that needs more than the link.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the work.
    ///   - work: Starts the work, on this thread. Its token is also cancelled when the service is cancelled.
    /// - Returns: A task of the result. It fails with ``AppLinkServiceError`` if the service is stopping.
    public func run<Value: Sendable>(
        cancellationToken: CancellationToken = .none,
        _ work: (CancellationToken) -> BoltsTask<Value>
    ) -> BoltsTask<Value> {
        guard gate.withLock({ $0.enter() }) else { return BoltsTask(error: AppLinkServiceError.stopping) }
        let both = CancellationTokenSource(linkedTo: cancellationToken, cancellation.token)
        return work(both.token).continueWithTask(.immediate) { task in
            both.dispose()
            self.completeIfIdle { $0.leave() }
            return task
        }
    }

    /// Waits until the service is stopped and the last look-up has ended.
    ///
    /// After a graceful shutdown no new look-up starts, and running ones end. If the calling task is cancelled, running
    /// look-ups are cancelled too.
    public func run() async throws {
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                // This task is unstructured, so it is not cancelled: it returns when no look-up runs any more.
                await Task { [idle] in _ = try? await idle.task.value }.value
            } onGracefulShutdown: {
                self.stop()
            }
        } onCancel: {
            self.cancel()
        }
    }

    private func stop() { completeIfIdle { $0.stop() } }

    private func cancel() {
        completeIfIdle { $0.cancel() }
        cancellation.cancel()
    }

    private func completeIfIdle(after event: (inout LookUpGate) -> Void) {
        let isIdle = gate.withLock { gate in
            event(&gate)
            return gate.isIdle
        }
        if isIdle { idle.trySet(result: ()) }
    }
}
