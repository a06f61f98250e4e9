import { describe, expect, it } from "vitest";
import { isFromUs } from "../../../../src/platform/http/middleware/origin.ts";
import { asPerson, SECRETS, testApp } from "../../../support/node-app.ts";

const APP = "http://localhost:8787";

describe("a state-changing request", () => {
  const table: [string, Record<string, string>, boolean][] = [
    ["from our own page", { origin: APP, cookie: "a=b" }, true],
    ["from another site", { origin: "https://evil.example", cookie: "a=b" }, false],
    ["from another port of this host", { origin: "http://localhost:8788", cookie: "a=b" }, false],
    [
      "from a name that starts like ours",
      { origin: "http://localhost:8787.evil.example", cookie: "a=b" },
      false,
    ],
    ["over another scheme", { origin: "https://localhost:8787", cookie: "a=b" }, false],
    ["from an opaque origin", { origin: "null", cookie: "a=b" }, false],
    [
      "from another site with a script's token",
      { origin: "https://evil.example", authorization: "Bearer x" },
      false,
    ],
    ["of a script with its token", { authorization: "Bearer x" }, true],
    ["of a notification's button", { authorization: "Approval x", origin: APP }, true],
    ["with a cookie and no origin", { cookie: "steward_session=x" }, false],
    [
      "with a cookie, marked same-origin by the browser",
      { cookie: "a=b", "sec-fetch-site": "same-origin" },
      true,
    ],
    ["with a cookie, marked same-site", { cookie: "a=b", "sec-fetch-site": "same-site" }, false],
    ["with a cookie, marked cross-site", { cookie: "a=b", "sec-fetch-site": "cross-site" }, false],
    ["with a cookie, typed into the address bar", { cookie: "a=b", "sec-fetch-site": "none" }, false],
    ["with Access's header and no origin", { "cf-access-jwt-assertion": "x" }, false],
    ["marked cross-site without any credentials", { "sec-fetch-site": "cross-site" }, false],
    ["without any credentials", {}, true],
  ];
  it.each(table)("%s (%#)", (_name, headers, allowed) => {
    expect(isFromUs(new Headers(headers), APP)).toBe(allowed);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])(
    "by %s from another site is refused before anything else",
    async (method) => {
      const answer = await testApp().request("/api/policy", {
        method,
        headers: asPerson(SECRETS.admin, { origin: "https://evil.example" }),
      });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: { code: "bad_origin" } });
    },
  );

  it("that is a socket handshake from another site is refused", async () => {
    for (const path of ["/api/feed", "/api/conversations/3f0c6a8e-8d0a-4c53-a0fb-0d3c8a0c9b11/socket"]) {
      const answer = await testApp().request(path, {
        headers: asPerson(SECRETS.admin, { origin: "https://evil.example", upgrade: "websocket" }),
      });
      expect(answer.status).toBe(403);
    }
  });
});
