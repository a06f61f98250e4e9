/** Telemetry: runs as traces, for whoever watches the deployment with OpenTelemetry. */
export { exportRun } from "./export.ts";
export type { Span } from "./otlp.ts";
