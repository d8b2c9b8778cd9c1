import Foundation

extension RangeReplaceableCollection<UInt8> {
    /// The bytes without the byte order mark with which some editors begin files in UTF-8.
    var withoutByteOrderMark: Self { starts(with: [0xEF, 0xBB, 0xBF]) ? Self(dropFirst(3)) : self }
}
