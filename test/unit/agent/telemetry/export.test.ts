/** A run that ended is sent as a trace, by the letter of OTLP (the sandbox's collector takes no other), and without a word of anybody's. */
import { beforeEach, expect, it } from "vitest";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { createOutsideHttp } from "../../../../src/platform/outside-http.ts";
import {
  NO_FIGURES,
  runRecord,
  stepRecords,
  type RunRecord,
  type TraceStep,
} from "../../../../src/agent/runs/index.ts";
import { exportRun } from "../../../../src/agent/telemetry/export.ts";
import type { Span } from "../../../../src/agent/telemetry/otlp.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { useSandbox } from "../../sandbox/world.ts";

const sandbox = useSandbox();
const STARTED = "2026-11-21T14:00:00.000Z";
const CANARIES = ["Boiler on fire", "+14125550142", "Maria", "secret-argument"];

let db: TenantDb;
beforeEach(() => {
  db = dbFor(nodeD1(), "tenant_alder");
});

const record = (change: Partial<RunRecord> = {}): RunRecord => ({
  id: "run-1",
  conversationId: "sms:+14125550142",
  agent: "steward",
  trigger: "sms",
  startedBy: "user_dana",
  status: "failed",
  end: { reason: "failed", error: { code: "upstream_failed", message: "Maria: Boiler on fire" } },
  figures: { ...NO_FIGURES, model: "claude-sonnet-5-5", costMicroUsd: 1_500 },
  attempts: 1,
  startedAt: STARTED,
  finishedAt: "2026-11-21T14:00:42.000Z",
  timeZone: "America/New_York",
  note: { disposition: "attention", preview: "Boiler on fire", outcome: "Maria waits" },
  ...change,
});
const step = (change: Partial<TraceStep>): TraceStep => ({
  kind: "model",
  name: "claude-sonnet-5-5",
  status: "tool_use",
  at: "2026-11-21T14:00:01.000Z",
  durationMs: 800,
  detail: {},
  ...change,
});

async function write(): Promise<void> {
  await db.batch([
    runRecord(db, record()),
    ...stepRecords(db, "run-1", [
      { position: 0, step: step({ detail: { inputTokens: 900, outputTokens: 20, requestId: "req_1" } }) },
      {
        position: 1,
        step: step({
          kind: "tool",
          name: "list_messages",
          status: "ok",
          detail: { input: "secret-argument" },
        }),
      },
      {
        position: 2,
        step: step({
          status: "failed",
          detail: { httpStatus: 529, problem: "overloaded_error", tries: 4, requestId: "req_2" },
        }),
      },
    ]),
    runRecord(
      db,
      record({ id: "sub-1", parentRunId: "run-1", agent: "finder", status: "finished", end: null }),
    ),
  ]);
}

const deps = () => ({
  db,
  http: createOutsideHttp({ allows: () => true, sleep: () => Promise.resolve() }),
  collector: { url: `${sandbox.url}/otlp/v1/traces`, headers: {} },
  version: "1.2.3",
  hashed: (id: string) => `hashed-${id.length}`,
});
const collected = async () => ((await sandbox.get("/control/otlp/spans")) as { spans: Span[] }).spans;
const valueOf = ({ attributes }: Span, key: string): string | undefined => {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  return value === undefined ? undefined : Object.values(value).join("");
};

it("sends a run, its steps and its sub-runs as one trace, and a repeat adds nothing", async () => {
  await write();
  await exportRun(deps(), "run-1");
  await exportRun(deps(), "run-1");
  const spans = await collected();
  expect(spans.map(({ name }) => name)).toEqual([
    "invoke_agent steward",
    "chat claude-sonnet-5-5",
    "execute_tool list_messages",
    "chat claude-sonnet-5-5",
    "invoke_agent finder",
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const [run, first, , failed, sub] = spans;
  if (run === undefined || first === undefined || failed === undefined || sub === undefined)
    throw new Error("spans are missing");
  expect([first.parentSpanId, failed.parentSpanId, sub.parentSpanId]).toEqual(
    Array.from({ length: 3 }, () => run.spanId),
  );
  expect(run.status).toEqual({ code: 2, message: "upstream_failed" });
  expect(valueOf(run, "steward.run.id")).toBe("run-1");
  expect(valueOf(run, "steward.run.cost_micro_usd")).toBe("1500");
  expect(valueOf(first, "gen_ai.usage.input_tokens")).toBe("900");
  expect(valueOf(failed, "steward.model.request_id")).toBe("req_2");
  expect(valueOf(failed, "http.response.status_code")).toBe("529");
  expect(failed.status.code).toBe(2);
  expect(BigInt(run.endTimeUnixNano) - BigInt(run.startTimeUnixNano)).toBe(42_000_000_000n);
});

it("tells the collector no words, no arguments and no numbers", async () => {
  await write();
  await exportRun(deps(), "run-1");
  const sent = JSON.stringify(await collected());
  for (const canary of CANARIES) expect(sent).not.toContain(canary);
  expect(sent).toContain("hashed-16");
});

it("fails where the collector refuses, and sends nothing for a run that is gone", async () => {
  await write();
  const refused = { ...deps(), collector: { url: `${sandbox.url}/otlp/v1/logs`, headers: {} } };
  await expect(exportRun(refused, "run-1")).rejects.toMatchObject({ vendor: "otlp", status: 404 });
  await exportRun(deps(), "run-2");
  expect(await collected()).toEqual([]);
});
