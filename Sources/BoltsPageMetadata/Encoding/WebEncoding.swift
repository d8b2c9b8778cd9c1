import BoltsBase

/// The 40 encodings of the WHATWG Encoding Standard; the raw values are its names.
package enum WebEncoding: String, CaseIterable, Sendable {
    case utf8 = "UTF-8"
    case ibm866 = "IBM866"
    case iso8859part2 = "ISO-8859-2"
    case iso8859part3 = "ISO-8859-3"
    case iso8859part4 = "ISO-8859-4"
    case iso8859part5 = "ISO-8859-5"
    case iso8859part6 = "ISO-8859-6"
    case iso8859part7 = "ISO-8859-7"
    case iso8859part8 = "ISO-8859-8"
    case iso8859part8Logical = "ISO-8859-8-I"
    case iso8859part10 = "ISO-8859-10"
    case iso8859part13 = "ISO-8859-13"
    case iso8859part14 = "ISO-8859-14"
    case iso8859part15 = "ISO-8859-15"
    case iso8859part16 = "ISO-8859-16"
    case koi8R = "KOI8-R"
    case koi8U = "KOI8-U"
    case macintosh = "macintosh"
    case windows874 = "windows-874"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case macCyrillic = "x-mac-cyrillic"
    case gbk = "GBK"
    case gb18030 = "gb18030"
    case big5 = "Big5"
    case eucJP = "EUC-JP"
    case iso2022JP = "ISO-2022-JP"
    case shiftJIS = "Shift_JIS"
    case eucKR = "EUC-KR"
    /// Represents encodings that are never decoded, because text in them can be mistaken for markup.
    case replacement = "replacement"
    case utf16BE = "UTF-16BE"
    case utf16LE = "UTF-16LE"
    case userDefined = "x-user-defined"
}

extension WebEncoding {
    /// The encoding of a label such as `latin1`; white space around it and letter case are ignored.
    package init?(label: some Sequence<UInt8>) {
        let text = String(decoding: label.map(\.asciiLowercased), as: UTF8.self)
        let trimmed = text.unicodeScalars.drop(while: Self.isSpace)
        guard let end = trimmed.lastIndex(where: { !Self.isSpace($0) }),
            let encoding = Self.byLabel[String(trimmed[...end])]
        else { return nil }
        self = encoding
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        UInt8(exactly: scalar.value)?.isHTMLSpace ?? false
    }

    /// The encoding that is used if a `meta` element declares this one; a page whose tag can be read as ASCII is not in UTF-16.
    package var asDeclaredByMeta: WebEncoding {
        switch self {
        case .utf16BE, .utf16LE: .utf8
        case .userDefined: .windows1252
        default: self
        }
    }

    /// The index of a single-byte encoding, whose pointers are its bytes minus 0x80.
    var singleByteIndex: EncodingIndex? {
        switch self {
        case .ibm866: EncodingTables.ibm866
        case .iso8859part2: EncodingTables.iso8859part2
        case .iso8859part3: EncodingTables.iso8859part3
        case .iso8859part4: EncodingTables.iso8859part4
        case .iso8859part5: EncodingTables.iso8859part5
        case .iso8859part6: EncodingTables.iso8859part6
        case .iso8859part7: EncodingTables.iso8859part7
        case .iso8859part8, .iso8859part8Logical: EncodingTables.iso8859part8
        case .iso8859part10: EncodingTables.iso8859part10
        case .iso8859part13: EncodingTables.iso8859part13
        case .iso8859part14: EncodingTables.iso8859part14
        case .iso8859part15: EncodingTables.iso8859part15
        case .iso8859part16: EncodingTables.iso8859part16
        case .koi8R: EncodingTables.koi8R
        case .koi8U: EncodingTables.koi8U
        case .macintosh: EncodingTables.macintosh
        case .windows874: EncodingTables.windows874
        case .windows1250: EncodingTables.windows1250
        case .windows1251: EncodingTables.windows1251
        case .windows1252: EncodingTables.windows1252
        case .windows1253: EncodingTables.windows1253
        case .windows1254: EncodingTables.windows1254
        case .windows1255: EncodingTables.windows1255
        case .windows1256: EncodingTables.windows1256
        case .windows1257: EncodingTables.windows1257
        case .windows1258: EncodingTables.windows1258
        case .macCyrillic: EncodingTables.macCyrillic
        case .utf8, .gbk, .gb18030, .big5, .eucJP, .iso2022JP, .shiftJIS, .eucKR, .replacement, .utf16BE, .utf16LE,
            .userDefined:
            nil
        }
    }
}
