extension ReturnToReferrerHTML {
    /// The banner's style sheet: serve it as a file, or let ``Style/inline(nonce:)`` put it into the page.
    ///
    /// A page can set `--al-return-background`, `--al-return-color`, and for dark mode `--al-return-background-dark` and
    /// `--al-return-color-dark`.
    public static let stylesheet = """
        .al-return,.al-return-link,.al-return-text,.al-return-form,.al-return-close,.al-return-word{\
        all:unset;box-sizing:border-box}
        .al-return{--al-return-b:var(--al-return-background,#0062cc);--al-return-c:var(--al-return-color,#fff);\
        display:flex;align-items:stretch;position:relative;z-index:2147483647;min-height:44px;\
        padding:env(safe-area-inset-top,0) env(safe-area-inset-right,0) 0 env(safe-area-inset-left,0);\
        background:var(--al-return-b);color:var(--al-return-c);\
        font:500 max(15px,.9375rem)/1.3 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
        dialog.al-return:not([open]){display:none}
        .al-return-link{flex:1 1 auto;display:flex;align-items:center;justify-content:center;min-width:0;\
        padding:8.5px 16px;cursor:pointer}
        dialog>.al-return-link{padding-inline-start:44px;padding-inline-end:0}
        .al-return-link::before{content:"";flex:none;width:8px;height:8px;margin-inline-end:10px;\
        border:solid currentColor;border-width:0 0 2px 2px;transform:rotate(45deg)}
        .al-return:dir(rtl) .al-return-link::before{border-width:0 2px 2px 0;transform:rotate(-45deg)}
        .al-return-text{min-width:0;overflow-wrap:anywhere;text-align:center;text-wrap:balance}
        .al-return-form{flex:none;display:flex}
        .al-return-close{position:relative;display:block;width:44px;min-height:44px;cursor:pointer}
        .al-return-close::before,.al-return-close::after{content:"";position:absolute;top:50%;left:50%;width:16px;\
        height:2px;margin:-1px 0 0 -8px;border-radius:1px;background:currentColor;transform:rotate(45deg)}
        .al-return-close::after{transform:rotate(-45deg)}
        .al-return-word{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .al-return-link:focus-visible,.al-return-close:focus-visible{outline:2px solid currentColor;outline-offset:-5px;\
        border-radius:8px}
        @media (hover:hover){.al-return-link:hover .al-return-text{text-decoration:underline;text-underline-offset:3px}}
        @media (prefers-color-scheme:dark){.al-return{--al-return-b:var(--al-return-background-dark,#0b3d78);\
        --al-return-c:var(--al-return-color-dark,#fff)}}
        @media (prefers-reduced-motion:no-preference){.al-return{animation:al-return .25s ease-out}\
        @keyframes al-return{from{opacity:0;transform:translateY(-8px)}}}
        @media (forced-colors:active){.al-return{border-bottom:1px solid}.al-return-link{color:LinkText}\
        .al-return-close::before,.al-return-close::after{forced-color-adjust:none;background:ButtonText}}
        @media print{.al-return{display:none}}
        """

    /// The hash of ``stylesheet`` for a Content-Security-Policy: `style-src 'sha256-…'` allows it inline without a nonce.
    ///
    /// It can change with each version of this package, so read this property instead of copying its value.
    public static let stylesheetHash = "sha256-bZ+jJIFxB0vEFXnNClGs8NdIAni8TTfVjjCsBw9yQUk="
}
