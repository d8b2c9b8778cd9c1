@testable import BoltsAppLinks
import FuzzSupport

/// Any bytes may be given as JSON: a value that is read is written as the same value, and is not deeper than allowed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count, choiceCount: 1)
    let depthLimit = Int(input.choice())
    var reader = JSONReader(input.text, depthLimit: depthLimit)
    do throws(JSONTextError) {
        let value = try reader.readDocument()
        let text = try value.jsonText(depthLimit: depthLimit)
        var again = JSONReader(Array(text.utf8), depthLimit: depthLimit)
        let copy = try again.readDocument()
        check(copy == value, "\(value) was written as \(text)")
        check(try copy.jsonText(depthLimit: depthLimit) == text, "\(text) has two spellings")
    } catch {
        check((0...input.text.count).contains(error.offset), "\(error) lies outside \(input.text.count) bytes")
        check(error.code != .tooDeep || input.text.contains { $0 == 0x5B || $0 == 0x7B }, "nothing is deep")
    }
    return 0
}
