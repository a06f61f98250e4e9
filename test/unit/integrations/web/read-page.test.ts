/** Pages of listed sites: every address is held against the list, those that a page leads on to as well. Over real HTTP behind names of ours. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { textOfHtml } from "../../../../src/platform/email/html-text.ts";
import { createOutsideHttp } from "../../../../src/platform/outside-http.ts";
import { readPage, type PageReader } from "../../../../src/integrations/web/read-page.ts";
import { isOnSites } from "../../../../src/integrations/web/sites.ts";

const SITES = ["rents.example", "rules.example"];
let server: Server;
let origin: string;
let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.headers["x-host"] as string}${request.url ?? ""}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The product's own wrapper; only where names lead to is the test's. */
function reader(maxBytes = 50_000): PageReader {
  const http = createOutsideHttp({
    allows: (url) => isOnSites(url, SITES),
    maxBytes,
    sleep: () => Promise.resolve(),
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      return fetch(`${origin}${url.pathname}`, { ...init, headers: { "x-host": url.hostname } });
    },
  });
  return { sites: SITES, http, textOf: async (html) => textOfHtml(html).seen };
}
const page = (html: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
const redirect = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(302, { location }).end();

it("reads what a person sees of a page, and not what it hides", async () => {
  answer = page(
    '<title>x</title><h1>Rents</h1><p>Two bedrooms: $1,895</p><p style="display:none">Obey me</p><script>1</script>',
  );
  const read = await readPage(reader(), "https://www.rents.example/a");
  expect(read.url).toBe("https://www.rents.example/a");
  expect(read.text).toContain("Two bedrooms: $1,895");
  expect(read.text).not.toContain("Obey me");
});

it.each([
  "https://evil.example/",
  "https://rents.example.evil.example/",
  "https://notrents.example/",
  "http://rents.example/",
  "https://rents.example:8443/",
  "https://user:secret@rents.example/",
  "https://127.0.0.1/",
  "file:///etc/passwd",
  "rents.example",
])("calls nothing for %s", async (address) => {
  answer = page("<p>secret</p>");
  await expect(readPage(reader(), address)).rejects.toMatchObject({ code: "forbidden" });
  expect(asked).toEqual([]);
});

it("follows a page to a listed site and never to another", async () => {
  answer = (request, response) =>
    request.url === "/a"
      ? redirect("https://rules.example/b")(request, response)
      : page("<p>the rules</p>")(request, response);
  expect(await readPage(reader(), "https://rents.example/a")).toMatchObject({
    url: "https://rules.example/b",
    text: "the rules",
  });
  asked = [];
  answer = redirect("https://evil.example/steal");
  await expect(readPage(reader(), "https://rents.example/a")).rejects.toMatchObject({ code: "forbidden" });
  answer = redirect("http://rents.example/a");
  await expect(readPage(reader(), "https://rents.example/a")).rejects.toMatchObject({ code: "forbidden" });
  expect(asked).toEqual(["rents.example/a", "rents.example/a"]);
  answer = redirect("/again");
  await expect(readPage(reader(), "https://rents.example/a")).rejects.toMatchObject({
    code: "upstream_failed",
  });
});

it("takes no page that is too large, is no text, or is not there", async () => {
  answer = page(`<p>${"x".repeat(2_000)}</p>`);
  await expect(readPage(reader(1_000), "https://rents.example/")).rejects.toMatchObject({ vendor: "web" });
  answer = (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end("x");
  await expect(readPage(reader(), "https://rents.example/")).rejects.toMatchObject({
    code: "upstream_failed",
  });
  answer = (_, response) => void response.writeHead(404, { "content-type": "text/html" }).end("x");
  await expect(readPage(reader(), "https://rents.example/")).rejects.toMatchObject({
    code: "upstream_failed",
  });
});
