import BoltsPageMetadata

// A page in a legacy encoding, so that the character tables are linked too.
let page: [UInt8] = Array("<meta charset=shift_jis><meta property=al:ios:app_name content=".utf8) + [0x83, 0x5C, 0x3E]
let metadata = PageMetadataReader.read(page)
guard metadata.tags.map(\.content) == ["ソ"] else {
    fatalError("the page was read as \(metadata)")
}
print(metadata.tags)
