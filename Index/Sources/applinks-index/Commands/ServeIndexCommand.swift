import ArgumentParser
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
import BoltsServer
import CoreMetrics
import Foundation
import Hummingbird
import LinkIndex
import LinkIndexServer
import Logging
import NIOCore
import ServiceLifecycle

/// `applinks-index serve`: runs the service.
struct ServeIndexCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service until SIGTERM or SIGINT stops it.",
        discussion: """
            EXAMPLES
              applinks-index
              applinks-index --port 0 --database /var/lib/applinks-index/index.sqlite
              curl 'http://127.0.0.1:8080/v1/links?url=https%3A%2F%2Fdemo.example%2Frecipes%2F42'
            """
    )

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 chooses a free one.")
    var port = 8080

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var configuration: ConfigurationOptions

    @Flag(help: "Print every setting with its value and where it comes from, passwords hidden, and end.")
    var printConfig = false

    @Option(help: ArgumentHelp("The name of this node in the database and in logs.", valueName: "name"))
    var node: String?

    @Option(help: "Whether clients need an API key: none, optional or required.")
    var keys = IndexServerOptions.Keys.optional

    @Option(help: "Whether / is a page on which people ask for a link: auto (unless keys are required), on or off.")
    var page = PageChoice.auto

    @Option(help: ArgumentHelp("URLs a minute for an address without key; 0 is no limit.", valueName: "number"))
    var addressLimit = IndexServerOptions().requestsPerMinute

    @Option(
        help: ArgumentHelp("URLs a minute for a key without a limit of its own; 0 is no limit.", valueName: "number")
    )
    var keyLimit = IndexServerOptions().keyRequestsPerMinute

    @Option(
        help: ArgumentHelp(
            "Answers a minute that a client may request anew, with Cache-Control: no-cache.",
            valueName: "number"
        )
    )
    var renewalLimit = IndexServerOptions().renewalsPerMinute

    @Option(
        help: ArgumentHelp(
            "The name of a key that may make the service forget a URL; may be repeated.",
            valueName: "name"
        )
    )
    var forgettingKey: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address of a proxy, or a network: 10.0.0.0/8; may be repeated.",
            discussion: "Its field X-Forwarded-For names the client. The same field from others is ignored.",
            valueName: "CIDR"
        )
    )
    var trustedProxy: [String] = []

    @Option(help: ArgumentHelp("Megabytes of memory for cached pages, files and answers.", valueName: "number"))
    var memory = (IndexOptions().pageBytes + IndexOptions().siteBytes + IndexServerOptions().answerBytes) >> 20

    @Option(help: ArgumentHelp("How many pages and files are fetched at the same time.", valueName: "number"))
    var simultaneousFetches = 4_000

    @Option(
        help: ArgumentHelp("How many of them are fetched from one address, whatever names it has.", valueName: "number")
    )
    var fetchesPerAddress = 64

    @Option(help: ArgumentHelp("The user agent of requests for pages.", valueName: "text"))
    var userAgent: String?

    @Option(help: ArgumentHelp("Seconds that a page stays fresh at least unless it forbids that.", valueName: "number"))
    var minimumAge = Int(HTTPCacheOptions().minimumTimeToLive.components.seconds)

    @Flag(help: "Use pages that ask for validation each time (no-cache) like others. This violates RFC 9111.")
    var ignoreNoCache = false

    @Flag(help: "Fetch from private and loopback addresses and any port too. Only for tests.")
    var allowPrivate = false

    @Option(
        help: ArgumentHelp("Seconds after which a connection without a request is closed.", valueName: "number")
    )
    var idleTimeout = IndexServerOptions().idleTimeout

    @Option(
        help: ArgumentHelp("Requests after which a connection is closed; 0 is no limit.", valueName: "number")
    )
    var connectionRequests = IndexServerOptions().requestsPerConnection

    @Option(
        help: ArgumentHelp("Seconds that requests have to end when the service stops.", valueName: "number")
    )
    var stopTimeout = 20

    @Option(help: "The least level that is logged: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    @Option(help: "The form of the log on standard error: text, or json with one object a line.")
    var logFormat = LogFormat.text

    @Flag(help: "Log each request: method, route, status, duration, bytes and key, never the URL that was looked up.")
    var logRequests = false

    enum LogFormat: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    enum PageChoice: String, ExpressibleByArgument, CaseIterable {
        case auto, on, off
    }

    func validate() throws {
        guard trustedProxies != nil else {
            throw ValidationError("--trusted-proxy must be an address or a network such as 10.0.0.0/8.")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535.") }
        guard memory >= 1, memory <= 1 << 20 else { throw ValidationError("--memory must be 1 to 1048576.") }
        guard simultaneousFetches >= 1 else { throw ValidationError("--simultaneous-fetches must be at least 1.") }
        guard fetchesPerAddress >= 1 else { throw ValidationError("--fetches-per-address must be at least 1.") }
        guard addressLimit >= 0, keyLimit >= 0, renewalLimit >= 0, minimumAge >= 0 else {
            throw ValidationError("Limits and ages must not be negative.")
        }
        guard (1...3_600).contains(idleTimeout), (1...3_600).contains(stopTimeout) else {
            throw ValidationError("--idle-timeout and --stop-timeout must be 1 to 3600 seconds.")
        }
        guard connectionRequests >= 0 else { throw ValidationError("--connection-requests must not be negative.") }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("--log-level does not know \(logLevel).")
        }
    }

    func run() async throws {
        let level = Logger.Level(rawValue: logLevel) ?? .info
        let format = logFormat
        LoggingSystem.bootstrap { label in
            var handler: any LogHandler =
                switch format {
                case .text: StreamLogHandler.standardError(label: label)
                case .json: JSONLogHandler(label: label)
                }
            handler.logLevel = level
            return handler
        }
        #if os(Linux)
        guard CurlPageFetcher() != nil else { throw MissingLibraryError() }
        #endif
        let metrics = PrometheusRegistry()
        MetricsSystem.bootstrap(metrics)
        let logger = Logger(label: "applinks-index")
        let files = FileDescriptorBudget(
            limit: OpenFileLimit.raise(),
            simultaneousFetches: simultaneousFetches,
            databaseConnections: database.databaseConnections
        )
        let store = try await database.open(creates: true)
        let index = AppLinkIndex(
            store: store,
            options: indexOptions(),
            fetcher: DemoFetcher(otherwise: fetcher(files)),
            logger: logger
        )
        let host = host
        let needsKey = keys == .required
        let hasPage = hasPage
        let server = IndexServer(index, options: try serverOptions(files), metrics: metrics)
            .application(address: .hostname(host, port: port), logger: Logger(label: "applinks-index.http")) { port in
                Announcement.print(host: host, port: port, needsKey: needsKey, hasPage: hasPage)
            }
        var groupConfiguration = ServiceGroupConfiguration(
            // Services are stopped in reverse order: the interface first, then the maintenance, which writes the last counts.
            services: [
                .init(service: MaintenanceService(index: index)),
                .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        groupConfiguration.maximumGracefulShutdownDuration = .seconds(stopTimeout)
        let group = ServiceGroup(configuration: groupConfiguration)
        do {
            try await group.run()
        } catch let error as IOError {
            await store.close()
            throw ListenError(host: host, port: port, code: error.errnoCode)
        } catch is SocketAddressError.UnknownHost {
            await store.close()
            throw ListenError(host: host, port: port, code: nil)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// Returns a fetcher that sends each host only a few requests at a time, and none during a pause that the host requested.
    ///
    /// Many slow pages are fetched at the same time without delaying the others.
    private func fetcher(_ files: FileDescriptorBudget) -> InstrumentedPageFetcher {
        var instrumentation = ServerInstrumentation(logger: Logger(label: "applinks-index.fetch"))
        instrumentation.metricPrefix = "applinks_index"
        return InstrumentedPageFetcher(
            HostLimitedPageFetcher(
                SystemPageFetcher(
                    concurrency: files.fetches,
                    addressConcurrency: fetchesPerAddress
                )
            ),
            instrumentation: instrumentation
        )
    }

    private func indexOptions() -> IndexOptions {
        var options = IndexOptions()
        options.node = node ?? "\(ProcessInfo.processInfo.hostName):\(ProcessInfo.processInfo.processIdentifier)"
        options.pageBytes = memory << 20 / 3
        options.siteBytes = memory << 20 / 3
        options.cache.minimumTimeToLive = .seconds(minimumAge)
        options.cache.honorsNoCache = !ignoreNoCache
        if let userAgent { options.fetch.userAgent = userAgent }
        if allowPrivate {
            options.fetch.addressPolicy = .any
            options.allowsPlainFiles = true
        }
        return options
    }

    /// The proxies, or `nil` if they cannot be read.
    private var trustedProxies: TrustedProxies? { TrustedProxies(trustedProxy) }

    private var hasPage: Bool { page == .auto ? keys != .required : page == .on }

    private func serverOptions(_ files: FileDescriptorBudget) throws -> IndexServerOptions {
        var options = IndexServerOptions()
        options.proxies = trustedProxies ?? TrustedProxies()
        options.connectionLimit = files.clients
        options.keys = keys
        options.hasPage = hasPage
        options.requestsPerMinute = addressLimit
        options.keyRequestsPerMinute = keyLimit
        options.renewalsPerMinute = renewalLimit
        options.forgettingKeys = Set(forgettingKey)
        options.answerBytes = memory << 20 / 3
        options.idleTimeout = idleTimeout
        options.requestsPerConnection = connectionRequests
        options.requestLog = logRequests ? Logger(label: "applinks-index.requests") : nil
        options.revokedKeys = try database.revoked()
        return options
    }

    /// The value of every setting.
    var settings: [String: EffectiveSettings.Value] {
        [
            "database": .text(database.database ?? DatabaseOptions.defaultPath),
            "database-connections": .integer(database.databaseConnections),
            "revoked-keys": .text(database.revokedKeysFile), "host": .text(host), "port": .integer(port),
            "node": .text(node), "keys": .text(keys.rawValue), "page": .text(page.rawValue),
            "address-limit": .integer(addressLimit),
            "key-limit": .integer(keyLimit), "renewal-limit": .integer(renewalLimit),
            "forgetting-key": .texts(forgettingKey), "trusted-proxy": .texts(trustedProxy),
            "memory": .integer(memory),
            "simultaneous-fetches": .integer(simultaneousFetches),
            "fetches-per-address": .integer(fetchesPerAddress), "user-agent": .text(userAgent),
            "minimum-age": .integer(minimumAge), "ignore-no-cache": .flag(ignoreNoCache),
            "allow-private": .flag(allowPrivate), "idle-timeout": .integer(idleTimeout),
            "connection-requests": .integer(connectionRequests), "stop-timeout": .integer(stopTimeout),
            "log-level": .text(logLevel), "log-format": .text(logFormat.rawValue), "log-requests": .flag(logRequests),
        ]
    }
}

extension IndexServerOptions.Keys: ExpressibleByArgument {}
