/**
 * Stands in for `@opentelemetry/api` in the Worker's bundle (wrangler.toml, `alias`). `@anthropic-ai/sdk` imports it to trace its calls, which
 * src/integrations/anthropic/client.ts turns off, because src/agent/telemetry exports our own spans. The build fails if the SDK imports
 * another name from it.
 */
const off: never = undefined as never;

export { off as context, off as propagation, off as SpanKind, off as SpanStatusCode, off as trace };
