/** A question whose answer nobody waits for any longer ends, whatever its model does. */
import { expect, it } from "vitest";
import { draftJudge } from "../../../src/agent/agents/draft-judge.ts";
import { runAgent } from "../../../src/agent/run-agent.ts";
import { memoryJournal, RunWriter } from "../../../src/agent/runs/index.ts";
import { systemClock } from "../../../src/kernel/clock.ts";
import { silentLogger } from "../../../src/kernel/log.ts";

type Run = Parameters<typeof runAgent>[1];
type World = Parameters<typeof runAgent>[0];

const NO_DISPLAY = new Proxy({}, { get: () => () => undefined }) as ReturnType<Run["display"]>;

async function asked(signal: AbortSignal): Promise<{ readonly end: unknown; readonly calls: number }> {
  let calls = 0;
  const journal = memoryJournal({ id: "r1", startedAt: new Date().toISOString(), question: [] });
  const world = {
    models: {},
    callModel: async (_: unknown, { signal: own }: { readonly signal: AbortSignal }) => {
      calls += 1;
      if (calls > 100) throw new Error("it goes round");
      if (!own.aborted)
        await new Promise((resolve) => own.addEventListener("abort", resolve, { once: true }));
      throw new Error("aborted");
    },
    admission: { admitModelStep: async () => ({ ok: true }), settle: async () => undefined },
    endHooks: async () => [],
    clock: systemClock,
    logger: silentLogger,
  } as unknown as World;
  const request = {
    model: "claude-haiku-5-5",
    maxTokens: 100,
    system: [{ type: "text", text: "Judge." }],
    messages: [{ role: "user", content: [{ type: "text", text: "A draft." }] }],
    tools: [],
    thinking: false,
    outputSchema: null,
  };
  const run = {
    agent: draftJudge,
    writer: new RunWriter(journal, systemClock),
    display: () => NO_DISPLAY,
    signal,
    request: async () => request,
    limits: async () => ({
      modelCalls: 2,
      toolCalls: 1,
      workMs: 600_000,
      costMicroUsd: Number.MAX_SAFE_INTEGER,
    }),
    canWait: false,
    lastCallNote: null,
    reservation: null,
  } as unknown as Run;
  return { end: await runAgent(world, run), calls };
}

it("ends a run whose model is silent when its time is up, and asks the model no more", async () => {
  const controller = new AbortController();
  const answer = asked(controller.signal);
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect(await answer).toMatchObject({ end: { reason: "failed", error: { code: "internal" } }, calls: 1 });
});

it("asks nothing for a run that is over before it began", async () => {
  expect(await asked(AbortSignal.abort())).toMatchObject({ end: { reason: "failed" }, calls: 0 });
});
