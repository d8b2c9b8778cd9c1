import Foundation

extension RangeReplaceableCollection<UInt8> {
    /// The bytes without the UTF-8 byte order mark that some editors write.
    var withoutByteOrderMark: Self { starts(with: [0xEF, 0xBB, 0xBF]) ? Self(dropFirst(3)) : self }
}
