import Foundation
import LoopbackServer

/// Serves every hostile page on loopback, for a program that is tested from outside.
enum HostileServer {
    /// Prints a line with the name and the URL of each page on each of its hosts, then `ready`, and serves them until the
    /// standard input ends.
    ///
    /// Every host has its own address, and answers every path in the same way.
    ///
    /// - Parameter hostCount: The number of hosts of each page.
    /// - Throws: `LoopbackServer.StartError`.
    static func run(hostCount: Int) throws {
        var servers: [LoopbackServer] = []
        for (place, page) in HostilePage.all.sorted(by: { $0.key < $1.key }).enumerated() {
            for number in 1...hostCount {
                let address = 0x7f00_0200 + UInt32(place << 8 + number)
                let server = try LoopbackServer(address: address, remembersRequests: false, page.value)
                servers.append(server)
                print(page.key, server.url(host: "127.0.\(2 + place).\(number)").absoluteString)
            }
        }
        print("ready")
        fflush(nil)
        while readLine() != nil {}
        for server in servers { server.stop() }
    }
}
