@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The edits of Expo's configuration that findings suggest.
struct ExpoEdits {
    private let document: JSONDocument
    private let expo: JSONNode

    init(_ document: JSONDocument) {
        self.document = document
        expo = document.root["expo"] ?? document.root
    }

    /// The file with a space for each comma before a closing bracket, which Expo, a reader of JSON5, allows.
    static func withoutTrailingCommas(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        var comma: Int?
        var (isInText, isEscaped) = (false, false)
        for (index, byte) in bytes.enumerated() {
            if isInText {
                if byte == UInt8(ascii: "\""), !isEscaped { isInText = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: ","): comma = index
            case 0x09, 0x0A, 0x0D, 0x20: break
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if let comma { result[comma] = 0x20 }
                comma = nil
            default:
                comma = nil
                isInText = byte == UInt8(ascii: "\"")
            }
        }
        return result
    }

    func edits(_ finding: Finding) -> [FileEdit]? {
        switch finding.change {
        case .domain(let domain, nil, _)?: return adding(domain)
        case .domain(let domain, let old?, _)?:
            let values = (expo["ios"]?["associatedDomains"]?.children).map(Array.init) ?? []
            let value = values.first { $0.string == old }
            return value.flatMap { FileEdit.text(of: $0, domain) }.map { [$0] }
        // A backslash is written more often than it is read.
        case .host(_, let paths)? where paths.contains { $0.value.contains("\\") }: return nil
        case .path(let new, _)? where new.value.contains("\\"): return nil
        case .attribute(_, _, let new)? where new.contains("\\"): return nil
        case .host(let host, let paths)?: return filter(for: host, paths)
        case .path(let new, nil)?: return adding(new)
        case .path(let new, let old?)? where new.name == old.name: return replacing(old.name, old.value, new.value)
        case .attribute(let name, let old, let new)?: return replacing(name, old, new)
        default: return finding.rule == .androidAppNoAutoVerify ? verified() : nil
        }
    }

    private var filters: [JSONNode] { (expo["android"]?["intentFilters"]?.children).map(Array.init) ?? [] }

    private func data(_ filter: JSONNode) -> [JSONNode] {
        guard let data = filter["data"] else { return [] }
        return data.isObject ? [data] : Array(data.children)
    }

    private func replacing(_ name: String, _ old: String, _ new: String) -> [FileEdit]? {
        let value = filters.flatMap(data).compactMap { $0[name] }.first { $0.string == old }
        return value.flatMap { FileEdit.text(of: $0, new) }.map { [$0] }
    }

    /// Adds a path beside the others, if only one filter is for web links.
    private func adding(_ path: SuggestedChange.Attribute) -> [FileEdit]? {
        let web = filters.filter { data($0).contains { ["http", "https"].contains($0["scheme"]?.string ?? "") } }
        guard web.count == 1, let list = web[0]["data"], list.isArray,
            let host = list.children.first(where: { $0["host"]?.string != nil })
        else { return nil }
        let members = [("scheme", host["scheme"]?.string), ("host", host["host"]?.string), (path.name, path.value)]
        let texts = members.compactMap { name, value in value.map { "\"\(name)\": \(JSONString.quoted($0))" } }
        return [FileEdit.addition(of: "{\(texts.joined(separator: ", "))}", to: list)]
    }

    private func adding(_ domain: String) -> [FileEdit]? {
        let text = JSONString.quoted(domain)
        guard let apple = expo["ios"], apple.isObject else { return nil }
        guard let domains = apple["associatedDomains"] else {
            return [FileEdit.addition(of: "\"associatedDomains\": [\(text)]", to: apple)]
        }
        return domains.isArray ? [FileEdit.addition(of: text, to: domains)] : nil
    }

    /// Requests verification in the filters for web links that do not.
    private func verified() -> [FileEdit]? {
        let edits = filters.filter { filter in
            data(filter).contains { $0["host"] != nil && ["http", "https"].contains($0["scheme"]?.string ?? "") }
                && filter["autoVerify"]?.bool != true
        }.map { filter in
            filter["autoVerify"].map { FileEdit.value(of: $0, "true") }
                ?? FileEdit.addition(of: "\"autoVerify\": true", to: filter)
        }
        return edits.isEmpty ? nil : edits
    }

    /// Adds a host, with the paths of one that differs only by www or a star if there is one, or a filter for it.
    private func filter(for host: String, _ paths: [SuggestedChange.Attribute]) -> [FileEdit]? {
        let siblings = SiblingHost.neighbours(of: host)
        for filter in filters {
            let near = data(filter).filter { siblings.contains($0["host"]?.string?.lowercased() ?? "") }
            let texts = near.compactMap { element in
                element["host"].flatMap { FileEdit.text(of: $0, host) }.map { edit in
                    let bytes = document.bytes
                    let (start, end) = (element.byteRange.lowerBound, element.byteRange.upperBound)
                    return bytes[start..<edit.range.lowerBound] + edit.replacement + bytes[edit.range.upperBound..<end]
                }
            }
            guard !texts.isEmpty, let list = filter["data"] else { continue }
            let text = texts.map { String(decoding: $0, as: UTF8.self) }.joined(
                separator: "," + FileEdit.separator(in: list)
            )
            guard list.isArray else { return FileEdit.wrap(list, "[", ", \(text)]") }
            return [FileEdit.addition(of: text, to: list)]
        }
        let ends = paths.isEmpty ? [""] : paths.map { ", \"\($0.name)\": \(JSONString.quoted($0.value))" }
        let data = ends.map { "{\"scheme\": \"https\", \"host\": \(JSONString.quoted(host))\($0)}" }
        let text =
            "{\"action\": \"VIEW\", \"autoVerify\": true, \"category\": [\"BROWSABLE\", \"DEFAULT\"], \"data\": "
            + "[\(data.joined(separator: ", "))]}"
        guard let android = expo["android"], android.isObject else { return nil }
        guard let filters = android["intentFilters"] else {
            return [FileEdit.addition(of: "\"intentFilters\": [\(text)]", to: android)]
        }
        return filters.isArray ? [FileEdit.addition(of: text, to: filters)] : nil
    }
}
