/**
 * Stands in for `@opentelemetry/api` in the Worker's bundle (wrangler.toml, `alias`). `@anthropic-ai/sdk` brings it for spans of its calls, which
 * src/integrations/anthropic/client.ts turns off: ours are told by src/platform/telemetry. Another name imported from it breaks the build; a use is
 * a defect.
 */
const off: never = undefined as never;

export { off as context, off as propagation, off as SpanKind, off as SpanStatusCode, off as trace };
