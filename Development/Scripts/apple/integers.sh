#!/usr/bin/env bash
# Compiles HTTP's arithmetic of dates and lifetimes with Int as it is on watchOS (arm64_32), and runs it.
#
# Usage: check-apple.py integers. Swift has no 32-bit target for Linux, so Int means Int32 in the files themselves, by a type alias.
# What the standard library returns, such as counts, stays 64-bit.
. "$(dirname "$0")/../project.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sources=$LIBRARY/BoltsPageFetching
cat > "$folder/Int.swift" <<'SWIFT'
public typealias Int = Int32
SWIFT
cat > "$folder/main.swift" <<'SWIFT'
import Foundation

func check(_ condition: Bool, _ what: String) {
    guard !condition else { return }
    print("integers: \(what)")
    exit(1)
}

check(MemoryLayout<Int>.size == 4, "Int is not 32 bits wide here")
check(HTTPDate("Tue, 19 Jan 2038 03:14:08 GMT")?.seconds == 2_147_483_648, "the date after the last of 32 bits")
check(HTTPDate("Fri, 31 Dec 9999 23:59:59 GMT")?.seconds == 253_402_300_799, "the last date of HTTP")
check(HTTPDate("Sat, 01 Jan 1600 00:00:00 GMT")?.seconds == -11_676_096_000, "the first date")
check(CacheControl("max-age=600").maxAge == 600, "a usual max-age")
check(CacheControl("max-age=2147483648").maxAge == 2_147_483_648, "a max-age of 2^31")
check(CacheControl("max-age=99999999999999999999").maxAge == 2_147_483_648, "a max-age beyond every integer")

var fields = HTTPCacheFields()
fields.expires = "Fri, 31 Dec 9999 23:59:59 GMT"
fields.lastModified = "Sat, 01 Jan 1600 00:00:00 GMT"
let hop = PageHop(url: URL(fileURLWithPath: "/"), status: 200, cacheFields: fields)
let now = HTTPDate(seconds: 4_102_444_800)
let freshness = HTTPFreshness(hop, now: now)
check(freshness.explicitLifetime == 249_299_855_999, "Expires after 2038")
check(freshness.heuristicLifetime == 1_577_854_080, "a tenth of five centuries")
check(PageCacheability(hops: [hop], now: now).timeToLive == .seconds(Int64(249_299_855_999)), "the time to live")
check(HTTPDate.now.seconds > 1_700_000_000, "the current date")
print("integers: dates and lifetimes are right with 32-bit Int")
SWIFT
# The declarations of other files that these files mention, which do no arithmetic.
cat > "$folder/Stubs.swift" <<'SWIFT'
import Foundation

public struct HostAddress: Hashable, Sendable {}
public struct PageContentType: Hashable, Sendable {}
struct HTTPTarget {
    let url: URL
    init(_ url: URL) throws { self.url = url }
}
SWIFT
swiftc -swift-version 6 -enable-upcoming-feature InternalImportsByDefault -package-name bolts -o "$folder/check" "$folder"/{Int,main,Stubs}.swift \
    "$sources"/Caching/{CacheControl,HTTPDate,HTTPFreshness,PageCacheability,PageValidator}.swift \
    "$sources"/Responses/{FetchedPage,HTTPCacheFields}.swift
"$folder/check"
