public import Foundation

// Each declaration has the signature of Apple's, and is used.

@MainActor open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

    open lazy var view: UIView! = {
        let view = ControllerView(frame: .zero)
        view.controller = self
        return view
    }()

    open var additionalSafeAreaInsets: UIEdgeInsets = .zero {
        didSet { if additionalSafeAreaInsets != oldValue { view.tellSafeAreaInsetsDidChange() } }
    }
}

@MainActor open class UINavigationController: UIViewController {}

/// A view whose safe area is that of what it stands in, and what its controller adds.
@MainActor private final class ControllerView: UIView {
    weak var controller: UIViewController?

    override var safeAreaInsets: UIEdgeInsets {
        var insets = super.safeAreaInsets
        insets.top += controller?.additionalSafeAreaInsets.top ?? 0
        return insets
    }
}
