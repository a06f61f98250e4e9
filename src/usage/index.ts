export { RATE_WINDOW_MS, RESERVATION_MS, type BudgetAlert } from "./admission.ts";
export { Ledger } from "./ledger.ts";
export { addMonths, isTimeZone, monthOf } from "./month.ts";
export { migrateTenantObject } from "./object-schema.ts";
export { objectSql, type ObjectSql } from "./object-sql.ts";
export { costMicroUsd, PRICES_READ_ON, usdOf, worstCaseMicroUsd, type TokenUsage } from "./prices.ts";
export { usageReport } from "./report.ts";
export { findRunTrace, listRuns, type Run } from "./runs.ts";
