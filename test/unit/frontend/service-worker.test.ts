import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";

const SOURCE = readFileSync(join(import.meta.dirname, "../../../frontend/public/sw.js"), {
  encoding: "utf8",
});
const ORIGIN = "https://steward.example";

interface Shown {
  title: string;
  body: string;
  tag: string;
  requireInteraction: boolean;
  actions: { action: string }[];
  data: Record<string, unknown>;
}

const payload = {
  tag: "approval-1",
  kind: "approval",
  title: "Text to Maria?",
  body: "Hi Maria",
  url: "/approvals/ap_1",
  approvalId: "ap_1",
  effectHash: "hash",
  token: "secret",
};

/** The worker's own file, in a world that only remembers. */
function worker() {
  const listeners = new Map<string, (event: object) => void>();
  const shown = new Map<string, Shown>();
  const requests: { url: string; init: RequestInit }[] = [];
  const opened: string[] = [];
  let answer: () => Promise<Response> = () => Promise.resolve(Response.json({}));
  const subscribedWith: unknown[] = [];
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    registration: {
      pushManager: {
        subscribe: (how: unknown) => {
          subscribedWith.push(how);
          return Promise.resolve({
            toJSON: () => ({ endpoint: "https://push/new", keys: { p256dh: "p", auth: "a" } }),
          });
        },
      },
      showNotification: (title: string, options: Omit<Shown, "title">) => {
        shown.set(options.tag, { title, ...options });
        return Promise.resolve();
      },
      getNotifications: ({ tag }: { tag?: string } = {}) =>
        Promise.resolve(
          [...shown.values()]
            .filter((one) => tag === undefined || one.tag === tag)
            .map((one) => ({ ...one, close: () => shown.delete(one.tag) })),
        ),
    },
    clients: {
      matchAll: () => Promise.resolve([]),
      openWindow: (url: string) => {
        opened.push(url);
        return Promise.resolve();
      },
    },
  };
  runInNewContext(SOURCE, {
    self,
    URL,
    fetch: (url: string, init: RequestInit) => {
      requests.push({ url, init });
      return answer();
    },
  });
  async function fire(type: string, event: object): Promise<void> {
    const waits: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    await Promise.all(waits);
  }
  return {
    shown,
    requests,
    subscribedWith,
    changed: (event: object) => fire("pushsubscriptionchange", event),
    opened,
    answerWith: (next: () => Promise<Response>) => {
      answer = next;
    },
    push: (data: unknown) =>
      fire("push", {
        data: { json: () => (typeof data === "string" ? (JSON.parse(data) as unknown) : data) },
      }),
    /** Whether the click took the notification away. */
    click: async (data: object, action = ""): Promise<boolean> => {
      let closed = false;
      await fire("notificationclick", {
        action,
        notification: {
          data,
          close: () => {
            closed = true;
          },
        },
      });
      return closed;
    },
  };
}

describe("the service worker", () => {
  let sw: ReturnType<typeof worker>;
  beforeEach(() => {
    sw = worker();
  });

  it("offers to decide only where a token came with the exact bytes", async () => {
    await sw.push(payload);
    expect(sw.shown.get("approval-1")).toMatchObject({ title: "Text to Maria?", requireInteraction: true });
    expect(sw.shown.get("approval-1")?.actions.map((one) => one.action)).toEqual(["approve", "reject"]);
    await sw.push({ ...payload, token: null });
    expect(sw.shown.get("approval-1")?.actions).toEqual([]);
  });

  it("decides by POST with the token and the hash that was shown", async () => {
    await sw.click(payload, "approve");
    expect(sw.requests).toHaveLength(1);
    expect(sw.requests[0]?.url).toBe("/api/approvals/ap_1/decision");
    expect(sw.requests[0]?.init).toMatchObject({
      method: "POST",
      headers: { authorization: "Approval secret" },
    });
    expect(JSON.parse(sw.requests[0]?.init.body as string)).toEqual({
      decision: "approve",
      effectHash: "hash",
    });
    expect(sw.shown.get("approval-1")).toMatchObject({ title: "Approved by you", requireInteraction: false });
  });

  it("says that nothing was decided when the server refuses or cannot be reached", async () => {
    sw.answerWith(() =>
      Promise.resolve(Response.json({ error: { message: "Marcus was faster." } }, { status: 409 })),
    );
    await sw.click(payload, "reject");
    expect(sw.shown.get("approval-1")).toMatchObject({ title: "Your decision wasn’t saved", actions: [] });
    expect(sw.shown.get("approval-1")?.body).toContain("Marcus was faster.");
    sw.answerWith(() => Promise.reject(new TypeError("offline")));
    await sw.click(payload, "approve");
    expect(sw.shown.get("approval-1")?.title).toBe("Your decision wasn’t saved");
  });

  it("opens the card on a tap, and never an address that is not ours", async () => {
    await sw.click(payload);
    await sw.click({ ...payload, url: "https://evil.example/" });
    expect(sw.opened).toEqual([`${ORIGIN}/approvals/ap_1`, `${ORIGIN}/approvals`]);
    expect(sw.requests).toEqual([]);
  });

  it("keeps a question until it is decided, and lets everything else go away by itself", async () => {
    await sw.push(payload);
    expect(await sw.click(payload)).toBe(false);
    const alert = { ...payload, tag: "alert-1", kind: "alert", token: null };
    await sw.push(alert);
    expect(sw.shown.get("alert-1")).toMatchObject({ requireInteraction: false, actions: [] });
    expect(await sw.click(alert)).toBe(true);
    expect(await sw.click(payload, "approve")).toBe(true);
  });

  it("puts what was decided elsewhere in the question's place, and shows only the newest of such", async () => {
    const other = { ...payload, tag: "approval-2" };
    const decided = { kind: "resolved", title: "Approved by Marcus", token: null };
    await sw.push(payload);
    await sw.push(other);
    await sw.push({ ...payload, ...decided });
    expect(sw.shown.get("approval-1")).toMatchObject({
      title: "Approved by Marcus",
      requireInteraction: false,
      actions: [],
    });
    await sw.push({ ...other, ...decided });
    expect([...sw.shown.keys()]).toEqual(["approval-2"]);
  });

  it("leaves nothing behind where no one has the question before them any more", async () => {
    await sw.push({ ...payload, kind: "resolved", title: "Approved by Marcus", token: null });
    expect(sw.shown.size).toBe(0);
  });

  it("still shows something when a push cannot be read", async () => {
    await sw.push("not json");
    expect([...sw.shown.values()][0]).toMatchObject({ title: "Steward", actions: [] });
  });

  it("tells the server of a subscription the browser renewed or ended, in the old one's place", async () => {
    const keys = { p256dh: "p", auth: "a" };
    const old = { endpoint: "https://push/old", options: { applicationServerKey: "key" } };
    const renewed = { toJSON: () => ({ endpoint: "https://push/renewed", keys }) };
    await sw.changed({ oldSubscription: old, newSubscription: renewed });
    await sw.changed({ oldSubscription: old, newSubscription: null });
    expect(sw.subscribedWith).toEqual([{ userVisibleOnly: true, applicationServerKey: "key" }]);
    expect(sw.requests.map(({ url, init }) => [url, init.method])).toEqual([
      ["/api/push/subscriptions", "POST"],
      ["/api/push/subscriptions", "POST"],
    ]);
    expect(sw.requests.map(({ init }) => JSON.parse(init.body as string) as unknown)).toEqual([
      { endpoint: "https://push/renewed", keys, replaces: "https://push/old" },
      { endpoint: "https://push/new", keys, replaces: "https://push/old" },
    ]);
  });

  it("asks the server for its key where the browser does not say which it had", async () => {
    sw.answerWith(() => Promise.resolve(Response.json({ publicKey: "servers-key" })));
    await sw.changed({ oldSubscription: null, newSubscription: null });
    expect(sw.subscribedWith).toEqual([{ userVisibleOnly: true, applicationServerKey: "servers-key" }]);
    expect(JSON.parse(sw.requests[1]?.init.body as string)).not.toHaveProperty("replaces");
  });
});
