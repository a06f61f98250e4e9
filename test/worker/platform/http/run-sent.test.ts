/** What left by look-ups stands on the run's page. */
import { beforeEach, expect, it } from "vitest";
import { tenantDb } from "../../../../src/platform/db/index.ts";
import { NO_FIGURES, runRecord, stepRecords, type TraceStep } from "../../../../src/agent/runs/index.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const AT = "2026-11-24T10:00:00.000Z";
const db = () => tenantDb(testEnv, "tenant_alder");

beforeEach(freshWorld);

const hook = (sent?: { to: string; sizeBytes: number }): TraceStep => ({
  kind: "hook",
  name: "egress",
  status: "ok",
  at: AT,
  durationMs: 0,
  detail: { phase: "before", rule: null, ...(sent === undefined ? {} : { sent }) },
});

async function record(id: string, parentRunId: string | undefined, steps: readonly TraceStep[]) {
  await db().batch([
    runRecord(db(), {
      id,
      parentRunId,
      conversationId: "chat_1",
      agent: "steward",
      trigger: "web_chat",
      startedBy: "user:dana",
      status: "finished",
      end: null,
      figures: NO_FIGURES,
      attempts: 1,
      startedAt: AT,
      finishedAt: AT,
      timeZone: "UTC",
    }),
    ...stepRecords(
      db(),
      id,
      steps.map((step, position) => ({ position, step })),
    ),
  ]);
}

it("a run says how much its look-ups and its sub-runs' sent where, the most first, and nothing of what was refused", async () => {
  await record("run_1", undefined, [
    hook({ to: "web", sizeBytes: 40 }),
    hook(),
    hook({ to: "servers crm", sizeBytes: 900 }),
    hook({ to: "web", sizeBytes: 2 }),
  ]);
  await record("run_2", "run_1", [hook({ to: "mail", sizeBytes: 60 })]);
  await record("run_3", undefined, [hook()]);
  const cookie = await signIn("dana@alderfinch.example");
  const sentOf = async (id: string): Promise<unknown> =>
    (await (await request(`/api/runs/${id}`, { headers: { cookie } })).json<{ sent: unknown }>()).sent;
  expect(await sentOf("run_1")).toEqual([
    { to: "servers crm", title: "Tool server “crm”", sizeBytes: 900 },
    { to: "mail", title: "E-mail", sizeBytes: 60 },
    { to: "web", title: "Web search", sizeBytes: 42 },
  ]);
  expect(await sentOf("run_3")).toEqual([]);
});
