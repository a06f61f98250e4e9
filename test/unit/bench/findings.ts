/** Findings of a bench within every bound, but for what a test changes. */
import type { Findings } from "../../bench/promises.ts";

export function findings(change: {
  firstTextMs?: number;
  upBytes?: number;
  observerBytes?: number;
  p99?: number;
  hookP95?: number;
  hookBareP95?: number;
  lastRunSeconds?: number;
  wholeMs?: number;
  workerStartUpMs?: number;
  warmStartSeconds?: number;
  beltTokens?: number;
  files?: Partial<Record<"search" | "list" | "context" | "write", number>>;
  toolCall?: number;
  toolHooks?: number;
  mcpCall?: number;
  newTokens?: number;
  messageBytes?: number;
  refused?: number;
  astray?: number;
}): Findings {
  const turn = (firstTextMs: number, wholeMs = change.wholeMs ?? 34) => ({
    firstTextMs,
    wholeMs,
    upBytes: change.upBytes ?? 130,
    downBytes: 4_000,
    observerBytes: change.observerBytes ?? 4_000,
    bareMs: 5,
    bareWholeMs: 8,
  });
  const spread = (p50: number) => ({ p50, p95: 2 * p50, samples: 40 });
  const request = {
    name: "who I am",
    newMs: 10,
    grownMs: 20,
    newBytes: 500,
    grownBytes: 900,
    isList: false,
  };
  return {
    series: [
      { product: "bare", history: 0, turns: [turn(5)] },
      { product: "steward", history: 100, turns: [turn(12), turn(12)] },
      { product: "ai-chat", history: 100, turns: [turn(16, 43)] },
      { product: "ai-chat", history: 5_000, turns: [turn(150, 230)] },
      {
        product: "steward",
        history: 5_000,
        turns: [turn(change.firstTextMs ?? 13), turn(change.firstTextMs ?? 13)],
      },
    ],
    httpAck: { p50: 20, p95: 30, samples: 40 },
    fanOut: { watchers: 200, frames: 5_000, p50: 20, p99: change.p99 ?? 90, worst: 150 },
    hookRate: {
      perSecond: 50,
      seconds: 20,
      p50: 12,
      p95: change.hookP95 ?? 40,
      bare: { p50: 10, p95: change.hookBareP95 ?? 60, samples: 1_000 },
      lastRunSeconds: change.lastRunSeconds ?? 30,
      worst: 90,
      samples: 1_000,
      refused: change.refused ?? 0,
      astray: change.astray ?? 0,
      runs: 204,
    },
    cache: {
      turns: 60,
      readTokens: 990,
      inputTokens: 1_000,
      share: 0.99,
      intactTurns: 60,
      beltTokens: change.beltTokens ?? 7_000,
    },
    workspace: {
      files: 10_000,
      search: spread(change.files?.search ?? 30),
      list: spread(change.files?.list ?? 12),
      context: spread(change.files?.context ?? 8),
      contextAnew: spread(40),
      write: spread(change.files?.write ?? 15),
    },
    turnCosts: {
      toolCall: { p50: 6, p95: change.toolCall ?? 12, samples: 96 },
      hooks: { p50: 1, p95: change.toolHooks ?? 4, samples: 96 },
      mcpCall: { p50: 10, p95: change.mcpCall ?? 20, samples: 60 },
      followUps: { turns: 12, sentTokens: 10_000, newTokens: change.newTokens ?? 900 },
    },
    storage: { conversationBytes: 200_000, messageBytes: change.messageBytes ?? 2_000 },
    clicks: [{ route: "/approvals", answeredMs: 30, shownMs: 90 }],
    growth: {
      size: { conversations: 10, texts: 10, contacts: 10, files: 10, approvals: 10 },
      requests: [request, { ...request, name: "texts", isList: true }],
      tick: { newMs: 10, grownMs: 20 },
      rebuild: { items: 10, seconds: 1, slowestSearchMs: 20 },
      memory: { beforeMiB: 100, afterMiB: 110 },
    },
    warmStartSeconds: change.warmStartSeconds ?? 5,
    workerStartUpMs: change.workerStartUpMs ?? 90,
  };
}
