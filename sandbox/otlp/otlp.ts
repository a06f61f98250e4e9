/** An OpenTelemetry trace collector: strictly accepts OTLP over HTTP as JSON and keeps the newest spans for inspection. */
import * as z from "zod";
import { json, parseBody, SandboxError, type CreateService, type SandboxRequest } from "../service.ts";

const SPANS_KEPT = 5_000;

const text = z.string().min(1);
const id = (digits: number) =>
  z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`), `must be ${digits} hex digits`);
const nanos = z.string().regex(/^\d{16,20}$/, "must be nanoseconds as a decimal string");
const attribute = z.strictObject({
  key: text,
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
});
/** `trace.v1.Span` of opentelemetry-proto 1.7, limited to what we send; lowerCamelCase fields, numeric enums, hex IDs. */
const span = z
  .strictObject({
    traceId: id(32),
    spanId: id(16),
    parentSpanId: id(16).optional(),
    name: text,
    kind: z.int().min(0).max(5),
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes: z.array(attribute),
    status: z.strictObject({ code: z.int().min(0).max(2), message: z.string().optional() }),
  })
  .refine(({ startTimeUnixNano, endTimeUnixNano }) => BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano), {
    error: "ends before it starts",
  });
const requestSchema = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: text, version: z.string().optional() }),
          spans: z.array(span).min(1),
        }),
      ),
    }),
  ),
});

type Span = z.infer<typeof span>;

/** Handles `/otlp/v1/traces` and `/control/otlp/spans`. */
export const createOtlp: CreateService = (context) => {
  const section = context.section<{ spans: Span[] }>("otlp", () => ({ spans: [] }));

  const take = (request: SandboxRequest): Response => {
    if (request.headers.get("content-type") !== "application/json")
      throw new SandboxError(415, "Only application/json is taken.");
    const { resourceSpans } = parseBody(requestSchema, request);
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const fresh = new Set(spans.map(({ spanId }) => spanId));
    const kept = section.value.spans.filter(({ spanId }) => !fresh.has(spanId));
    section.value.spans = [...kept, ...spans].slice(-SPANS_KEPT);
    section.save();
    context.markEffect();
    return json({ partialSuccess: {} });
  };

  return {
    name: "otlp",
    prefix: "/otlp",
    reset: () => section.reset(),
    handle(request) {
      if (request.method === "POST" && request.path === "/v1/traces") return take(request);
      throw new SandboxError(404, "There is nothing here.");
    },
    control(request) {
      if (request.method === "GET" && request.path === "/spans") return json({ spans: section.value.spans });
      throw new SandboxError(404, "There is nothing here.");
    },
  };
};
