/**
 * GROWTH: each request the pages make, asked by a team with years behind it and by a new one in turn, on one running product, so that noise hits both alike;
 * the search index made anew; and a minute of the clock.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { moveFilesIn } from "../../../scripts/demo-workspace.ts";
import { registerDemoWebhooks } from "../../../scripts/demo-webhooks.ts";
import type { Stack } from "../../../scripts/stack.ts";
import { ALDER, HARBOR } from "../../../sandbox/world/company.ts";
import type { SearchStatus } from "../../../src/platform/api/search.ts";
import { controlAt, eventually, signInAs, type Client } from "../../support/client.ts";
import { proposeTexts } from "../../support/scripted.ts";
import { quantile } from "../figures.ts";
import { BUSIEST, growTeam, type TeamSize } from "./grow-team.ts";

const WARM_UPS = 1;
const SETTLED_MS = 3_000;
const MINUTE_WORK_MS = 240_000;

/** One request of a page. Times in ms, the middle of all rounds. */
export interface RequestFigures {
  readonly name: string;
  readonly newMs: number;
  readonly grownMs: number;
  readonly newBytes: number;
  readonly grownBytes: number;
  readonly isList: boolean;
}

/** What growth does. */
export interface Growth {
  readonly size: TeamSize;
  readonly requests: readonly RequestFigures[];
  /** Work of one minute of the clock, in ms, all kinds together. */
  readonly tick: { readonly newMs: number; readonly grownMs: number };
  readonly rebuild: {
    readonly items: number;
    readonly seconds: number;
    /** The slowest search that was asked meanwhile, in ms. */
    readonly slowestSearchMs: number;
  };
  /** Resident memory of the app in MiB: once grown and warm, and after all requests. */
  readonly memory: { readonly beforeMiB: number; readonly afterMiB: number };
}

interface Team {
  readonly client: Client;
  readonly tenantId: string;
  /** What is asked for by id, filled in once known. */
  readonly known: Record<"conversation" | "approval" | "run" | "contact" | "path" | "cursor", string>;
}

type Ask = (known: Team["known"]) => string;

/** Every request of a page that reads what grows; lists are what has pages. */
const LISTS: Readonly<Record<string, Ask>> = {
  conversations: () => "/api/conversations?limit=50",
  "conversations, next page": ({ cursor }) => `/api/conversations?limit=50${cursor}`,
  "conversations with a word": () => "/api/conversations?limit=50&q=maria",
  "approvals, open": () => "/api/approvals?status=open&limit=30",
  "approvals, recent": () =>
    "/api/approvals?status=done,failed,not_done,rejected,expired,stale,withdrawn&limit=30",
  "approvals of a conversation": ({ conversation }) =>
    `/api/approvals?conversationId=${conversation}&limit=5`,
  activity: () => "/api/runs?limit=40",
  "runs of a conversation": ({ conversation }) => `/api/runs?conversationId=${conversation}&limit=200`,
  notifications: () => "/api/notifications?limit=30",
  "texts of one number": () => `/api/texts/${encodeURIComponent(BUSIEST)}?limit=60`,
  contacts: () => "/api/contacts?limit=50",
  "contacts with a word": () => "/api/contacts?limit=50&q=maria",
  "a contact's timeline": ({ contact }) => `/api/contacts/${contact}/timeline`,
  "search, common words": () => "/api/search?q=water%20heat",
  "search, one common word": () => "/api/search?q=water",
  "palette: search while typing": () => "/api/search?q=wat&typing=1&limit=6",
  "palette: contacts": () => "/api/contacts?q=mar&brief=1&limit=6",
  "folder of files": ({ path }) => `/api/workspace/ls?path=${path}&limit=180`,
  "search in files, a word of all": () => "/api/workspace/search?q=the&limit=60",
  "search in files, a word of none": () => "/api/workspace/search?q=zeppelin&limit=60",
  "deleted files": () => "/api/workspace/deleted?limit=50",
  "e-mails": () => "/api/mails?limit=30",
  audit: () => "/api/audit?limit=50",
  hooks: () => "/api/hooks?limit=50",
  schedules: () => "/api/schedules",
};
const OTHERS: Readonly<Record<string, Ask>> = {
  "an approval": ({ approval }) => `/api/approvals/${approval}`,
  "a run": ({ run }) => `/api/runs/${run}`,
  "a contact": ({ contact }) => `/api/contacts/${contact}`,
  "what prompts hold of files": () => "/api/workspace/context",
  "direct text": () => `/api/texts/${encodeURIComponent(BUSIEST)}/direct`,
  usage: () => "/api/usage",
  skills: () => "/api/skills",
  "skills' use": () => "/api/skills/uses",
  mailboxes: () => "/api/mail",
  "search index": () => "/api/search/status",
  "who I am": () => "/api/me",
};

/** How much one bench does. */
interface GrowthPlan {
  readonly size: TeamSize;
  readonly rounds: number;
  /** After a tick, until its work is read. */
  readonly minuteMs: number;
}

/** Makes the two teams on a product just started, and measures. */
export async function measureGrowth(
  stack: Stack,
  dataDir: string,
  { size, rounds, minuteMs }: GrowthPlan,
  say: (line: string) => void,
): Promise<Growth> {
  const { appUrl, sandboxUrl } = stack;
  const signIn = async (email: string, tenantId: string): Promise<Team> => ({
    client: await signInAs(appUrl, sandboxUrl, email),
    tenantId,
    known: { conversation: "", approval: "", run: "", contact: "", path: "areas", cursor: "" },
  });
  const grown = await signIn("dana@alderfinch.example", ALDER.id);
  const fresh = await signIn("ruth@harborlight.example", HARBOR.id);
  const teams = [fresh, grown];
  await firstDay(stack, teams);
  await stack.killApp();
  growTeam(dataDir, grown.tenantId, size, say);
  await stack.startApp();
  await sleep(SETTLED_MS);

  const rebuild = await makeIndexAnew(grown.client, say);
  await makeIndexAnew(fresh.client, say);
  await Promise.all(teams.map(getToKnow));
  const beforeMiB = await stack.appMemoryMiB();
  const requests = await measureRequests(teams, rounds, say);
  const afterMiB = await stack.appMemoryMiB();
  const tick = await minute(stack, teams, minuteMs);
  say(`a minute of the clock: ${tick.newMs} and ${tick.grownMs} ms; memory ${beforeMiB} and ${afterMiB} MiB`);
  return { size, requests, tick, rebuild, memory: { beforeMiB, afterMiB } };
}

/** What a team's first day leaves: files, contacts, a text that came in, one that was sent and one that waits. */
async function firstDay(stack: Stack, teams: readonly Team[]): Promise<void> {
  await moveFilesIn(stack);
  await registerDemoWebhooks(stack);
  for (const { client, tenantId } of teams) {
    await textComesIn(stack, tenantId, "Is the water back on?");
    const numbers = await eventually("the contacts are read", async () => {
      await stack.tick();
      return outsiders(client);
    });
    const { approvals } = await proposeTexts(stack.sandboxUrl, client, [
      { to: numbers[0] ?? "", text: "The water is back on today." },
      { to: numbers[1] ?? "", text: "The heat is looked at tomorrow." },
    ]);
    const [first] = approvals;
    if (first === undefined) throw new Error("no approval");
    await client.json("POST", `/api/approvals/${first.id}/decision`, {
      decision: "approve",
      effectHash: first.effectHash,
    });
    await eventually("the first text is sent", async () => {
      await stack.tick();
      const { status } = await client.json<{ status: string }>("GET", `/api/approvals/${first.id}`);
      return status === "done";
    });
    await eventually("the text is there", async () => {
      const path = `/api/texts/${encodeURIComponent(BUSIEST)}?limit=1`;
      return (await client.request("GET", path)).ok;
    });
  }
  await sleep(SETTLED_MS);
}

/** Numbers of two contacts that are no colleagues; null until they are read. */
async function outsiders(client: Client): Promise<string[] | null> {
  const { items } = await client.json<{ items: { id: string; internal: boolean }[] }>(
    "GET",
    "/api/contacts?limit=100",
  );
  const people = items.filter(({ internal }) => !internal).slice(0, 6);
  const found = await Promise.all(
    people.map(({ id }) =>
      client.json<{ numbers: { number: string }[] }>("GET", `/api/contacts/${encodeURIComponent(id)}`),
    ),
  );
  const numbers = [...new Set(found.flatMap(({ numbers: [first] }) => first?.number ?? []))];
  return numbers.length < 2 ? null : numbers;
}

/** Has the index made anew, and asks it all the while. */
async function makeIndexAnew(client: Client, say: (line: string) => void): Promise<Growth["rebuild"]> {
  const startedAt = performance.now();
  await client.json("POST", "/api/search/rebuild");
  let slowestSearchMs = 0;
  for (;;) {
    const askedAt = performance.now();
    await client.json("GET", "/api/search?q=water%20heat");
    slowestSearchMs = Math.max(slowestSearchMs, performance.now() - askedAt);
    const { items, rebuild } = await client.json<SearchStatus>("GET", "/api/search/status");
    if (rebuild === null) {
      const seconds = (performance.now() - startedAt) / 1000;
      say(
        `${items} items indexed in ${seconds.toFixed(0)} s, slowest search ${slowestSearchMs.toFixed(0)} ms`,
      );
      return { items, seconds, slowestSearchMs };
    }
    await sleep(200);
  }
}

async function getToKnow({ client, known }: Team): Promise<void> {
  const first = async (path: string): Promise<Record<string, string>> =>
    (await client.json<{ items: Record<string, string>[] }>("GET", path)).items[0] ?? {};
  const conversations = await client.json<{ items: { id: string }[]; nextCursor: string | null }>(
    "GET",
    "/api/conversations?limit=50",
  );
  const approval = await first("/api/approvals?limit=1");
  known.conversation = encodeURIComponent(approval["conversationId"] ?? "");
  const { nextCursor } = conversations;
  known.cursor = nextCursor === null ? "" : `&cursor=${encodeURIComponent(nextCursor)}`;
  known.approval = approval["id"] ?? "";
  known.run = (await first("/api/runs?limit=1"))["id"] ?? "";
  known.contact = encodeURIComponent(BUSIEST);
  const { items } = await client.json<{ items: { path: string; type?: string; kind?: string }[] }>(
    "GET",
    "/api/workspace/ls?path=areas&limit=200",
  );
  known.path = items.find(({ path }) => path.includes("topic-7"))?.path ?? "areas";
}

async function measureRequests(
  teams: readonly Team[],
  rounds: number,
  say: (line: string) => void,
): Promise<RequestFigures[]> {
  const figures: RequestFigures[] = [];
  for (const isList of [true, false]) {
    for (const [name, ask] of Object.entries(isList ? LISTS : OTHERS)) {
      const [before, after] = await measureRequest(teams, ask, rounds);
      if (before === undefined || after === undefined) throw new Error("two teams are compared");
      figures.push({
        name,
        isList,
        newMs: before.ms,
        grownMs: after.ms,
        newBytes: before.bytes,
        grownBytes: after.bytes,
      });
      say(
        `${name}: ${before.ms.toFixed(0)} and ${after.ms.toFixed(0)} ms, ${(after.bytes / 1024).toFixed(1)} KiB`,
      );
    }
  }
  return figures;
}

/** The teams ask in turn. */
async function measureRequest(
  teams: readonly Team[],
  ask: Ask,
  rounds: number,
): Promise<{ ms: number; bytes: number }[]> {
  const taken = teams.map((team) => ({ team, times: [] as number[], bytes: 0 }));
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const one of taken) {
      const path = ask(one.team.known);
      const startedAt = performance.now();
      const answer = await one.team.client.request("GET", path);
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
      if (round >= 0) one.times.push(performance.now() - startedAt);
      one.bytes = Buffer.byteLength(body);
    }
  }
  return taken.map(({ times, bytes }) => ({ ms: quantile(times, 0.5), bytes }));
}

/** One minute of the clock, with a text that has just come in: how long the work of each team took. Throws where nothing was worked on. */
async function minute(stack: Stack, teams: readonly Team[], minuteMs: number): Promise<Growth["tick"]> {
  // Only its end is kept.
  const end = stack.appLog().slice(-500);
  for (const { tenantId } of teams) await textComesIn(stack, tenantId, "And the heat?");
  await stack.tick();
  await sleep(minuteMs);
  return eventually(
    "the clock worked for both teams",
    () => {
      const lines = (stack.appLog().split(end).at(-1) ?? "").matchAll(/\{"event":"clock.worked"[^}]*\}/g);
      const spent = new Map<string, number>();
      for (const [line] of lines) {
        const { tenantId, durationMs } = JSON.parse(line) as { tenantId: string; durationMs: number };
        spent.set(tenantId, (spent.get(tenantId) ?? 0) + durationMs);
      }
      const [newMs, grownMs] = teams.map(({ tenantId }) => spent.get(tenantId));
      return Promise.resolve(newMs === undefined || grownMs === undefined ? null : { newMs, grownMs });
    },
    MINUTE_WORK_MS,
  );
}

function textComesIn(stack: Stack, tenantId: string, text: string): Promise<unknown> {
  const { quo } = tenantId === ALDER.id ? ALDER : HARBOR;
  const to = quo.lines[0]?.phoneNumberId;
  return controlAt(stack.sandboxUrl, "inbound/sms", { from: BUSIEST, to, text });
}
