/** Plays a situation in the really running product, and looks at the world afterwards: from outside, by what a colleague, a phone and a mailbox would see. */
import { randomUUID } from "node:crypto";
import { registerDemoWebhooks } from "../../../scripts/demo-webhooks.ts";
import { moveFilesIn } from "../../../scripts/demo-workspace.ts";
import type { Stack } from "../../../scripts/stack.ts";
import { ALDER } from "../../../sandbox/world/company.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import type { Message } from "../../../src/agent/api/message.ts";
import type { MailState } from "../../../src/messaging/api/mail.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { controlAt, eventually, signInAs, type Client } from "../../support/client.ts";
import { changePolicy, sentEmails, sentTexts } from "../../support/scripted.ts";
import { runEnded, turnEnded } from "../../support/turns.ts";
import type { ProjectAnswer } from "../projects/answer.ts";
import { SITUATIONS, type Seen, type Situation, type Step } from "./grade.ts";

const TURN_MS = 10 * 60_000;
type Name = Extract<Step, { say: string }>["by"];

/** A product with the demo's files in it, its people signed in. */
export interface Stage {
  readonly stack: Stack;
  readonly person: (name: Name) => Promise<Client>;
}

/** Makes it ready. */
export async function setStage(stack: Stack): Promise<Stage> {
  await moveFilesIn(stack);
  await registerDemoWebhooks(stack);
  const signedIn = new Map<Name, Promise<Client>>();
  const person = (name: Name): Promise<Client> => {
    const known =
      signedIn.get(name) ?? signInAs(stack.appUrl, stack.sandboxUrl, `${name}@alderfinch.example`);
    signedIn.set(name, known);
    return known;
  };
  // Texts of one person within so long are one run.
  const sms = { startRunsOnLines: null, debounceSeconds: 0.5, debounceMaxSeconds: 2 };
  await changePolicy(await person("dana"), { sms, holdSeconds: 0 });
  return { stack, person };
}

/** What a situation has touched so far. */
interface Played {
  readonly conversations: Map<string, string>;
  last: { readonly client: Client; readonly conversation: string; readonly from: number } | null;
  early: string[];
  decided: boolean;
}

/** Plays it; what it left behind is put away. */
export async function playSituation(stage: Stage, { steps }: Situation): Promise<Seen> {
  const { stack } = stage;
  const dana = await stage.person("dana");
  const since = await leftSince(stack);
  const played: Played = { conversations: new Map(), last: null, early: [], decided: false };
  for (const step of steps) {
    if ("decide" in step && !played.decided) {
      played.early = await since();
      played.decided = true;
    }
    await take(stage, step, played);
  }
  const cards = await cardsOf(dana, played);
  const sent = await since();
  const seen = { answer: await answerOf(played), cards: cards.map(seenOf), sent };
  // Taken back quietly: the agent isn't asked to go on, and the next situation finds nothing under way.
  for (const { id } of cards) await dana.json("POST", `/api/approvals/${id}/withdraw`).catch(() => undefined);
  return { ...seen, early: played.decided ? played.early : sent };
}

/** What leaves from now on, by e-mail and by text, each oldest first. */
async function leftSince({ sandboxUrl }: Stack): Promise<() => Promise<string[]>> {
  const kinds = [sentEmails, sentTexts];
  const before = await Promise.all(kinds.map(async (sent) => (await sent(sandboxUrl)).length));
  return async () =>
    (await Promise.all(kinds.map((sent) => sent(sandboxUrl)))).flatMap((sent, at) => sent.slice(before[at]));
}

async function take({ stack, person }: Stage, step: Step, played: Played): Promise<void> {
  const dana = await person("dana");
  if ("say" in step) {
    const client = await person(step.by);
    const conversation = played.conversations.get(step.in) ?? randomUUID();
    played.conversations.set(step.in, conversation);
    const from = (await client.messages(conversation).catch(() => [])).length;
    played.last = { client, conversation, from };
    await client.send(conversation, step.say);
    await turnEnded(client, conversation, step.say, TURN_MS);
  } else if ("byHand" in step) {
    const { byHand, to } = step;
    await controlAt(stack.sandboxUrl, "quo/by-hand", { tenantId: ALDER.id, staff: "Tom", to, text: byHand });
  } else if ("decide" in step) await decideAll(dana, step, played);
  else if ("missedCall" in step) {
    const { callId } = await controlAt<{ callId: string }>(stack.sandboxUrl, "quo/call", {
      from: step.missedCall,
    });
    const path = `/api/texts/${encodeURIComponent(step.missedCall)}`;
    await eventually("the missed call is on record", async () => {
      const { items } = await dana.json<{ items: { id: string }[] }>("GET", path);
      return items.some(({ id }) => id.includes(callId));
    });
  } else await heard(dana, await bringIn(stack, dana, step, played), played);
}

/** What came in from outside: the conversation it belongs to, and its message there. */
interface Brought {
  readonly conversation: string;
  readonly isIt: (message: Message) => boolean;
}

type Outside = Extract<Step, { text: string } | { email: string } | { call: unknown }>;

async function bringIn(
  { sandboxUrl }: Stack,
  dana: Client,
  step: Outside,
  { conversations }: Played,
): Promise<Brought> {
  if ("email" in step) {
    const { email: body, from, subject, thread, html, dmarc } = step;
    const threadId = conversations.get(thread)?.slice("email:".length);
    const mail = { from, to: OFFICE, subject, body, html, dmarc, threadId };
    const sent = await controlAt<{ id: string; threadId: string }>(sandboxUrl, "inbound/email", mail);
    await checkMailFrom(dana, from);
    conversations.set(thread, `email:${sent.threadId}`);
    const isIt: Brought["isIt"] = ({ parts }) =>
      parts.some((part) => "emailId" in part && part["emailId"] === sent.id);
    return { conversation: `email:${sent.threadId}`, isIt };
  }
  const conversation = `sms:${step.from}`;
  conversations.set(conversation, conversation);
  if ("call" in step) {
    const { call: summary, nextSteps, dialogue, from } = step;
    const played = { from, summary, nextSteps, dialogue };
    const { callId } = await controlAt<{ callId: string }>(sandboxUrl, "quo/call", played);
    return { conversation, isIt: ({ id }) => id === `call.${callId}` };
  }
  const before = new Set((await dana.messages(conversation).catch(() => [])).map(({ id }) => id));
  await controlAt(sandboxUrl, "inbound/sms", { from: step.from, text: step.text });
  const isIt: Brought["isIt"] = ({ id, parts }) =>
    !before.has(id) && parts.some((part) => "text" in part && part["text"] === step.text);
  return { conversation, isIt };
}

const OFFICE = "office@alderfinch.example";

/** Has the mailbox looked into now, for this sender alone: what else lies there is another day's. */
async function checkMailFrom(dana: Client, sender: string): Promise<void> {
  const address = /<(.+)>/.exec(sender)?.[1] ?? sender;
  const { settings, version } = await dana.json<MailState>("GET", "/api/mail");
  if (settings === null) throw new Error("no e-mail is connected");
  const only = (query: string): string => `${query.replace(/ from:\S+@\S+$/, "")} from:${address}`;
  const { general, leads } = settings.checks;
  const checks = {
    general: { ...general, query: only(general.query) },
    leads: { ...leads, query: only(leads.query) },
  };
  await dana.json("PUT", "/api/mail", { settings: { ...settings, checks }, version });
  for (const check of Object.keys(checks)) await dana.json("POST", `/api/schedules/system.mail.${check}/run`);
}

/** Until what came in was worked on: by the run that took it, whatever else goes on in its conversation. */
async function heard(dana: Client, { conversation, isIt }: Brought, played: Played): Promise<void> {
  const from = (await dana.messages(conversation).catch(() => [])).findIndex(isIt);
  await runEnded(dana, conversation, "what came in is worked on", isIt, TURN_MS);
  played.last ??= { client: dana, conversation, from: Math.max(0, from) };
}

async function decideAll(
  dana: Client,
  { decide: decision, reason }: Extract<Step, { decide: string }>,
  played: Played,
): Promise<void> {
  const cards = await cardsOf(dana, played);
  for (const card of cards)
    await decide(dana, card, { decision, ...(reason === undefined ? {} : { reason }) });
  for (const { id, conversationId } of cards)
    await runEnded(
      dana,
      conversationId,
      `the agent goes on from ${id}`,
      ({ parts }) => parts.some((part) => part.type === "outcome" && part["approvalId"] === id),
      TURN_MS,
    );
}

async function cardsOf(client: Client, { conversations }: Played): Promise<Approval[]> {
  const found: Approval[] = [];
  for (const id of conversations.values())
    found.push(...(await client.openApprovals(encodeURIComponent(id))));
  return found;
}

async function decide(client: Client, { id }: Approval, body: object): Promise<void> {
  const now = await client.json<Approval & { sentSince?: string | null }>("GET", `/api/approvals/${id}`);
  const { effectHash, sentSince } = now;
  const told = typeof sentSince === "string" ? { sentSince } : {};
  await client.json("POST", `/api/approvals/${id}/decision`, { effectHash, ...told, ...body });
}

function seenOf({ tool, arguments: given, effects, note }: Approval): Seen["cards"][number] {
  const words = JSON.stringify([given, effects.map(({ document }) => document)]);
  return { tool, words, urgent: given["urgent"] === true, ...(note === undefined ? {} : { note }) };
}

/** What was said last to who spoke last, and what they were asked. */
async function answerOf({ last }: Played): Promise<string> {
  return last === null ? "" : saidSince(last.client, last.conversation, last.from);
}

/** What the agent said and asked from a message on. */
export async function saidSince(client: Client, conversation: string, from: number): Promise<string> {
  const messages = (await client.messages(conversation)).slice(from);
  return messages
    .filter(({ role }) => role === "assistant")
    .flatMap(({ parts }) => parts)
    .map((part) => {
      const { type, text, name, input } = part as Readonly<Record<string, unknown>>;
      if (type === "text") return typeof text === "string" ? text : "";
      return name === "ask_user" ? JSON.stringify(input) : "";
    })
    .filter((words) => words !== "")
    .join("\n");
}

/** Plays all of it, one after the other. One that can't be played is wrong; the others are played all the same. */
export async function playAll(
  stack: Stack,
  some: readonly Situation[],
  say: (line: string) => void,
): Promise<ProjectAnswer[]> {
  const stage = await setStage(stack);
  const answers: ProjectAnswer[] = [];
  for (const one of some) {
    say(`playing ${one.id}`);
    const atMs = Date.now();
    const made = await playSituation(stage, one).then(
      (seen) => ({ output: seen as unknown as Json, problem: null }),
      (error: unknown) => ({ output: null, problem: String(error).slice(0, 500) }),
    );
    answers.push({ set: SITUATIONS, id: one.id, atMs, seconds: (Date.now() - atMs) / 1_000, ...made });
  }
  return answers;
}
