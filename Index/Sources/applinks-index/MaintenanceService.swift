import LinkIndex
import ServiceLifecycle

/// Renews leases and URLs, and deletes expired records, until the service stops.
struct MaintenanceService: Service {
    let index: AppLinkIndex

    func run() async {
        // Leases of running fetches are renewed until the interface has stopped.
        await cancelWhenGracefulShutdown { await index.run() }
    }
}
