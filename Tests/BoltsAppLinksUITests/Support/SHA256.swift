/// The hash of FIPS 180-4, for what a Content-Security-Policy calls a style sheet.
enum SHA256 {
    /// The fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes(64).map { fraction(root(3, of: $0)) }
    /// Those of the square roots of the first eight.
    private static let start: [UInt32] = primes(8).map { fraction(root(2, of: $0)) }

    static func hash(_ message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        let bits = UInt64(message.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        var state = start
        for block in stride(from: 0, to: bytes.count, by: 64) { mix(bytes[block..<block + 64], into: &state) }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (far, near) = (words[index - 15], words[index - 2])
            let small = rotate(far, 7) ^ rotate(far, 18) ^ far >> 3
            let large = rotate(near, 17) ^ rotate(near, 19) ^ near >> 10
            words.append(words[index - 16] &+ small &+ words[index - 7] &+ large)
        }
        var s = state
        for index in 0..<64 {
            let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
            let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
            let sum = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)
            let first = s[7] &+ sum &+ choice &+ constants[index] &+ words[index]
            let second = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) &+ majority
            s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
        }
        for index in 0..<8 { state[index] &+= s[index] }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func primes(_ count: Int) -> [UInt64] {
        var primes: [UInt64] = []
        var number: UInt64 = 2
        while primes.count < count {
            if !primes.contains(where: { number % $0 == 0 }) { primes.append(number) }
            number += 1
        }
        return primes
    }

    /// The root times 2 to the 32nd, found bit by bit without a fraction.
    private static func root(_ degree: Int, of number: UInt64) -> UInt64 {
        var root: UInt64 = 0
        for bit in (0..<40).reversed() {
            let candidate = root | 1 << UInt64(bit)
            var power = UInt128(1)
            for _ in 0..<degree { power *= UInt128(candidate) }
            if power <= UInt128(number) << UInt128(32 * degree) { root = candidate }
        }
        return root
    }

    private static func fraction(_ root: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: root) }
}
