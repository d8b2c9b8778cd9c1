/// The documents of the demonstration's site, by their paths.
enum DemoSite {
    static let documents: [String: (type: String, text: String)] = [
        "/recipes/42": (
            "text/html",
            """
            <!doctype html>
            <title>Lemon cake</title>
            <meta property="al:ios:url" content="recipes://42">
            <meta property="al:ios:app_store_id" content="123456789">
            <meta property="al:ios:app_name" content="Recipes">
            <meta property="al:android:url" content="recipes://42">
            <meta property="al:android:package" content="com.example.recipes">
            <meta property="al:android:app_name" content="Recipes">
            """
        ),
        "/.well-known/apple-app-site-association": (
            "application/json",
            #"{"applinks": {"details": [{"appIDs": ["K7Q2M9X4ZP.com.example.recipes"], "components": [{"/": "/recipes/*"}]}]}}"#
        ),
        "/.well-known/assetlinks.json": (
            "application/json",
            """
            [{"relation": ["delegate_permission/common.handle_all_urls"],
              "target": {"namespace": "android_app", "package_name": "com.example.recipes",
                "sha256_cert_fingerprints": ["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:\
            8A:04:96:B2:3F:CF:44:E5"]}}]
            """
        ),
    ]
}
