/**
 * Converts a run to an OpenTelemetry trace: the body of an OTLP/HTTP request in JSON
 * (opentelemetry.io/docs/specs/otlp, “JSON Protobuf Encoding”), named by the conventions for generative AI
 * (opentelemetry.io/docs/specs/semconv/gen-ai). Contains names, IDs and figures; never text, arguments or
 * results.
 */
import { sha256Hex } from "../../kernel/hash.ts";
import { msOf } from "../../kernel/clock.ts";
import type { Run, RunTrace } from "../runs/index.ts";

type Value = { readonly stringValue: string } | { readonly intValue: string };
interface Attribute {
  readonly key: string;
  readonly value: Value;
}

/** An OTLP span: IDs in hex, times in nanoseconds as decimal strings. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number; readonly message?: string };
}

/** The trace's owner, and replacements for private values. */
interface TraceSource {
  readonly tenantId: string;
  readonly version: string;
  /** The hashed conversation ID, because the real one may contain a phone number. */
  readonly conversation: string;
}

type Step = RunTrace["steps"][number];

const INTERNAL = 1;
const CLIENT = 3;
const UNSET = 0;
const FAILED = 2;
const PROVIDER = "anthropic";

/** The request body for a finished run with its steps and sub-runs. */
export async function traceBody(trace: RunTrace, source: TraceSource) {
  const traceId = await idOf(trace.id, 32);
  const spans = await spansOf(trace, { traceId, source });
  for (const sub of trace.subRuns)
    spans.push(...(await spansOf(sub, { traceId, source, parentId: await idOf(trace.id, 16) })));
  return {
    resourceSpans: [
      {
        resource: {
          attributes: attributes({
            "service.name": "steward",
            "service.version": source.version,
          }),
        },
        scopeSpans: [{ scope: { name: "steward.runs", version: source.version }, spans }],
      },
    ],
  };
}

interface Place {
  readonly traceId: string;
  readonly source: TraceSource;
  readonly parentId?: string;
}

async function spansOf(run: Run & { readonly steps: readonly Step[] }, place: Place): Promise<Span[]> {
  const spanId = await idOf(run.id, 16);
  const steps = run.steps.map(async (step) => stepSpan(step, await idOf(step.id, 16), spanId, place));
  return [runSpan(run, spanId, place), ...(await Promise.all(steps))];
}

function runSpan(run: Run, spanId: string, { traceId, parentId, source }: Place): Span {
  const { failure } = run;
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name: `invoke_agent ${run.agent}`,
    kind: INTERNAL,
    startTimeUnixNano: nanos(msOf(run.startedAt)),
    endTimeUnixNano: nanos(msOf(run.finishedAt ?? run.startedAt)),
    attributes: attributes({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": PROVIDER,
      "gen_ai.agent.name": run.agent,
      "gen_ai.conversation.id": source.conversation,
      "gen_ai.request.model": run.model,
      "gen_ai.usage.input_tokens": run.inputTokens,
      "gen_ai.usage.output_tokens": run.outputTokens,
      "error.type": failure?.code,
      "steward.tenant.id": source.tenantId,
      "steward.run.id": run.id,
      "steward.run.trigger": run.trigger,
      "steward.run.stop_reason": run.stopReason,
      "steward.run.cost_micro_usd": Math.round(run.costUsd * 1_000_000),
    }),
    status: failure === null ? { code: UNSET } : { code: FAILED, message: failure.code },
  };
}

function stepSpan(step: Step, spanId: string, parentSpanId: string, { traceId }: Place): Span {
  const startMs = msOf(step.at);
  const isFailed = step.status === "failed" || step.status === "error";
  return {
    traceId,
    spanId,
    parentSpanId,
    name: `${OPERATIONS[step.kind]} ${step.kind === "tool" ? toolName(step.name) : step.name}`,
    kind: step.kind === "model" ? CLIENT : INTERNAL,
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(startMs + step.durationMs),
    attributes: attributes({ ...DETAILS[step.kind](step), "steward.step.status": step.status }),
    status: isFailed ? { code: FAILED, message: step.status } : { code: UNSET },
  };
}

/** The model chose the name; anything that isn't a valid tool name is replaced. */
const toolName = (name: string): string => (/^[a-z][a-z0-9_]{0,63}$/.test(name) ? name : "unknown");

const OPERATIONS = { model: "chat", tool: "execute_tool", hook: "hook" } as const;

type Facts = Readonly<Record<string, unknown>>;

const DETAILS: Readonly<Record<Step["kind"], (step: Step) => Facts>> = {
  model: ({ name, detail }) => ({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": PROVIDER,
    "gen_ai.request.model": name,
    "gen_ai.usage.input_tokens": detail["inputTokens"],
    "gen_ai.usage.output_tokens": detail["outputTokens"],
    "gen_ai.usage.cache_read.input_tokens": detail["cacheReadTokens"],
    "gen_ai.usage.cache_creation.input_tokens": detail["cacheWriteTokens"],
    "http.response.status_code": detail["httpStatus"],
    "error.type": detail["problem"],
    "steward.model.tries": detail["tries"],
    "steward.model.request_id": detail["requestId"],
  }),
  tool: ({ name }) => ({ "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": toolName(name) }),
  hook: ({ name, detail }) => ({ "steward.hook.name": name, "steward.hook.rule": detail["rule"] }),
};

/** Keeps strings and integers; drops everything else. */
function attributes(facts: Facts): Attribute[] {
  return Object.entries(facts).flatMap(([key, value]): Attribute[] => {
    if (typeof value === "string" && value !== "") return [{ key, value: { stringValue: value } }];
    if (typeof value === "number" && Number.isSafeInteger(value))
      return [{ key, value: { intValue: String(value) } }];
    return [];
  });
}

const nanos = (ms: number): string => `${Math.round(ms)}000000`;

/** Deterministic, so that a repeat creates no second span. */
async function idOf(id: string, digits: 16 | 32): Promise<string> {
  return (await sha256Hex(id)).slice(0, digits);
}
