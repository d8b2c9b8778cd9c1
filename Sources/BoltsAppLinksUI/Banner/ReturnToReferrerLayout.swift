/// The frames of a banner's parts, in points.
package struct ReturnToReferrerLayout: Sendable, Hashable {
    /// The part of the banner and its window outside the safe area, in points.
    package struct SafeArea: Sendable, Hashable {
        package var top: Double
        package var windowTop: Double
        package var left: Double
        package var right: Double

        /// Creates a safe area; without `windowTop`, the window's top inset is that of the banner.
        package init(top: Double = 0, windowTop: Double? = nil, left: Double = 0, right: Double = 0) {
            self.top = top
            self.windowTop = windowTop ?? top
            self.left = left
            self.right = right
        }
    }

    /// A rectangle whose origin is at the upper left.
    package struct Frame: Sendable, Hashable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        package init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The distance between the text and the upper and lower edges.
    package static let margin = 8.5

    /// The width of the close button, which suits a fingertip.
    package static let closeWidth = 44.0

    /// The minimum height of a button, which suits a fingertip.
    package static let minimumHeight = 44.0

    /// The height of the banner, or 0 if it is not visible.
    package let height: Double

    package let text: Frame

    package let close: Frame

    /// The frame of the link, which takes the rest of the banner's width.
    ///
    /// Link and close button do not overlap, so that a remote control can move the focus from one to the other.
    package let link: Frame

    /// Lays out a banner; `textHeight` is the height of its text at ``textWidth(in:safeArea:)``.
    ///
    /// If it is right to left, the close button is at the right.
    package init(
        width: Double,
        textHeight: Double,
        safeArea: SafeArea = SafeArea(),
        topInset: ReturnToReferrerTopInset = .whereCovered,
        isRightToLeft: Bool = false,
        isVisible: Bool
    ) {
        guard isVisible else {
            let empty = Frame(x: 0, y: 0, width: 0, height: 0)
            (height, text, close, link) = (0, empty, empty, empty)
            return
        }
        let top =
            switch topInset {
            case .never: 0.0
            case .whereCovered: max(0, safeArea.top)
            case .always: max(0, safeArea.windowTop)
            }
        let content = max(Self.minimumHeight, max(0, textHeight) + 2 * Self.margin)
        height = top + content
        // Centered: the side without the close button keeps the same width free.
        text = Frame(
            x: safeArea.left + Self.closeWidth,
            y: top + (content - max(0, textHeight)) / 2,
            width: Self.textWidth(in: width, safeArea: safeArea),
            height: max(0, textHeight)
        )
        let closeX = isRightToLeft ? max(0, width - safeArea.right - Self.closeWidth) : safeArea.left
        close = Frame(x: closeX, y: top, width: Self.closeWidth, height: content)
        let linkX = isRightToLeft ? 0 : closeX + Self.closeWidth
        link = Frame(x: linkX, y: top, width: max(0, (isRightToLeft ? closeX : width) - linkX), height: content)
    }

    /// Returns the width of the text in a banner of a given width, at least 0.
    package static func textWidth(in width: Double, safeArea: SafeArea) -> Double {
        max(0, width - safeArea.left - safeArea.right - 2 * closeWidth)
    }
}
