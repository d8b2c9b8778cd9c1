#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server's TLS by the system's OpenSSL, which is loaded when it is needed, so that building the tests needs no package.
final class LoopbackTLS: Sendable {
    struct StartError: Error {
        let text: String
    }

    /// The functions of the library, by their own names.
    private struct Library {
        typealias Pointer = UnsafeMutableRawPointer
        let TLS_server_method: @convention(c) () -> Pointer?
        let SSL_CTX_new: @convention(c) (Pointer?) -> Pointer?
        let SSL_CTX_free: @convention(c) (Pointer?) -> Void
        let SSL_CTX_use_certificate_file: @convention(c) (Pointer?, UnsafePointer<CChar>, Int32) -> Int32
        let SSL_CTX_use_PrivateKey_file: @convention(c) (Pointer?, UnsafePointer<CChar>, Int32) -> Int32
        let SSL_new: @convention(c) (Pointer?) -> Pointer?
        let SSL_free: @convention(c) (Pointer?) -> Void
        let SSL_set_fd: @convention(c) (Pointer?, Int32) -> Int32
        let SSL_accept: @convention(c) (Pointer?) -> Int32
        let SSL_read: @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32
        let SSL_write: @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
        let SSL_shutdown: @convention(c) (Pointer?) -> Int32

        init() throws {
            let names = ["libssl.so.3", "libssl.so.1.1"]
            guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
                throw StartError(text: "there is none of \(names)")
            }
            func function<Function>(_ name: String) throws -> Function {
                guard let symbol = dlsym(handle, name) else { throw StartError(text: "no \(name) in OpenSSL") }
                return unsafeBitCast(symbol, to: Function.self)
            }
            TLS_server_method = try function("TLS_server_method")
            SSL_CTX_new = try function("SSL_CTX_new")
            SSL_CTX_free = try function("SSL_CTX_free")
            SSL_CTX_use_certificate_file = try function("SSL_CTX_use_certificate_file")
            SSL_CTX_use_PrivateKey_file = try function("SSL_CTX_use_PrivateKey_file")
            SSL_new = try function("SSL_new")
            SSL_free = try function("SSL_free")
            SSL_set_fd = try function("SSL_set_fd")
            SSL_accept = try function("SSL_accept")
            SSL_read = try function("SSL_read")
            SSL_write = try function("SSL_write")
            SSL_shutdown = try function("SSL_shutdown")
        }
    }

    private let library: Library
    // In OpenSSL any thread may create connections from one context.
    private nonisolated(unsafe) let context: UnsafeMutableRawPointer
    private let certificate: SelfSignedCertificate

    init(_ certificate: SelfSignedCertificate) throws {
        let library = try Library()
        guard let context = library.SSL_CTX_new(library.TLS_server_method()) else {
            throw StartError(text: "no context of OpenSSL's")
        }
        self.library = library
        self.context = context
        self.certificate = certificate
        // The type 1 is PEM.
        guard library.SSL_CTX_use_certificate_file(context, certificate.certificate, 1) == 1,
            library.SSL_CTX_use_PrivateKey_file(context, certificate.key, 1) == 1
        else { throw StartError(text: "OpenSSL does not take the certificate") }
    }

    deinit { library.SSL_CTX_free(context) }

    /// One connection, for the thread that serves it.
    final class Session {
        private let tls: LoopbackTLS
        private let session: UnsafeMutableRawPointer

        /// Performs the handshake with a client that has connected.
        ///
        /// - Returns: The connection, or `nil` if the handshake failed.
        init?(_ tls: LoopbackTLS, _ descriptor: Int32) {
            // OpenSSL writes with `write`, whose signal for a closed connection would end the tests if it was not blocked here.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            guard let session = tls.library.SSL_new(tls.context) else { return nil }
            self.tls = tls
            self.session = session
            guard tls.library.SSL_set_fd(session, descriptor) == 1, tls.library.SSL_accept(session) == 1 else {
                return nil
            }
        }

        deinit { tls.library.SSL_free(session) }

        func send(_ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
            Int(tls.library.SSL_write(session, buffer, Int32(clamping: count)))
        }

        func receive(_ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
            Int(tls.library.SSL_read(session, buffer, Int32(clamping: count)))
        }

        /// Tells the client that no more data comes.
        func end() { _ = tls.library.SSL_shutdown(session) }
    }
}
