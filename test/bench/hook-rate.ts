/**
 * HOOK-RATE: texts as the phone system delivers them, signed, at a fixed rate whatever the answers take: most from many people in turn, every
 * fifth from somebody who writes ten at once. How long until each is acknowledged, counted from when it was due, and whether each came into one run.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { messageReceived, sign, type Delivery } from "../../sandbox/quo/signing.ts";
import { ALDER } from "../../sandbox/world/company.ts";
import type { Message } from "../../src/agent/api/message.ts";
import { eventually, type Client } from "../support/client.ts";
import { spread, type Spread } from "./figures.ts";
import { says, script } from "../support/scripted.ts";

const BURST = 10;
/** People who write in bursts, and those who write alone. */
const BURSTING = 4;
const PEOPLE = 200;
const SHAPES = ["v4", "2026-03-30", "v3"] as const;
const [LINE] = ALDER.quo.lines;
const [SECRET] = ALDER.quo.webhookSecrets;
const ACCOUNT = { tenant: ALDER, records: { contacts: [], messages: [], calls: [], webhooks: [] } };
/** Texts gather first, and then a run for each person is to be had. */
const ALL_READ_MS = 240_000;
const PARALLEL_LOOKS = 8;

/** Times in ms from when a delivery was due to its answer. */
export interface HookRate extends Spread {
  readonly perSecond: number;
  readonly seconds: number;
  readonly worst: number;
  /** The same deliveries at a bare Worker that checks the signature and writes one row. */
  readonly bare: Spread;
  /** From the last delivery to the start of the last run. */
  readonly lastRunSeconds: number;
  /** Deliveries not answered with 200. */
  readonly refused: number;
  /** Texts that are not exactly once in their conversation, or whose turn is not exactly one run. */
  readonly astray: number;
  readonly runs: number;
}

/** Where texts went. */
interface Went {
  readonly astray: number;
  readonly runs: number;
  readonly lastStartMs: number;
}

interface DueText {
  readonly dueMs: number;
  readonly from: string;
  readonly words: string;
}

/** The rate of one bench. */
interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
}

interface Answered {
  readonly status: number;
  readonly tookMs: number;
}

/** Delivers texts to the bare Worker and then to the product, waits until the agent has read them all, and looks where each has gone. */
export async function measureHookRate(
  client: Client,
  { sandboxUrl, bareUrl }: { readonly sandboxUrl: string; readonly bareUrl: string },
  rate: Rate,
): Promise<HookRate> {
  const marker = `bench-hook-${randomUUID()}`;
  const texts = dueTexts(marker, rate);
  await script(
    sandboxUrl,
    marker,
    texts.map(() => says("[NO_ACTION_NEEDED] A bench.")),
  );
  const atBare = await deliverAll(bareUrl, texts);
  if (atBare.some(({ status }) => status !== 200)) throw new Error("the bare Worker refused a delivery");
  // The first delivery opens what stays open: secrets, the database, the people's names.
  const webhook = `${client.appUrl}/webhooks/quo/${ALDER.quo.connectionId}`;
  await deliver(webhook, { dueMs: 0, from: "+14125552999", words: `Before all others. ${marker}` });
  const answers = await deliverAll(webhook, texts);
  const deliveredAtMs = Date.now();
  const { astray, runs, lastStartMs } = await whereTheyWent(client, texts);
  const tookMs = answers.map((answer) => answer.tookMs);
  return {
    ...rate,
    ...spread(tookMs),
    bare: spread(atBare.map((answer) => answer.tookMs)),
    lastRunSeconds: Math.max(0, lastStartMs - deliveredAtMs) / 1000,
    worst: Math.max(...tookMs),
    refused: answers.filter(({ status }) => status !== 200).length,
    astray,
    runs,
  };
}

/** In each second, the burst comes at its middle and the others evenly. */
function dueTexts(marker: string, { perSecond, seconds }: Rate): DueText[] {
  const alone = perSecond - BURST;
  return Array.from({ length: seconds * perSecond }, (_, index) => {
    const second = Math.floor(index / perSecond);
    const place = index % perSecond;
    const isAlone = place < alone;
    return {
      dueMs: (second + (isAlone ? place / alone : 0.5)) * 1000,
      from: `+1412555${isAlone ? 3000 + ((second * alone + place) % PEOPLE) : 2000 + (second % BURSTING)}`,
      words: `Text ${index} of a bench. ${marker}`,
    };
  });
}

/** Delivers each at its time, whatever the answers take. */
async function deliverAll(url: string, texts: readonly DueText[]): Promise<Answered[]> {
  const begunAt = performance.now();
  return Promise.all(
    texts.map(async (text) => {
      await sleep(Math.max(0, begunAt + text.dueMs - performance.now()));
      const status = await deliver(url, text);
      return { status, tookMs: performance.now() - begunAt - text.dueMs };
    }),
  );
}

async function deliver(url: string, text: DueText): Promise<number> {
  const { body, headers } = delivery(text);
  const answer = await fetch(url, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

function delivery({ from, words }: DueText): Delivery {
  const event = { id: `EV${randomUUID()}`, nowMs: Date.now() };
  const message = {
    id: `AC${randomUUID()}`,
    phoneNumberId: LINE?.phoneNumberId ?? "",
    participant: from,
    direction: "incoming",
    text: words,
    userId: "USdana0001",
    createdAt: new Date(event.nowMs).toISOString(),
  } as const;
  const shape = SHAPES[event.nowMs % SHAPES.length] ?? "v4";
  return sign(shape, SECRET, JSON.stringify(messageReceived(ACCOUNT, message, shape, event)), event);
}

async function whereTheyWent(client: Client, texts: readonly DueText[]): Promise<Went> {
  const wanted = Map.groupBy(texts, ({ from }) => from);
  const people = [...wanted.keys()];
  const untilMs = performance.now() + ALL_READ_MS;
  let [astray, runs, lastStartMs] = [0, 0, 0];
  const look = async (): Promise<void> => {
    for (let person = people.shift(); person !== undefined; person = people.shift()) {
      const words = (wanted.get(person) ?? []).map((text) => text.words);
      const found = await read(client, `sms:${person}`, { words, untilMs });
      astray += found.astray;
      runs += found.runs;
      lastStartMs = Math.max(lastStartMs, found.lastStartMs);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_LOOKS }, look));
  return { astray, runs, lastStartMs };
}

/** Waits until the agent has read everything in a conversation, as long as there is hope, and counts what is not as it should be. */
async function read(
  client: Client,
  conversationId: string,
  { words: wanted, untilMs }: { readonly words: readonly string[]; readonly untilMs: number },
): Promise<Went> {
  const path = `/api/conversations/${encodeURIComponent(conversationId)}`;
  const messages = await eventually(
    `the agent has read ${conversationId}`,
    async () => {
      const { items } = await client.json<{ items: Message[] }>("GET", `${path}/messages?limit=200`);
      const isRead = items.at(-1)?.role === "assistant" && items.every(({ queued }) => queued !== true);
      return isRead && textsOf(items).length >= wanted.length ? items : null;
    },
    Math.max(1000, untilMs - performance.now()),
  ).catch(() => []);
  const came = Map.groupBy(textsOf(messages), ({ words }) => words);
  const turns = new Set(textsOf(messages).map(({ turnId }) => turnId));
  const query = new URLSearchParams({ conversationId, limit: "100" });
  const { items: runs } = await client.json<{ items: { startedAt: string }[] }>(
    "GET",
    `/api/runs?${query.toString()}`,
  );
  const astray = wanted.filter((words) => came.get(words)?.length !== 1).length;
  return {
    astray: runs.length === turns.size ? astray : wanted.length,
    runs: runs.length,
    lastStartMs: Math.max(0, ...runs.map(({ startedAt }) => Date.parse(startedAt))),
  };
}

function textsOf(messages: readonly Message[]): { words: string; turnId: string | undefined }[] {
  return messages
    .filter(({ author }) => author.kind === "contact")
    .map(({ parts, turnId }) => ({ words: wordsOf(parts[0]), turnId }));
}

function wordsOf(part: Message["parts"][number] | undefined): string {
  return part !== undefined && "text" in part && typeof part.text === "string" ? part.text : "";
}
