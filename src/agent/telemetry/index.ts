/** Telemetry: exports runs as OpenTelemetry traces. */
export { exportRun } from "./export.ts";
export type { Span } from "./otlp.ts";
