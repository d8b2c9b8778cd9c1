"""An origin server on loopback whose pages are known, and that counts what is fetched from it.

Hosts are addresses of the loopback network. Page N of a host has targets that name N, so that an answer or a record can be
compared with the truth. Of ten pages one is missing, one redirects, and one has no tags.
"""
import asyncio
import collections

FIRST_HOST = 1


class Origin:
    def __init__(self, hosts):
        self.addresses = [f"127.0.{1 + number // 250}.{FIRST_HOST + number % 250}" for number in range(hosts)]
        self.fetches = collections.Counter()
        self.port = None
        self.delay = 0.0
        self._servers = []

    async def start(self):
        for address in self.addresses:
            server = await asyncio.start_server(self._serve, address, self.port or 0, backlog=512)
            self.port = server.sockets[0].getsockname()[1]
            self._servers.append(server)

    def stop(self):
        for server in self._servers:
            server.close()

    def url(self, number):
        return f"http://{self.addresses[number % len(self.addresses)]}:{self.port}/p/{number}"

    @staticmethod
    def kind(number):
        return {7: "missing", 8: "redirect", 9: "bare"}.get(number % 10, "tags")

    @classmethod
    def truth(cls, number):
        """The URLs of the targets that a page has, or None if it is missing."""
        return {"missing": None, "bare": []}.get(cls.kind(number), [f"proof://{number}", f"proof://{number}/android"])

    def page_fetches(self):
        return sum(count for path, count in self.fetches.items() if path.startswith("/p/"))

    async def _serve(self, reader, writer):
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                path = head.split(b" ", 2)[1].decode()
                self.fetches[path] += 1
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(self._response(path))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    def _response(self, path):
        place, _, text = path.lstrip("/").partition("/")
        status, fields, body = "404 Not Found", "", "missing"
        if place in ("p", "q") and text.isdigit():
            number = int(text)
            kind = self.kind(number)
            if place == "p" and kind == "redirect":
                status, fields, body = "302 Found", f"Location: /q/{number}\r\n", ""
            elif kind == "bare":
                status, body = "200 OK", "<!doctype html><title>Nothing</title>"
            elif kind != "missing":
                status, body = "200 OK", (
                    f"<!doctype html><title>Page {number}</title>\n"
                    f'<meta property="al:ios:url" content="proof://{number}">\n'
                    '<meta property="al:ios:app_store_id" content="123456789">\n'
                    '<meta property="al:ios:app_name" content="Proof">\n'
                    f'<meta property="al:android:url" content="proof://{number}/android">\n'
                    '<meta property="al:android:package" content="com.example.proof">\n'
                    '<meta property="al:android:app_name" content="Proof">\n' + "<p>Text.</p>\n" * 40)
        data = body.encode()
        return (f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(data)}\r\n"
                f"Cache-Control: max-age=86400\r\n{fields}\r\n").encode() + data
