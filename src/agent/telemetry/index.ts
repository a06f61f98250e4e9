/** Telemetry: runs as traces, for whoever watches the deployment with OpenTelemetry. */
export { exportRun, type ExportDeps } from "./export.ts";
export type { Span } from "./otlp.ts";
