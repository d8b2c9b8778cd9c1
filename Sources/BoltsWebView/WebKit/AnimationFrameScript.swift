/// The script that lets a web view outside any window run animation frame callbacks.
///
/// WebKit draws no frames there, so it never calls them. Some frameworks write a page's tags in such a callback.
enum AnimationFrameScript {
    /// JavaScript for the page's own world, which runs before the page's scripts.
    static let source = """
        (function () {
            var later = window.setTimeout, cancel = window.clearTimeout, clock = performance;
            window.requestAnimationFrame = function requestAnimationFrame(callback) {
                if (typeof callback !== 'function') throw new TypeError('requestAnimationFrame needs a function');
                return later.call(window, function () { callback(clock.now()); }, 16);
            };
            window.cancelAnimationFrame = function cancelAnimationFrame(handle) { cancel.call(window, handle); };
        })();
        """
}
