import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { hasComeTo } from "../support/cannot-come.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";
import { pushAbout, subscribedDevice, type PushedPayload } from "../support/phone.ts";
import { changePolicy, outsideNumbers, proposeTexts, sentTexts, wordsOf } from "../support/scripted.ts";

const TRIES = NIGHTLY ? 1000 : 60;
const APPROVALS = 6;
const SEED = Number(process.env["LINK_SEED"] ?? Date.now() % 1_000_000_000);
const BATCH_SIZE = 4;

interface Button {
  readonly approval: Approval;
  readonly push: PushedPayload & { readonly token: string };
}

it(
  `LINK: ${TRIES} prefetches, forged, foreign and cross-site clicks decide nothing; a notification's button decides once`,
  async () => {
    await using stack = await ownStack();
    const { appUrl, sandboxUrl } = stack;
    const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    await changePolicy(dana, { toolCallsPerHour: 100_000 });
    const phone = await subscribedDevice(sandboxUrl, dana, "Dana’s phone");
    const tablet = await subscribedDevice(sandboxUrl, dana, "Dana’s tablet");
    const cookie = await sessionCookie(appUrl, dana);
    const numbers = await outsideNumbers(sandboxUrl);
    // Each in a request of its own: the drafts of one request have one notification.
    const approvals: Approval[] = [];
    for (const [index, to] of numbers.slice(0, APPROVALS).entries()) {
      const text = `The water is back on, floor ${index}.`;
      approvals.push(...(await proposeTexts(sandboxUrl, dana, [{ to, text }])).approvals);
    }
    const buttons = await buttonsOf(sandboxUrl, phone.id, approvals);
    const onTablet = await buttonsOf(sandboxUrl, tablet.id, approvals);
    expect(buttons.length).toBeGreaterThanOrEqual(3);
    expect(new Set([...buttons, ...onTablet].map(({ push }) => push.token)).size).toBe(
      buttons.length + onTablet.length,
    );
    const before = await statesOf(dana, approvals);

    const random = randomFrom(SEED);
    const statuses = new Map<number, number>();
    for (let start = 0; start < TRIES; start += BATCH_SIZE) {
      const tries = Array.from({ length: Math.min(BATCH_SIZE, TRIES - start) }, () =>
        harmlessClick(appUrl, buttons, cookie, random),
      );
      await Promise.all(
        tries.map(async ({ what, mayShow, send }) => {
          const answer = await send();
          await answer.arrayBuffer();
          if (mayShow) expect(answer.status, what).toBeLessThan(500);
          else expect([400, 401, 403, 404, 405, 409], `${what}: ${answer.status}`).toContain(answer.status);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }),
      );
    }
    expect(await statesOf(dana, approvals)).toEqual(before);
    expect(await sentTexts(sandboxUrl)).toEqual([]);

    const [button, rejecting] = buttons as [Button, Button];
    const racers = await Promise.all(
      [button, onTablet.find(({ approval }) => approval.id === button.approval.id), button].map((one) =>
        press(appUrl, one as Button),
      ),
    );
    expect(racers.filter(({ status }) => status === 200).length).toBe(1);
    expect(racers.filter(({ status }) => status === 409).length).toBe(2);
    for (let replay = 0; replay < 5; replay++) expect((await press(appUrl, button)).status).toBe(409);
    const done = await eventually("the approved text is sent", async () => {
      const now = await dana.json<Approval>("GET", `/api/approvals/${button.approval.id}`);
      return hasComeTo(now, "done") ? now : null;
    });
    expect(done.decidedBy?.name).toBe("Dana Whitfield");
    expect(await sentTexts(sandboxUrl)).toEqual([wordsOf(button.approval)]);

    expect((await press(appUrl, rejecting, "reject")).status).toBe(200);
    expect((await press(appUrl, rejecting, "approve")).status).toBe(409);
    expect((await sentTexts(sandboxUrl)).length).toBe(1);
    console.log(
      `LINK (seed ${SEED}): ${TRIES} clicks that must not decide (${[...statuses].map(([status, count]) => `${count}×${status}`).join(", ")}), ` +
        `0 decided; 1 of 3 racing buttons decided, 7 replays refused`,
    );
  },
  NIGHTLY ? 30 * 60_000 : 5 * 60_000,
);

async function sessionCookie(appUrl: string, client: Client): Promise<string> {
  const answer = await client.request("POST", "/api/session");
  expect(answer.status).toBe(200);
  expect(appUrl).toContain("localhost");
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

/** The notifications of these approvals that carry buttons: only those that showed the exact bytes do. */
async function buttonsOf(
  sandboxUrl: string,
  deviceId: string,
  approvals: readonly Approval[],
): Promise<Button[]> {
  const found: Button[] = [];
  for (const approval of approvals) {
    const push = await pushAbout(sandboxUrl, deviceId, approval.id);
    const { token } = push;
    if (token === null) continue;
    expect(push.body).toContain(wordsOf(approval));
    expect(push.url).toMatch(/^http:\/\/localhost:\d+\/approvals\/approval_\w+$/);
    found.push({ approval, push: { ...push, token } });
  }
  return found;
}

function press(appUrl: string, { approval, push }: Button, decision = "approve"): Promise<Response> {
  return fetch(`${appUrl}/api/approvals/${approval.id}/decision`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Approval ${push.token}`, origin: appUrl },
    body: JSON.stringify({ decision, effectHash: push.effectHash }),
  });
}

async function statesOf(client: Client, approvals: readonly Approval[]): Promise<unknown> {
  const now = await Promise.all(
    approvals.map(({ id }) => client.json<Approval>("GET", `/api/approvals/${id}`)),
  );
  return now.map(({ id, status, effectHash, decidedBy, version }) => ({
    id,
    status,
    effectHash,
    decidedBy,
    version,
  }));
}

interface Click {
  readonly what: string;
  /** A page or the card's content may be shown; nothing may be decided. */
  readonly mayShow: boolean;
  readonly send: () => Promise<Response>;
}

/** One click, prefetch or forgery that must not decide. */
function harmlessClick(
  appUrl: string,
  buttons: readonly Button[],
  cookie: string,
  random: () => number,
): Click {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { approval, push } = pick(buttons);
  const another = pick(buttons.filter((one) => one.approval.id !== approval.id));
  const decision = pick(["approve", "reject"]);
  const json = { "content-type": "application/json" };
  const path = `${appUrl}/api/approvals/${approval.id}/decision`;
  const body = JSON.stringify({ decision, effectHash: push.effectHash });
  const kinds: (() => Click)[] = [
    () => {
      const method = pick(["GET", "HEAD"]);
      const query = `token=${push.token}&decision=${decision}&effectHash=${push.effectHash}`;
      const url = pick([
        push.url,
        `${push.url}?${query}`,
        `${appUrl}/approvals/${approval.id}?action=${decision}`,
        `${appUrl}/api/approvals/${approval.id}`,
        `${appUrl}/api/approvals?status=pending&${query}`,
        `${path}?${query}`,
        `${appUrl}/conversations/${approval.conversationId}?${query}`,
      ]);
      const headers = pick<Record<string, string>>([
        { cookie },
        { cookie, purpose: "prefetch", "sec-purpose": "prefetch" },
        { authorization: `Approval ${push.token}` },
        {},
      ]);
      return {
        what: `${method} ${url} ${Object.keys(headers).join()}`,
        mayShow: true,
        send: () => fetch(url, { method, headers, redirect: "manual" }),
      };
    },
    () => {
      const token = pick([
        changed(push.token, random),
        push.token.slice(0, -1),
        `${push.token}A`,
        push.token.toLowerCase() === push.token ? changed(push.token, random) : push.token.toLowerCase(),
        another.push.token,
        createHash("sha256").update(push.token).digest("hex"),
        "null",
        "",
        "A".repeat(43),
      ]);
      return {
        what: "another token",
        mayShow: false,
        send: () =>
          fetch(path, { method: "POST", headers: { ...json, authorization: `Approval ${token}` }, body }),
      };
    },
    () => {
      const effectHash = pick([
        another.push.effectHash,
        changed(push.effectHash ?? "", random),
        "",
        null,
        (push.effectHash ?? "").toUpperCase(),
      ]);
      return {
        what: `another hash ${effectHash}`,
        mayShow: false,
        send: () =>
          fetch(path, {
            method: "POST",
            headers: { ...json, authorization: `Approval ${push.token}` },
            body: JSON.stringify({ decision, effectHash }),
          }),
      };
    },
    () => {
      const other = pick(["undo", "resolve", "withdraw", "compensate", "preview"]);
      return {
        what: `a button's token at ${other}`,
        mayShow: false,
        send: () =>
          fetch(`${appUrl}/api/approvals/${approval.id}/${other}`, {
            method: "POST",
            headers: { ...json, authorization: `Approval ${push.token}` },
            body: JSON.stringify({ outcome: "done", arguments: approval.arguments }),
          }),
      };
    },
    () => ({
      what: "a button that edits",
      mayShow: false,
      send: () =>
        fetch(path, {
          method: "POST",
          headers: { ...json, authorization: `Approval ${push.token}` },
          body: JSON.stringify({
            decision: "approve",
            effectHash: push.effectHash,
            arguments: { ...approval.arguments, text: "Changed by a button." },
          }),
        }),
    }),
    () => {
      const headers = pick<Record<string, string>>([
        { cookie },
        { cookie, origin: "https://evil.example" },
        { cookie, origin: "null" },
        { cookie, origin: `${appUrl}.evil.example` },
        { cookie, origin: "http://localhost:1" },
        { cookie, "sec-fetch-site": "cross-site" },
        { cookie, "sec-fetch-site": "same-site" },
        { cookie, referer: `${appUrl}/approvals` },
        { authorization: `Approval ${push.token}`, origin: "https://evil.example" },
      ]);
      const type = pick(["application/json", "text/plain", "application/x-www-form-urlencoded"]);
      return {
        what: `from another site ${JSON.stringify(Object.keys(headers))}`,
        mayShow: false,
        send: () => fetch(path, { method: "POST", headers: { "content-type": type, ...headers }, body }),
      };
    },
    () => ({
      what: "the token as a bearer, in the address, in the body",
      mayShow: false,
      send: () =>
        fetch(`${path}?token=${push.token}`, {
          method: "POST",
          headers: {
            ...json,
            ...(random() < 0.5 ? { authorization: `Bearer ${push.token}` } : {}),
          },
          body: JSON.stringify({ decision, effectHash: push.effectHash, token: push.token }),
        }),
    }),
  ];
  return pick(kinds)();
}

/** The text with one character changed. */
function changed(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  return `${text.slice(0, at)}${text[at] === "x" ? "y" : "x"}${text.slice(at + 1)}`;
}

/** Random numbers from a seed (mulberry32), so that a failure can be repeated with LINK_SEED. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
