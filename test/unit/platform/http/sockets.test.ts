import { describe, expect, it } from "vitest";
import type { Principal } from "../../../../src/platform/auth/index.ts";
import { socketRequest } from "../../../../src/platform/http/sockets.ts";

const principal: Principal = {
  user: {
    id: "user_dana",
    email: "dana@alderfinch.example",
    name: "Łukasz Ⅴ",
    role: "admin",
    lastSeenAt: null,
  },
  tenant: { id: "tenant_alder", name: "Alder", timeZone: "America/New_York" },
  sessionId: "session_1",
  expiresAt: "2026-12-01T00:00:00.000Z",
  via: "session",
};

describe("a socket handshake handed to an object", () => {
  const identity = {
    tenantId: "tenant_alder",
    conversationId: "c1",
    source: "web_chat" as const,
    title: "Größe ✓",
  };
  const handed = socketRequest(
    new Request("http://localhost:8787/api/conversations/c1/socket", {
      headers: {
        upgrade: "websocket",
        "sec-websocket-key": "key",
        "sec-websocket-version": "13",
        cookie: "steward_session=secret",
        authorization: "Bearer secret",
        "x-steward-tenant": "tenant_harbor",
        "X-Steward-User": "somebody",
        "x-steward-made-up": "1",
      },
    }),
    principal,
    identity,
  );

  it("says who is there by our own headers, never by the client's", () => {
    expect(handed.headers.get("x-steward-tenant")).toBe("tenant_alder");
    expect(handed.headers.get("x-steward-user")).toBe("user_dana");
    expect(handed.headers.get("x-steward-session")).toBe("session_1");
    expect(handed.headers.get("x-steward-session-expires")).toBe("2026-12-01T00:00:00.000Z");
    expect(handed.headers.get("x-steward-made-up")).toBeNull();
  });

  it("carries names and identities of any script", () => {
    expect(decodeURIComponent(handed.headers.get("x-steward-user-name") ?? "")).toBe("Łukasz Ⅴ");
    expect(JSON.parse(decodeURIComponent(handed.headers.get("x-steward-conversation") ?? ""))).toEqual(
      identity,
    );
  });

  it("carries the handshake and no credentials", () => {
    expect(handed.headers.get("upgrade")).toBe("websocket");
    expect(handed.headers.get("sec-websocket-version")).toBe("13");
    expect(handed.headers.get("cookie")).toBeNull();
    expect(handed.headers.get("authorization")).toBeNull();
  });

  it.each(["_pk=1", "_pk=", "a=1&__agents_transport=sse", "_pk=1&_pk=2"])(
    "is refused with 400, before any object hears of it, where it brings options of the library's: %s",
    (query) => {
      const opened = new Request(`http://localhost:8787/api/feed?${query}`, {
        headers: { upgrade: "websocket" },
      });
      expect(() => socketRequest(opened, principal)).toThrow(
        expect.objectContaining({ code: "invalid_request", status: 400 }) as Error,
      );
    },
  );

  it("is refused when it is none", () => {
    expect(() => socketRequest(new Request("http://localhost:8787/api/feed"), principal)).toThrow(
      /WebSocket/,
    );
  });
});
