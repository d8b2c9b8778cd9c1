public import BoltsPageFetching

extension PageFetchOptions {
    /// Options that allow addresses of this machine, with limits that even a busy machine keeps.
    public static var loopback: PageFetchOptions {
        var options = PageFetchOptions()
        if let range = HostAddressRange("127.0.0.0/8") { options.addressPolicy = .publicOnly.allowing(range) }
        options.connectTimeout = .seconds(200)
        options.responseTimeout = .seconds(200)
        options.totalTimeout = .seconds(200)
        return options
    }
}
