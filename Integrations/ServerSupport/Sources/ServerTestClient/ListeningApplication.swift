import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// An application that reports the port on which it listens.
struct ListeningApplication<Base: ApplicationProtocol>: ApplicationProtocol {
    let base: Base
    let onListening: @Sendable (Int) -> Void

    var responder: Base.Responder { get async throws { try await base.responder } }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration { base.configuration }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] { base.processesRunBeforeServerStart }

    @Sendable
    func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        onListening(channel.localAddress?.port ?? 0)
    }
}
