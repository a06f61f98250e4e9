import { expect, it } from "vitest";
import { endHooks } from "../../../src/agent/end-hooks.ts";
import { silentLogger } from "../../../src/kernel/log.ts";

const run = { id: "run-1", kind: "turn", conversationId: "c1", agent: "steward" } as const;
const FAILED = { reason: "failed", error: { code: "internal", message: "x" } } as const;
const DONE = { reason: "end_turn", error: null } as const;

function deps(change: { alertAdmins?: () => Promise<void> } = {}) {
  const done: string[] = [];
  return {
    done,
    clock: { now: () => Date.parse("2026-11-21T15:00:00Z") },
    logger: silentLogger,
    alertAdmins: async ({ runId }: { runId: string }) => void done.push(`alert ${runId}`),
    ...change,
  };
}

it("the decision at the end of a run is a step of its trace", async () => {
  const world = deps();
  const steps = await endHooks(world, { ...run, end: FAILED });
  expect(steps).toMatchObject([
    { kind: "hook", name: "alert", status: "admins alerted", detail: { phase: "end" } },
  ]);
  expect(world.done).toEqual(["alert run-1"]);
});

it("admins hear of a turn that failed, and of no other run", async () => {
  const world = deps();
  await endHooks(world, { ...run, end: DONE });
  await endHooks(world, { ...run, kind: "sub_run", end: FAILED });
  await endHooks(world, { ...run, kind: "question", end: FAILED });
  expect(world.done).toEqual([]);
});

it("a hook that fails says so in the trace", async () => {
  const world = deps({ alertAdmins: () => Promise.reject(new Error("D1 away")) });
  const steps = await endHooks(world, { ...run, end: FAILED });
  expect(steps.map(({ status }) => status)).toEqual(["failed"]);
  expect(world.done).toEqual([]);
});
