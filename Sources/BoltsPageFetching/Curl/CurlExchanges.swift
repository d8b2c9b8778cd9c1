#if os(Linux)
import CBoltsCurl

/// The exchanges under way, for the thread that drives them.
struct CurlExchanges {
    private let multi: OpaquePointer
    private var byID: [Int: CurlExchange] = [:]
    private var ids: [OpaquePointer: Int] = [:]

    init(_ multi: OpaquePointer) {
        self.multi = multi
    }

    mutating func add(_ id: Int, _ exchange: CurlExchange) {
        guard let easy = exchange.easy, bolts_curl_multi_add(multi, easy) else {
            return exchange.couldNotBegin()
        }
        byID[id] = exchange
        ids[easy] = id
    }

    mutating func remove(_ id: Int) {
        guard let exchange = byID.removeValue(forKey: id), let easy = exchange.easy else { return }
        ids[easy] = nil
        bolts_curl_multi_remove(multi, easy)
        exchange.close()
    }

    mutating func finishEnded() {
        var easy: OpaquePointer?
        var code: Int32 = 0
        while bolts_curl_multi_next_ended(multi, &easy, &code) {
            guard let easy, let id = ids[easy], let exchange = byID[id] else { continue }
            remove(id)
            exchange.ended(code)
        }
    }
}
#endif
