/// A picture in color, which is read and written as a binary PPM file (`P6`).
nonisolated public struct Picture: Sendable, Equatable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Three bytes for each pixel: red, green and blue, row by row.
    public let pixels: [UInt8]

    /// Creates a picture.
    ///
    /// - Precondition: `pixels` has three bytes for each pixel.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 3)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Reads a file.
    ///
    /// - Throws: ``PictureError`` if it is not a binary PPM file of one byte a channel, or is larger than 16384 by 16384.
    public init(file: [UInt8]) throws {
        var header = file[...].prefix(64)
        guard header.starts(with: Array("P6".utf8)) else { throw PictureError("it is not a PPM file") }
        header.removeFirst(2)
        func number() throws -> Int {
            header = header.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            let digits = header.prefix { (0x30...0x39).contains($0) }
            header = header.dropFirst(digits.count)
            guard let number = Int(String(decoding: digits, as: UTF8.self)), (1...16_384).contains(number) else {
                throw PictureError("its header is damaged")
            }
            return number
        }
        let (width, height, maximum) = (try number(), try number(), try number())
        // One byte of white space ends the header.
        let start = header.startIndex + 1
        guard maximum == 255, file.count == start + width * height * 3 else {
            throw PictureError("it is damaged: it should have \(width) x \(height) pixels")
        }
        self.init(width: width, height: height, pixels: Array(file[start...]))
    }

    /// The bytes of the file.
    public var file: [UInt8] { Array("P6\n\(width) \(height)\n255\n".utf8) + pixels }

    /// Returns the picture scaled down so that neither side is longer than a number of pixels.
    ///
    /// Each pixel of the result is the mean of those that it stands for.
    public func scaled(toFit side: Int) -> Picture {
        let longest = max(width, height)
        guard longest > side else { return self }
        let (newWidth, newHeight) = (max(1, width * side / longest), max(1, height * side / longest))
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight * 3)
        for row in 0..<newHeight {
            let rows = (row * height / newHeight)..<max(row * height / newHeight + 1, (row + 1) * height / newHeight)
            for column in 0..<newWidth {
                let first = column * width / newWidth
                let columns = first..<max(first + 1, (column + 1) * width / newWidth)
                for channel in 0..<3 {
                    var sum = 0
                    for y in rows { for x in columns { sum += Int(pixels[(y * width + x) * 3 + channel]) } }
                    result.append(UInt8(sum / (rows.count * columns.count)))
                }
            }
        }
        return Picture(width: newWidth, height: newHeight, pixels: result)
    }

    /// Returns a picture of a gradient, a different one for each number.
    public static func sample(_ number: Int, width: Int = 320, height: Int = 240) -> Picture {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                pixels.append(UInt8(x * 255 / width))
                pixels.append(UInt8(y * 255 / height))
                pixels.append(UInt8(truncatingIfNeeded: number * 37))
            }
        }
        return Picture(width: width, height: height, pixels: pixels)
    }
}

/// Why a file is not a picture.
nonisolated public struct PictureError: Error, CustomStringConvertible {
    /// What is wrong with the file.
    public let description: String

    init(_ description: String) { self.description = description }
}
