/** Plays a situation in the really running product, and looks at the world afterwards: from outside, by what a colleague, a phone and a mailbox would see. */
import { randomUUID } from "node:crypto";
import { registerDemoWebhooks } from "../../../scripts/demo-webhooks.ts";
import { moveFilesIn } from "../../../scripts/demo-workspace.ts";
import type { Stack } from "../../../scripts/stack.ts";
import { ALDER } from "../../../sandbox/world/company.ts";
import type { Approval } from "../../../src/protocol/index.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { controlAt, eventually, signInAs, type Client } from "../../support/client.ts";
import { changePolicy, sentEmails, sentTexts } from "../../support/scripted.ts";
import { turnEnded } from "../../support/turns.ts";
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
  const before = (await leftBy(stack)).length;
  const played: Played = { conversations: new Map(), last: null, early: [], decided: false };
  for (const step of steps) {
    if ("decide" in step && !played.decided) {
      played.early = (await leftBy(stack)).slice(before);
      played.decided = true;
    }
    await take(stage, step, played);
  }
  const cards = await cardsOf(dana, played);
  const sent = (await leftBy(stack)).slice(before);
  const seen = { answer: await answerOf(played), cards: cards.map(seenOf), sent };
  for (const card of cards) await decide(dana, card, { decision: "reject" }).catch(() => undefined);
  return { ...seen, early: played.decided ? played.early : sent };
}

/** Everything that left, oldest first. */
async function leftBy({ sandboxUrl }: Stack): Promise<string[]> {
  return [...(await sentEmails(sandboxUrl)), ...(await sentTexts(sandboxUrl))];
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
  } else if ("text" in step) {
    const conversation = `sms:${step.from}`;
    played.conversations.set(conversation, conversation);
    const before = await lastEnded(dana, conversation);
    await controlAt(stack.sandboxUrl, "inbound/sms", { from: step.from, text: step.text });
    await eventually(
      `“${step.text.slice(0, 40)}” is worked on`,
      async () => (await lastEnded(dana, conversation)) !== before,
      TURN_MS,
    );
  } else if ("byHand" in step) {
    const { byHand, to } = step;
    await controlAt(stack.sandboxUrl, "quo/by-hand", { tenantId: ALDER.id, staff: "Tom", to, text: byHand });
  } else {
    const { decide: decision, reason } = step;
    const cards = await cardsOf(dana, played);
    for (const card of cards)
      await decide(dana, card, { decision, ...(reason === undefined ? {} : { reason }) });
    for (const { id } of cards) await settled(dana, id);
    for (const conversation of played.conversations.values()) await stopped(dana, conversation);
  }
}

/** The newest run of a conversation that came to a stop; null for none. */
async function lastEnded(client: Client, conversationId: string): Promise<string | null> {
  const path = `/api/runs?${new URLSearchParams({ conversationId }).toString()}`;
  const { items } = await client.json<{ items: { id: string; stopReason: string | null }[] }>("GET", path);
  return items.find(({ stopReason }) => stopReason !== null)?.id ?? null;
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

/** Until it has left, or was turned down. */
function settled(client: Client, id: string): Promise<unknown> {
  return eventually(`${id} is settled`, async () => {
    const { status } = await client.json<Approval>("GET", `/api/approvals/${id}`);
    return !["pending", "approved", "executing"].includes(status);
  });
}

function stopped(client: Client, conversation: string): Promise<unknown> {
  return eventually(
    `${conversation} has come to a stop`,
    async () => {
      const path = `/api/conversations/${encodeURIComponent(conversation)}`;
      return (await client.json<{ status: string }>("GET", path)).status !== "running";
    },
    TURN_MS,
  );
}

function seenOf({ tool, arguments: given, effects }: Approval): Seen["cards"][number] {
  const words = JSON.stringify([given, effects.map(({ document }) => document)]);
  return { tool, words, urgent: given["urgent"] === true };
}

/** What was said last to who spoke last, and what they were asked. */
async function answerOf({ last }: Played): Promise<string> {
  if (last === null) return "";
  const messages = (await last.client.messages(last.conversation)).slice(last.from);
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
