export { SpendMeter } from "./spend-meter.ts";
export { dayOf, dayStartMs, isTimeZone, spanIn, type Span } from "./month.ts";
export { migrateTenantObject } from "./object-schema.ts";
export { costMicroUsd, usdOf, worstCaseMicroUsd, type TokenUsage } from "./prices.ts";
export { usageReport } from "./report.ts";
