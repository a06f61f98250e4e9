/** The clock: finds due work by index and dispatches it through queues, per tenant and kind. */
export { consume, type ConsumeDeps, type Delivery } from "./consume.ts";
export { listFailingWork, retryWork } from "./failing.ts";
export { handOut, handOutKeys, listClockJobs, minute } from "./hand-out.ts";
export { JOBS_VERSION } from "./jobs-version.ts";
export { queueOf, type WorkName } from "./kinds.ts";
export { holdLease, LEASE_MS } from "./hold-lease.ts";
export { leaseRows, workThrough } from "./lease-rows.ts";
export type { SendWork, WorkDeps } from "./ports.ts";
export { listWaiting } from "./waiting.ts";
export { Wakes, type Wake } from "./wake.ts";
export type { QueueName, Task, WorkMessage, WorkResult } from "./types.ts";
