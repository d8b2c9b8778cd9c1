/// Where the parts of a banner go, in points, without a screen.
///
/// ```swift
/// let layout = ReturnToReferrerLayout(
///     width: 390,
///     textHeight: 15,
///     safeArea: .init(top: 59),
///     isVisible: banner.isVisible
/// )
/// print(layout.height)        // 91: the text, a margin above and below it, and the safe area
/// ```
public struct ReturnToReferrerLayout: Sendable, Hashable {
    /// Whether a banner makes itself taller by what covers the top of the screen: the status bar, the notch, the island.
    ///
    /// Bolts asked for the status bar's height; today's name for what covers the screen is the safe area.
    public enum TopInset: Sendable, Hashable {
        /// Never: the app keeps the banner clear of it.
        case never

        /// By as much of the banner as is covered where it stands.
        case whereCovered

        /// By the whole of the window's, wherever the banner stands.
        case always
    }

    /// What covers the screen's edges.
    public struct SafeArea: Sendable, Hashable {
        /// How much of the banner is covered at its top.
        public var top: Double

        /// How much of the window is covered at its top.
        public var windowTop: Double

        /// How much of the banner is covered at its left.
        public var left: Double

        /// How much of the banner is covered at its right.
        public var right: Double

        /// Makes a safe area.
        ///
        /// - Parameters:
        ///   - top: How much of the banner is covered at its top, in points.
        ///   - windowTop: How much of the window is covered at its top; as much as of the banner where it is `nil`.
        ///   - left: How much of the banner is covered at its left.
        ///   - right: How much of the banner is covered at its right.
        public init(top: Double = 0, windowTop: Double? = nil, left: Double = 0, right: Double = 0) {
            self.top = top
            self.windowTop = windowTop ?? top
            self.left = left
            self.right = right
        }
    }

    /// A rectangle, with its origin at the upper left.
    public struct Frame: Sendable, Hashable {
        /// The left edge.
        public var x: Double

        /// The upper edge.
        public var y: Double

        /// The width.
        public var width: Double

        /// The height.
        public var height: Double

        /// Makes a rectangle.
        ///
        /// - Parameters:
        ///   - x: The left edge.
        ///   - y: The upper edge.
        ///   - width: The width.
        ///   - height: The height.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Between the text and the edges.
    public static let margin = 8.5

    /// The width of what closes when it is touched: a finger's.
    public static let closeWidth = 44.0

    /// The height of the whole banner; 0 where it is not to be seen.
    public let height: Double

    /// Where the text goes.
    public let text: Frame

    /// What closes when it is touched, with its cross in the middle; everything else leads back.
    public let close: Frame

    /// Lays a banner out.
    ///
    /// - Parameters:
    ///   - width: The width of the banner, in points.
    ///   - textHeight: The height of the text when it is as wide as ``textWidth(in:safeArea:)`` at most.
    ///   - safeArea: What covers the banner.
    ///   - topInset: Whether that makes it taller.
    ///   - isRightToLeft: Whether the cross stands at the right, as where text runs from right to left.
    ///   - isVisible: Whether the banner is to be seen.
    public init(
        width: Double,
        textHeight: Double,
        safeArea: SafeArea = SafeArea(),
        topInset: TopInset = .whereCovered,
        isRightToLeft: Bool = false,
        isVisible: Bool
    ) {
        guard isVisible else {
            let nothing = Frame(x: 0, y: 0, width: 0, height: 0)
            (height, text, close) = (0, nothing, nothing)
            return
        }
        let top =
            switch topInset {
            case .never: 0.0
            case .whereCovered: max(0, safeArea.top)
            case .always: max(0, safeArea.windowTop)
            }
        let content = max(0, textHeight) + 2 * Self.margin
        height = top + content
        let textWidth = Self.textWidth(in: width, safeArea: safeArea)
        // In the middle of what is not covered, with as much room on either side as the cross takes on one.
        text = Frame(
            x: safeArea.left + Self.closeWidth,
            y: top + Self.margin,
            width: textWidth,
            height: max(0, textHeight)
        )
        let closeX = isRightToLeft ? max(0, width - safeArea.right - Self.closeWidth) : safeArea.left
        close = Frame(x: closeX, y: top, width: Self.closeWidth, height: content)
    }

    /// How wide the text may be.
    ///
    /// - Parameters:
    ///   - width: The width of the banner, in points.
    ///   - safeArea: What covers the banner.
    /// - Returns: The width, 0 where there is no room.
    public static func textWidth(in width: Double, safeArea: SafeArea) -> Double {
        max(0, width - safeArea.left - safeArea.right - 2 * closeWidth)
    }
}
