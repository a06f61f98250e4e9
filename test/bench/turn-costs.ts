/**
 * OVERHEAD and SESSION: what a turn costs beside its model. Hooks and all else around a tool call from the run's own trace, a call at the
 * MCP door as a client sees it, what a follow-up needs anew by the model's accounting, and what conversations keep on disk.
 */
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { RunTrace } from "../../src/agent/runs/index.ts";
import { eventually, type Client } from "../support/client.ts";
import { says, script } from "../support/scripted.ts";
import { spread, type Spread } from "./figures.ts";
import type { MeteredSocket } from "./metered-socket.ts";
import { conversationFiles } from "./seed-history.ts";
import { openPage, saying } from "./steward.ts";

/** Looked for one after another in a turn: the tool only compares words, so what is measured is what is around it. */
const LOOK_UPS = [
  "move a calendar event",
  "archive an e-mail",
  "pause a schedule",
  "add a task to a project",
  "change a contact",
  "write a document",
  "close a conversation",
  "read a spreadsheet",
];
/** Calls and turns before the counted ones, which open what stays open. */
const WARM_UP_CALLS = 3;
const WARM_UP_TURNS = 1;
/** A team of years. */
const CONVERSATIONS = 10_000;
const MESSAGES = 1_000_000;

/** Times in ms, sizes in bytes. */
export interface TurnCosts {
  /** From one answer of the model to the next request, for each tool call between them. */
  readonly toolCall: Spread;
  /** All hooks of one tool call. */
  readonly hooks: Spread;
  /** A query of projects at the MCP door, the query included. */
  readonly mcpCall: Spread;
  /** Follow-up questions about projects. */
  readonly followUps: { readonly turns: number; readonly sentTokens: number; readonly newTokens: number };
}

export interface SessionStorage {
  /** What a conversation takes before its first message, and each message of a long one. */
  readonly conversationBytes: number;
  readonly messageBytes: number;
}

/** Takes turns with tool calls, calls at the MCP door, and asks follow-up questions. */
export async function measureTurnCosts(
  client: Client,
  sandboxUrl: string,
  { turns, calls }: { readonly turns: number; readonly calls: number },
): Promise<TurnCosts> {
  const traces = await withTools(client, sandboxUrl, turns);
  return {
    toolCall: spread(traces.flatMap(({ steps }) => overheads(steps))),
    hooks: spread(traces.flatMap(({ steps }) => hookTimes(steps))),
    mcpCall: spread(await atMcp(client, calls)),
    followUps: await followUps(client, sandboxUrl, turns),
  };
}

type Step = Pick<RunTrace["steps"][number], "kind" | "at" | "durationMs" | "detail">;

/** What each tool call adds between two model calls. */
export function overheads(steps: readonly Step[]): number[] {
  const models = steps.flatMap((step, index) => (step.kind === "model" ? [index] : []));
  return models.slice(1).flatMap((next, index) => {
    const [from, to] = [steps[models[index] ?? 0], steps[next]];
    const tools = steps.slice(models[index], next).filter(({ kind }) => kind === "tool");
    if (from === undefined || to === undefined || tools.length === 0) return [];
    return [(Date.parse(to.at) - Date.parse(from.at) - from.durationMs) / tools.length];
  });
}

/** The hooks of each tool call, added up. A call's hooks follow it in the trace. */
export function hookTimes(steps: readonly Step[]): number[] {
  const times: number[] = [];
  for (const { kind, durationMs, detail } of steps) {
    if (kind === "tool") times.push(0);
    if (kind === "hook" && typeof detail["tool"] === "string")
      times[times.length - 1] = (times.at(-1) ?? 0) + durationMs;
  }
  return times;
}

/** Turns of one conversation that look for tools, and their traces. */
async function withTools(client: Client, sandboxUrl: string, turns: number): Promise<RunTrace[]> {
  const conversationId = randomUUID();
  const page = await openPage(client, conversationId);
  for (let turn = -WARM_UP_TURNS; turn < turns; turn++) {
    const marker = `bench-tools-${randomUUID()}`;
    const calls = LOOK_UPS.map((query) => ({
      content: [
        {
          type: "tool_use",
          id: `toolu_${randomUUID().replaceAll("-", "_")}`,
          name: "find_tools",
          input: { query },
        },
      ],
      stopReason: "tool_use",
    }));
    await script(sandboxUrl, marker, [...calls, says("All of it is there.")]);
    await taken(page, `Which of these could you do? ${marker}`);
  }
  page.close();
  return (await tracesOf(client, conversationId, turns + WARM_UP_TURNS)).slice(WARM_UP_TURNS);
}

async function taken(page: MeteredSocket, words: string): Promise<void> {
  const ended = page.until("the end of the turn", (text) => {
    if (text.includes('"type":"turn.failed"')) throw new Error(text);
    return text.includes('"type":"turn.finished"');
  });
  page.send(saying(words));
  await ended;
  await page.quiet();
}

/** The finished runs of a conversation, oldest first. */
async function tracesOf(client: Client, conversationId: string, turns: number): Promise<RunTrace[]> {
  const query = new URLSearchParams({ conversationId, limit: "100" });
  return eventually("the runs' traces are on record", async () => {
    const { items } = await client.json<{ items: { id: string; finishedAt: string | null }[] }>(
      "GET",
      `/api/runs?${query.toString()}`,
    );
    if (items.filter(({ finishedAt }) => finishedAt !== null).length < turns) return null;
    const traces = await Promise.all(
      items.map(({ id }) => client.json<RunTrace>("GET", `/api/runs/${encodeURIComponent(id)}`)),
    );
    const isWhole = traces.every(
      ({ steps, modelCalls }) => steps.filter(({ kind }) => kind === "model").length === modelCalls,
    );
    return isWhole ? traces.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt)) : null;
  });
}

async function atMcp(client: Client, calls: number): Promise<number[]> {
  const { id, token } = await client.json<{ id: string; token: string }>("POST", "/api/mcp/tokens", {
    name: "Bench",
    scopes: ["records:read"],
    days: 30,
  });
  const call = async (): Promise<void> => {
    const answer = await fetch(`${client.appUrl}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "pm_query", arguments: { entity: "projects", fields: ["id", "name"], limit: 5 } },
      }),
    });
    const { result } = (await answer.json()) as { result?: { isError?: boolean } };
    if (result === undefined || result.isError === true) throw new Error("the call at the MCP door failed");
  };
  const times: number[] = [];
  for (let index = -WARM_UP_CALLS; index < calls; index++) {
    const startedAt = performance.now();
    await call();
    if (index >= 0) times.push(performance.now() - startedAt);
  }
  await client.json("DELETE", `/api/mcp/grants/${id}`);
  return times;
}

async function followUps(client: Client, sandboxUrl: string, turns: number): Promise<TurnCosts["followUps"]> {
  const conversationId = randomUUID();
  await client.json("POST", "/api/conversations", { id: conversationId, agent: "nl-query" });
  const page = await openPage(client, conversationId);
  const questions = [
    "Which tasks are overdue?",
    ...Array.from({ length: turns }, () => "Who has the top 3?"),
  ];
  for (const question of questions) {
    const marker = `bench-follow-up-${randomUUID()}`;
    await script(sandboxUrl, marker, [says("Three are: the roof, the lobby and the east stairs.")]);
    await taken(page, `${question} ${marker}`);
  }
  page.close();
  const [, ...later] = await tracesOf(client, conversationId, questions.length);
  const sum = (of: (run: RunTrace) => number): number => later.reduce((total, run) => total + of(run), 0);
  const newTokens = sum(({ inputTokens, cacheWriteTokens }) => inputTokens + cacheWriteTokens);
  const readTokens = sum(({ cacheReadTokens }) => cacheReadTokens);
  return { turns: later.length, sentTokens: newTokens + readTokens, newTokens };
}

/** What the shortest and the longest history take on disk. The app must be down. */
export async function measureStorage(
  dataDir: string,
  conversations: ReadonlyMap<number, string>,
): Promise<SessionStorage> {
  const files = await conversationFiles(dataDir);
  const sizes = [...conversations]
    .toSorted(([one], [other]) => one - other)
    .map(([messages, id]) => ({ messages, bytes: sizeOf(files.get(id) ?? "") }));
  const [short, long] = [sizes[0], sizes.at(-1)];
  if (short === undefined || long === undefined) throw new Error("no histories");
  const messageBytes = (long.bytes - short.bytes) / (long.messages - short.messages);
  return { messageBytes, conversationBytes: short.bytes - messageBytes * short.messages };
}

function sizeOf(path: string): number {
  const database = new DatabaseSync(path);
  try {
    const [pages, size] = ["page_count", "page_size"].map((pragma) =>
      Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]),
    );
    return (pages ?? Number.NaN) * (size ?? Number.NaN);
  } finally {
    database.close();
  }
}

/** What conversations of a team of years take, in GB. */
export function yearsGb({ conversationBytes, messageBytes }: SessionStorage): number {
  return (CONVERSATIONS * conversationBytes + MESSAGES * messageBytes) / 1e9;
}
