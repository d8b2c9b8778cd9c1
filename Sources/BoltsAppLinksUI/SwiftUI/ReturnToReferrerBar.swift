#if canImport(SwiftUI)
internal import BoltsAppLinks
internal import Foundation
internal import SwiftUI

/// The banner in SwiftUI: a close button and the text, which is a link.
struct ReturnToReferrerBar: View {
    let text: ReturnToReferrerText
    let closeLabel: String
    let goBack: @MainActor () -> Void
    let close: @MainActor () -> Void

    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
        content
            .buttonStyle(.plain)
            .font(.footnote)
            .foregroundStyle(.white)
            .background(background, ignoresSafeAreaEdges: [.top, .horizontal])
    }

    @ViewBuilder private var content: some View {
        if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            // An iPad's window controls are in the corner of the close button.
            buttons.containerCornerOffset(.leading, sizeToFit: true)
        } else {
            buttons
        }
    }

    private var buttons: some View {
        HStack(spacing: 0) {
            Button(action: close) {
                Image(systemName: "xmark")
                    .frame(
                        minWidth: ReturnToReferrerLayout.closeWidth,
                        minHeight: ReturnToReferrerLayout.minimumHeight,
                        maxHeight: .infinity
                    )
                    .contentShape(Rectangle())
            }
            .accessibilityLabel(Text(verbatim: closeLabel))
            Button(action: goBack) {
                Text(verbatim: text.description)
                    .multilineTextAlignment(.center)
                    .padding(.vertical, ReturnToReferrerLayout.margin)
                    // Keeps the text centered: the close button takes the same width on the other side.
                    .padding(.trailing, ReturnToReferrerLayout.closeWidth)
                    .frame(maxWidth: .infinity, maxHeight: .infinity)
                    .contentShape(Rectangle())
            }
            .accessibilityAddTraits(.isLink)
        }
        .fixedSize(horizontal: false, vertical: true)
    }

    private var background: Color {
        let color = ReturnToReferrerColor.background(isDark: colorScheme == .dark)
        return Color(red: color.red, green: color.green, blue: color.blue)
    }
}
#endif
