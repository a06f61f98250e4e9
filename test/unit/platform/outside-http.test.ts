import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ConnectionSlots } from "../../../src/platform/connection-slots.ts";
import { egressRule } from "../../../src/platform/egress.ts";
import { createOutsideHttp, type OutsideHttpOptions } from "../../../src/platform/outside-http.ts";
import { comesAbout } from "../../support/event-loop.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function httpFor(base: string, more: Partial<OutsideHttpOptions> = {}) {
  return createOutsideHttp({
    allows: egressRule([base], []),
    slots: new ConnectionSlots(4, () => Date.now()),
    sleep: async () => {},
    ...more,
  });
}

const read = (url: string) => ({ vendor: "test", method: "GET", url, changes: false }) as const;
const change = (url: string) => ({ vendor: "test", method: "POST", url, body: "{}", changes: true }) as const;

describe("outside HTTP", () => {
  it("gives up after the time limit: unknown for a change, not applied for a read", async () => {
    const base = await serve(() => {});
    const http = httpFor(base);
    await expect(http({ ...change(base), timeoutMs: 60 })).rejects.toMatchObject({ outcome: "unknown" });
    await expect(http({ ...read(base), timeoutMs: 60 })).rejects.toMatchObject({ outcome: "not_applied" });
  });

  it("sends no change that can't be over by its deadline, though it waited for a slot until then; a read goes", async () => {
    let calls = 0;
    const latestMs = Date.now() + 100;
    const deadlineMs = latestMs + 1_000;
    const base = await serve((_request, response) => {
      calls++;
      void comesAbout("it is too late for another", () => Date.now() > latestMs).then(() =>
        response.end("{}"),
      );
    });
    const http = httpFor(base, { slots: new ConnectionSlots(1, () => Date.now()) });
    const before = http({ ...change(base), timeoutMs: 1_000, deadlineMs });
    const behind = http({ ...change(base), timeoutMs: 1_000, deadlineMs });
    await expect(behind).rejects.toMatchObject({ outcome: "not_applied", unreached: true });
    expect((await before).status).toBe(200);
    expect(calls).toBe(1);
    expect((await http({ ...read(base), timeoutMs: 1_000, deadlineMs })).status).toBe(200);
  });

  it("stops reading an answer that is too large", async () => {
    const base = await serve((_request, response) => {
      const more = (): void => {
        if (response.destroyed) return;
        response.write("x".repeat(1000));
        setImmediate(more);
      };
      more();
    });
    const http = httpFor(base, { maxBytes: 5000 });
    await expect(http(change(base))).rejects.toMatchObject({ outcome: "unknown", status: 200 });
  });

  it("follows no redirect", async () => {
    let calls = 0;
    const base = await serve((_request, response) => {
      calls++;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    await expect(httpFor(base)(read(base))).rejects.toMatchObject({ status: 302 });
    expect(calls).toBe(1);
  });

  it("runs at most four calls at a time, first come first served", async () => {
    const order: string[] = [];
    let open = 0;
    let most = 0;
    const base = await serve((_request, response) => void response.end("ok"));
    // As they leave: on a busy machine they may arrive in another order.
    const http = httpFor(base, {
      fetch: async (input, init) => {
        order.push(input instanceof URL ? input.href : "");
        open++;
        most = Math.max(most, open);
        const answer = await fetch(input, init);
        open--;
        return answer;
      },
    });
    const urls = Array.from({ length: 12 }, (_, index) => `${base}/${index}`);
    await Promise.all(urls.map((url) => http(read(url))));
    expect(most).toBe(4);
    expect(order).toEqual(urls);
  });

  it("repeats a read on 429 and 5xx, at most four times in all", async () => {
    const statuses = [503, 429, 200];
    let calls = 0;
    const base = await serve((_request, response) => {
      response.writeHead(statuses[calls++] ?? 500).end("body");
    });
    expect(await httpFor(base)(read(base))).toMatchObject({ status: 200, text: "body" });
    statuses.fill(500);
    calls = 0;
    expect(await httpFor(base)(read(base))).toMatchObject({ status: 500 });
    expect(calls).toBe(4);
  });

  it("waits as long as retry-after asks, and answers at once where it asks for too long", async () => {
    let asked = "2";
    const base = await serve((_request, response) => {
      response.writeHead(429, { "retry-after": asked }).end();
    });
    const waits: number[] = [];
    const http = httpFor(base, { sleep: async (ms) => void waits.push(ms), random: () => 0.5 });
    await http(read(base));
    expect(waits).toEqual([2000, 2000, 2000]);
    asked = "60";
    waits.length = 0;
    expect(await http(read(base))).toMatchObject({ status: 429 });
    expect(waits).toEqual([]);
  });

  it("sends a change exactly once, whatever comes back", async () => {
    let calls = 0;
    const base = await serve((_request, response) => {
      calls++;
      response.writeHead(503).end();
    });
    expect(await httpFor(base)(change(base))).toMatchObject({ status: 503 });
    expect(calls).toBe(1);
  });

  it("says that a change never left when there was no one to connect to, and that it may have when the line broke", async () => {
    const base = await serve((request) => request.socket.destroy());
    await expect(httpFor(base)(change(base))).rejects.toMatchObject({ outcome: "unknown" });
    const gone = servers.at(-1);
    await new Promise((resolve) => gone?.close(resolve));
    await expect(httpFor(base)(change(base))).rejects.toMatchObject({ outcome: "not_applied" });
  });

  it("calls no address that is not configured", async () => {
    const base = await serve((_request, response) => response.end("ok"));
    const http = createOutsideHttp({ allows: egressRule(["https://api.quo.com"], []) });
    for (const url of [base, "https://api.quo.com.evil.example/", "https://user@api.quo.com/", "not a url"]) {
      await expect(http(read(url))).rejects.toMatchObject({ outcome: "not_applied" });
    }
  });
});

describe("egress rule", () => {
  const allows = egressRule(
    ["https://api.quo.com/v1", "", "http://localhost:8788/quo"],
    ["*.notify.windows.com", "fcm.googleapis.com", "localhost:9999"],
  );
  it.each([
    ["https://api.quo.com/contacts", true],
    ["http://api.quo.com/contacts", false],
    ["http://localhost:8788/push", true],
    ["http://localhost:8789/", false],
    ["http://localhost:9999/push", true],
    ["https://fcm.googleapis.com/send", true],
    ["http://fcm.googleapis.com/send", false],
    ["https://wns2.notify.windows.com/x", true],
    ["https://notify.windows.com.evil.example/x", false],
    ["https://evilnotify.windows.com/x", false],
  ])("%s → %s", (url, expected) => {
    expect(allows(new URL(url))).toBe(expected);
  });
});

describe("connection slots", () => {
  it("go first to what is urgent, which keeps its own order, whoever waits", async () => {
    const slots = new ConnectionSlots(1, () => Date.now());
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    const busy = slots.run(10_000, () => promise);
    const done: string[] = [];
    const asked = (["read", "read too", "ring", "ring too"] as const).map((name) =>
      slots.run(10_000, async () => void done.push(name), name.startsWith("ring")),
    );
    letGo();
    await Promise.all([busy, ...asked]);
    expect(done).toEqual(["ring", "ring too", "read", "read too"]);
  });

  it("take back a slot whose holder vanished, and pass over a waiter that vanished", async () => {
    let now = 0;
    const slots = new ConnectionSlots(1, () => now);
    void slots.run(1000, () => new Promise(() => {}));
    expect(slots.used).toBe(1);
    const waiting = slots.run(1000, async () => "done");
    now = 1001;
    expect(await waiting).toBe("done");
  });
});
