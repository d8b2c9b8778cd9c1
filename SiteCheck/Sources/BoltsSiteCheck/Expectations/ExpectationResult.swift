@_spi(Bolts) public import BoltsAssociations
import Foundation

/// The result of a ``LinkExpectation``.
public struct ExpectationResult: Sendable, Hashable {
    /// Whether the expectation is met.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// The files confirm the expectation, as far as they decide.
        case met
        /// Something else happens on at least one device.
        case failed
        /// The files do not decide whether the expectation is met.
        case undecided
    }

    /// What happens on a group of devices with the same behaviour.
    public struct Part: Sendable, Hashable {
        /// The devices.
        public internal(set) var devices: [LinkDevice]
        /// Whether the expectation is met there.
        public let status: Status
        /// The app that opens the link or should open it, or `nil` if none is named.
        public let app: String?
        /// What happens and why, as the end of a sentence without a full stop.
        public let text: String
        /// What to change or to add, or `nil` if the expectation is met.
        public let fix: String?

        /// A name for all of the devices, such as `Android 12 and newer`.
        public var name: String { DeviceNames.joined(devices) }
    }

    /// What must happen.
    public let expectation: LinkExpectation
    /// What happens, for each group of devices.
    public let parts: [Part]

    /// The worst status of the parts.
    public var status: Status {
        [.failed, .undecided].first { status in parts.contains { $0.status == status } } ?? .met
    }

    /// Why the expectation is not met or not decided, as one sentence for each group of devices; empty if it is met.
    public var reason: String {
        parts.filter { $0.status == status && status != .met }.map { "\($0.name): \($0.text)." }.joined(separator: " ")
    }

    /// What to change or add, without duplicates; empty if the expectation is met.
    public var fix: String {
        parts.filter { $0.status == status }.compactMap(\.fix).distinct().joined(separator: " ")
    }

    /// The finding of an expectation that is not met, or `nil` if it is met or not decided.
    public func finding(file: String, position: TextPosition? = nil, pointer: String = "") -> Finding? {
        guard status == .failed else { return nil }
        let rule: AssociationRule
        let must: String
        switch expectation.outcome {
        case .opens(let apps):
            (rule, must) = (.linkMustOpen, "open \(apps.map { Clip.clip($0) }.joined(separator: " or "))")
        case .stays: (rule, must) = (.linkMustStay, "stay in the browser")
        }
        return Finding(
            rule,
            "\(Clip.clip(expectation.url.absoluteString)) must \(must). \(reason)",
            file: file,
            place: position.map { JSONPlace(pointer: pointer, position: $0, byteRange: 0..<0) },
            fix: fix
        )
    }
}

/// A change of an expectation between two versions of a site's files.
public struct ExpectationChange: Sendable, Hashable {
    /// The expectation, and its result with the later files.
    public let result: ExpectationResult
    /// The result with the earlier files.
    public let before: ExpectationResult.Status

    /// Whether the later files break it.
    public var isBroken: Bool { result.status == .failed }

    /// Compares an expectation with two versions of a site's files; `nil` if the later files neither break an expectation that was
    /// or may have been met, nor fix one.
    public init?(
        _ expectation: LinkExpectation,
        from earlier: inout ExpectationCheck,
        to later: inout ExpectationCheck
    ) {
        let (before, after) = (earlier.result(of: expectation), later.result(of: expectation))
        let isChange = before.status != after.status && (after.status == .failed || before.status == .failed)
        guard isChange else { return nil }
        result = after
        self.before = before.status
    }
}
