import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createLockScreens } from "../../../sandbox/console/lock-screen.ts";
import { pushState } from "../../../sandbox/push/store.ts";
import { quoWorld } from "../integrations/quo/quo-world.ts";

interface Asked {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A Steward that answers decisions as told, and a phone in front of it. */
async function phone(status = 200, message = "") {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push({ url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) });
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(status === 200 ? {} : { error: { message } }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  open.push(() => server.close());
  const world = quoWorld();
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = { ...world.context, appUrl };
  const state = pushState(context).value;
  const keys = { privateKey: "", p256dh: "", auth: "" };
  state.devices["d"] = {
    id: "d",
    name: "Phone",
    keys,
    applicationServerKey: null,
    createdAt: "",
    expired: false,
  };
  const screens = createLockScreens(context);
  const push = (payload: Record<string, unknown>): void => {
    world.passTime(1000);
    const at = new Date(world.context.now()).toISOString();
    state.received.push({ subscriptionId: "d", payload, at, ttlSeconds: 60, urgency: "high", topic: null });
  };
  const shown = () => screens.list()[0]?.notifications ?? [];
  return { screens, push, shown, asked, appUrl, world };
}

const QUESTION = {
  tag: "t1",
  kind: "approval",
  title: "Send a text to Maria?",
  body: "At nine.",
  url: "/approvals/a1",
  approvalId: "a1",
  effectHash: "hash",
  token: "secret",
};

describe("a lock screen", () => {
  it("shows one notification a tag, the newest first, and never gives its token away", async () => {
    const { push, shown, appUrl } = await phone();
    push(QUESTION);
    push({ ...QUESTION, tag: "t2", title: "Another" });
    push({ ...QUESTION, title: "Still waiting" });
    expect(shown().map(({ title }) => title)).toEqual(["Still waiting", "Another"]);
    expect(shown()[0]).toMatchObject({ decidable: true, urgency: "high", href: `${appUrl}/approvals/a1` });
    expect(JSON.stringify(shown())).not.toContain("secret");
  });

  it("has no buttons where there is no token, and none once it was resolved", async () => {
    const { push, shown, screens } = await phone();
    push({ ...QUESTION, token: null });
    expect(shown()[0]?.decidable).toBe(false);
    await expect(screens.decide("d", "t1", "approve")).rejects.toMatchObject({ status: 409 });
    push(QUESTION);
    push({ ...QUESTION, kind: "resolved", title: "Approved by Dana", token: null });
    expect(shown()).toMatchObject([{ kind: "resolved", title: "Approved by Dana", decidable: false }]);
  });

  it("decides with the notification's own token and hash, once", async () => {
    const { push, shown, screens, asked } = await phone();
    push(QUESTION);
    expect(await screens.decide("d", "t1", "approve")).toEqual({ decided: true });
    expect(asked).toEqual([
      {
        url: "/api/approvals/a1/decision",
        authorization: "Approval secret",
        body: { decision: "approve", effectHash: "hash" },
      },
    ]);
    expect(shown()).toMatchObject([{ kind: "resolved", title: "Approved", decidable: false }]);
    await expect(screens.decide("d", "t1", "reject")).rejects.toMatchObject({ status: 409 });
    expect(asked).toHaveLength(1);
  });

  it("says “Not decided: open” and why when Steward refuses; a later push stands above that", async () => {
    const { push, shown, screens } = await phone(409, "It was decided already.");
    push(QUESTION);
    expect(await screens.decide("d", "t1", "approve")).toEqual({ decided: false });
    expect(shown()[0]).toMatchObject({ kind: "alert", title: "Not decided: open", decidable: false });
    expect(shown()[0]?.body).toContain("It was decided already.");
    push({ ...QUESTION, kind: "resolved", title: "Rejected by Tom", token: null });
    expect(shown()[0]?.title).toBe("Rejected by Tom");
  });

  it("forgets what was swiped away until it rings again", async () => {
    const { push, shown, screens } = await phone();
    push(QUESTION);
    screens.dismiss("d", "t1");
    expect(shown()).toEqual([]);
    push(QUESTION);
    expect(shown()).toHaveLength(1);
  });

  it.each(["https://evil.example/x", "//evil.example", "javascript:alert(1)", "http://"])(
    "opens nothing but Steward for %s",
    async (url) => {
      const { push, shown, appUrl } = await phone();
      push({ ...QUESTION, url });
      expect(new URL(shown()[0]?.href ?? "").origin).toBe(appUrl);
    },
  );

  it("still says something for a push that cannot be read", async () => {
    const { push, shown } = await phone();
    push({ odd: true });
    expect(shown()).toMatchObject([{ title: "Steward", decidable: false }]);
  });
});
