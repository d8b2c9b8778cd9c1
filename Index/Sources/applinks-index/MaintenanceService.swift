import LinkIndex
import ServiceLifecycle

/// Renews leases and URLs, and deletes what expired, until the service stops.
struct MaintenanceService: Service {
    let index: AppLinkIndex

    func run() async {
        // The leases of what still runs are renewed until the interface has stopped.
        await cancelWhenGracefulShutdown { await index.run() }
    }
}
