/** Where a browser may be sent with a code: RFC 8252, section 7, and nothing else. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasRegistered, isRedirectUri } from "../../../src/mcp/server/clients.ts";

const ALLOWED = [
  "https://claude.ai/api/mcp/auth_callback",
  "https://a.example:8443/cb?x=1",
  "http://127.0.0.1/cb",
  "http://127.0.0.1:51763/cb",
  "http://[::1]:8080/cb",
  "http://localhost/cb",
  "http://localhost:3000/oauth/callback",
  "com.example.app:/oauth2redirect",
  "com.example.app:/oauth2redirect/provider?x=1",
  "COM.Example.App:/cb",
];

const REFUSED = [
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://a.example/1",
  "about:blank",
  "chrome://settings",
  "edge://settings",
  "view-source:https://a.example/",
  "feed:javascript:alert(1)",
  "feed:https://a.example/",
  "jar:https://a.example/x.jar!/",
  "ms-msdt:/id",
  "search-ms:query=x",
  "ms-word:ofe|u|https://a.example/x.docx",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "intent://a.example#Intent;scheme=x;end",
  "mailto:a@b.example",
  "tel:+13125550100",
  "ws://localhost/cb",
  "ftp://localhost/cb",
  "http://evil.example/cb",
  "http://127.0.0.1.evil.example/cb",
  "http://localhost.evil.example/cb",
  "http://127.0.0.1@evil.example/cb",
  "http://10.0.0.1/cb",
  "https://user:secret@a.example/cb",
  "https://a.example/#x",
  "https://a.example/cb#",
  "https://",
  "com.example.app:/cb\n",
  "com.example.app:/ cb",
  "no address",
  "/relative",
  "",
  `https://a.example/${"x".repeat(300)}`,
  null,
  ["https://a.example/cb"],
];

describe("a redirect URI", () => {
  it.each(ALLOWED)("%s is allowed", (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  it.each(REFUSED)("%j is refused", (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });

  it("of a scheme without a dot is refused, whatever the scheme, but for https and this computer", () => {
    const scheme = fc.stringMatching(/^[A-Za-z][A-Za-z0-9+-]{0,20}$/);
    const rest = fc.constantFrom(
      "/cb",
      "//a.example/cb",
      "x",
      "//settings",
      "https://a.example/",
      "//localhost/cb",
    );
    fc.assert(
      fc.property(scheme, rest, (name, after) => {
        const isKnown = /^https?$/i.test(name);
        return isKnown || !isRedirectUri(`${name}:${after}`);
      }),
    );
  });
});

describe("an address a client registered", () => {
  it("is itself, on this computer at any port, and no other", () => {
    const client = { name: "App", redirectUris: ["http://127.0.0.1/cb", "https://a.example/cb"] };
    expect(hasRegistered(client, "http://127.0.0.1:4711/cb")).toBe(true);
    expect(hasRegistered(client, "https://a.example/cb")).toBe(true);
    for (const other of [
      "http://localhost/cb",
      "http://127.0.0.1/other",
      "https://a.example:444/cb",
      "https://a.example/cb?x",
    ])
      expect(hasRegistered(client, other)).toBe(false);
  });
});
