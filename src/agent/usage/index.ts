export { SpendMeter } from "./spend-meter.ts";
export {
  costMicroUsd,
  embeddingMicroUsd,
  usdOf,
  usdPerMillion,
  webSearchMicroUsd,
  worstCaseMicroUsd,
  type TokenUsage,
} from "./prices.ts";
export { migrateTenantObject, TENANT_TABLES } from "./object-schema.ts";
export { usageReport } from "./report.ts";
