/** Follow-ups over the really running product: asked for, read by a person, changed or written again, sent once, and told in the account's history; and a request as a stream. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import { moveFilesIn } from "../../scripts/demo-workspace.ts";
import type { AccountAnswer } from "../../src/accounts/api/account-query.ts";
import type { Account } from "../../src/accounts/api/accounts.ts";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { hasComeTo } from "../support/cannot-come.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import { ownStack, type OwnStack } from "../support/own-stack.ts";
import { sentEmails, sentTexts } from "../support/scripted.ts";

const STREAM = "/api/accounts/query/stream";

let stack: OwnStack;
let ruth: Client;

beforeAll(async () => {
  stack = await ownStack();
  await moveFilesIn(stack);
  await registerDemoWebhooks(stack);
  ruth = await signInAs(stack.appUrl, stack.sandboxUrl, "ruth@harborlight.example");
}, 300_000);
afterAll(() => stack[Symbol.asyncDispose]());

type FollowUp = Extract<AccountAnswer, { routed_to: "followup_agent" }>;

/** Asks, and waits until the turn has stopped. */
async function asked(path: string, body: object): Promise<AccountAnswer> {
  const first = await ruth.json<AccountAnswer>("POST", `/api/accounts${path}`, body);
  return first.type === "running" ? answerOf(first) : first;
}

const answerOf = ({ conversationId, turnId }: AccountAnswer): Promise<AccountAnswer> =>
  eventually("the turn stops", async () => {
    const answer = await ruth.json<AccountAnswer>("GET", `/api/accounts/answers/${conversationId}/${turnId}`);
    return answer.type === "running" ? null : answer;
  });

async function followUp(path: string, body: object): Promise<FollowUp> {
  const answer = await asked(path, body);
  if (answer.type !== "success" || answer.routed_to !== "followup_agent")
    throw new Error(`no follow-up: ${JSON.stringify(answer)}`);
  return answer;
}

async function numberOf(name: string): Promise<string> {
  const { items } = await ruth.json<{ items: { id: string }[] }>(
    "GET",
    `/api/accounts?q=${encodeURIComponent(name)}`,
  );
  return items[0]?.id ?? "";
}

const approval = (id: string): Promise<Approval> => ruth.json("GET", `/api/approvals/${id}`);

async function decide(id: string, body: object): Promise<void> {
  const { effectHash, sentSince } = (await approval(id)) as Approval & { sentSince?: string | null };
  await ruth.json("POST", `/api/approvals/${id}/decision`, { effectHash, sentSince, ...body });
}

const cameTo = (id: string, status: Approval["status"]): Promise<Approval> =>
  eventually(`it is ${status}`, async () => {
    await stack.tick();
    const now = await approval(id);
    return hasComeTo(now, status) ? now : null;
  });

const history = async (id: string): Promise<string[]> =>
  (await ruth.json<Account>("GET", `/api/accounts/${id}`)).entries.map(({ sentence }) => sentence);

/** Everything that has left by mail or text. */
const left = async (): Promise<string[]> =>
  [...(await sentEmails(stack.sandboxUrl)), ...(await sentTexts(stack.sandboxUrl))].map((words) =>
    words.replaceAll("\r\n", "\n"),
  );

it("drafts alone where it is dry: nothing waits, nothing is sent, nothing is told", async () => {
  const id = await numberOf("Ames Hardware");
  const before = await history(id);
  const answer = await followUp("/followup/execute", { account_id: id, dry_run: true });
  expect(answer).toMatchObject({
    account_id: id,
    result: { sent: false, recorded: false, approvalId: null },
  });
  expect(answer.draft?.body).not.toBe("");
  expect(await ruth.openApprovals(answer.conversationId)).toEqual([]);
  expect(await history(id)).toEqual(before);
  expect(await left()).toEqual([]);
});

it("waits for a person, goes out once as they changed it, and is told as drafted and as sent", async () => {
  const id = await numberOf("Ames Hardware");
  const answer = await followUp("/followup/execute", { account_id: id, channel: "email" });
  const { result, draft } = answer;
  const waiting = result?.approvalId ?? "";
  expect(result).toMatchObject({ sent: false, recorded: true });
  expect((await history(id))[0]).toMatch(/^Follow-up e-mail drafted/);
  expect(await left()).toEqual([]);

  const words = `${draft?.body ?? ""}\n\nP.S. The photos can wait until Monday.`;
  const edited = { ...(await approval(waiting)).arguments, body: words };
  const { effectHash } = await ruth.json<{ effectHash: string }>(
    "POST",
    `/api/approvals/${waiting}/preview`,
    { arguments: edited },
  );
  const first = { decision: "approve", arguments: edited, effectHash };
  await Promise.all([1, 2, 3].map(() => decide(waiting, first).catch(() => undefined)));
  await cameTo(waiting, "done");

  expect(await left()).toEqual([words.trim()]);
  expect((await history(id)).filter((one) => one.startsWith("Follow-up e-mail sent"))).toHaveLength(1);
  const { entries } = await ruth.json<Account>("GET", `/api/accounts/${id}`);
  expect(entries[0]).toMatchObject({ evidence: { kind: "approval" }, approvedBy: "Ruth Castellan" });
  expect(await answerOf(answer)).toMatchObject({
    result: { sent: true, recorded: true, approvalId: waiting },
  });
  const { problems, state } = await ruth.json<Account>("GET", `/api/accounts/${id}`);
  expect(problems).toEqual([]);
  expect(Date.now() - Date.parse(state?.lastContactAt ?? "")).toBeLessThan(600_000);
});

it("is written again with what a person wants otherwise, and the first draft never leaves", async () => {
  const id = await numberOf("Dube Trucking");
  const before = await left();
  const { result, conversationId } = await followUp("/followup/execute", { account_id: id, channel: "sms" });
  const first = result?.approvalId ?? "";
  const wish = "Mention that the office is closed on Thursday";
  await decide(first, { decision: "reject", redraft: true, reason: wish });
  const second = await eventually("another draft waits", async () => {
    const [open] = await ruth.openApprovals(conversationId);
    return open ?? null;
  });
  expect(second.id).not.toBe(first);
  expect(second.arguments).toMatchObject({ account: id, channel: "sms" });
  expect(second.arguments["body"]).toMatch(/office is closed on Thursday/i);
  await decide(second.id, { decision: "approve" });
  await cameTo(second.id, "done");
  const sent = (await left()).filter((one) => !before.includes(one));
  expect(sent).toEqual([second.arguments["body"]]);
});

it("makes a stack of the most urgent ones, each by itself to decide", async () => {
  const dry = await followUp("/followup/batch", { limit: 2, dry_run: true });
  expect(dry.results.map(({ result }) => [result.sent, result.approvalId])).toEqual([
    [false, null],
    [false, null],
  ]);
  const { accounts } = await ruth.json<{ accounts: { account_id: string; account_name: string }[] }>(
    "GET",
    "/api/accounts/followup/pending",
  );
  const answer = await followUp("/followup/batch", { limit: 3 });
  expect(answer.results.map(({ account_id: id }) => id).toSorted()).toEqual(
    accounts
      .slice(0, 3)
      .map(({ account_id: id }) => id)
      .toSorted(),
  );
  const others = accounts.slice(3).map(({ account_name: name }) => name);
  expect(others).not.toEqual([]);
  const [, named = ""] = /\nLeft out after the 3 most urgent: ([^\n]*)/.exec(answer.message) ?? [];
  // What was sent a moment ago may be on file meanwhile, and due no more.
  const listed = others.filter((name) => named.includes(name));
  expect(listed.length).toBeGreaterThanOrEqual(Math.min(9, others.length - 1));
  expect(named.startsWith(listed.slice(0, 9).join(", "))).toBe(true);
  const waiting = answer.results.map(({ result }) => result.approvalId ?? "");
  expect(new Set(waiting).size).toBe(3);
  const before = await left();
  await decide(waiting[0] ?? "", { decision: "reject", reason: "Not now" });
  await decide(waiting[1] ?? "", { decision: "approve" });
  await cameTo(waiting[1] ?? "", "done");
  const after = (await answerOf(answer)) as FollowUp;
  const isCall = (await approval(waiting[1] ?? "")).arguments["channel"] === "call_script";
  const sentOf = (id: string | undefined): boolean | undefined =>
    after.results.find(({ result }) => result.approvalId === id)?.result.sent;
  expect(waiting.map(sentOf)).toEqual([false, !isCall, false]);
  expect((await left()).length - before.length).toBe(isCall ? 0 : 1);
});

interface Event {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

function eventsIn(text: string): Event[] {
  return text
    .split("\n\n")
    .filter((block) => block !== "")
    .map((block) => {
      const [, event = "", data = "{}"] = /^event: (.+)\ndata: (.+)$/s.exec(block) ?? [];
      return { event, data: JSON.parse(data) as Record<string, unknown> };
    });
}

it("streams a request: the frames of the conversation's socket, then the answer", async () => {
  const { conversationId } = await asked("/query", { query: "What stage is Levin Pharmacy in?" });
  const socket = await ruth.socket(conversationId);
  const answer = await ruth.request("POST", STREAM, {
    query: "What stage is Wexler Books in?",
    conversationId,
  });
  expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const events = eventsIn(await answer.text());
  expect(events[0]).toMatchObject({ event: "accepted", data: { conversationId } });
  expect(events.at(-1)).toMatchObject({
    event: "done",
    data: { type: "success", routed_to: "search_agent", routed: { intent: "search" } },
  });
  const turnId = events[0]?.data["turnId"];
  await socket.waitFor("the turn ends", ({ type }) => type === "turn.finished");
  const shared = socket.frames.flatMap((frame) =>
    "turnId" in frame && frame.turnId === turnId ? [frame.type] : [],
  );
  const streamed = events.slice(1, -1).map(({ event }) => event);
  expect(streamed.filter((type) => type === "agent.routed")).toHaveLength(1);
  expect(streamed.filter((type) => type === "turn.finished")).toHaveLength(1);
  expect(new Set(streamed)).toEqual(new Set(shared));
  socket.close();
});

it("ends a stream with what went wrong, refuses one that can't begin, and works on where nobody listens any more", async () => {
  expect((await ruth.request("POST", STREAM, { query: "" })).status).toBe(400);
  const dana = await signInAs(stack.appUrl, stack.sandboxUrl, "dana@alderfinch.example");
  const theirs = randomUUID();
  await dana.send(theirs, "Hello");
  const foreign = await ruth.request("POST", STREAM, { query: "Who is due?", conversationId: theirs });
  expect(foreign.status === 200 ? await foreign.text() : "").not.toContain("Hello");
  const other = randomUUID();
  await ruth.send(other, "Hello");
  expect((await ruth.request("POST", STREAM, { query: "Who is due?", conversationId: other })).status).toBe(
    409,
  );

  await controlAt(stack.sandboxUrl, "faults", { service: "anthropic", status: 400 });
  const failed = eventsIn(
    await (await ruth.request("POST", STREAM, { query: "What stage is Klein Optical in?" })).text(),
  );
  await controlAt(stack.sandboxUrl, "faults", { service: "anthropic", clear: true });
  expect(failed.at(-1)).toMatchObject({ event: "done", data: { type: "error" } });

  const conversationId = randomUUID();
  const gone = new AbortController();
  const begun = await fetch(`${stack.appUrl}${STREAM}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ruth.token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "What stage is Boyd Family in?", conversationId }),
    signal: gone.signal,
  });
  const reader = begun.body?.getReader();
  const chunk = await reader?.read();
  const [begins] = eventsIn(new TextDecoder().decode(chunk?.value).split("\n\n")[0] ?? "");
  const turnId = String(begins?.data["turnId"]);
  gone.abort();
  const answer = await eventually("the turn goes on to its end", async () => {
    const now = await ruth.json<AccountAnswer>("GET", `/api/accounts/answers/${conversationId}/${turnId}`);
    return now.type === "running" ? null : now;
  });
  expect(answer).toMatchObject({ type: "success", routed_to: "search_agent" });
});
