/** Operator pages of the deployment. Not accessible to team members, including admins. */
import * as z from "zod";
import { idSchema, okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { clockJobSchema } from "../../agent/api/schedules.ts";

/** Typical daily cost of a team of five in US dollars, excluding models (docs/capacity.md). */
export const TEAM_DAY_USD = 0.058;

/** How long the oldest due item of a kind has waited, across all teams. */
export const waitingSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** Null if nothing is waiting. */
  seconds: z.number().int().nullable(),
  late: z.boolean(),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** A kind of a team's work that failed and is waiting for its automatic retry. */
export const failingWorkSchema = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  kind: z.string(),
  title: z.string(),
  /** Consecutive failures. */
  failures: z.number().int(),
  /** The code of the last failure; its cause is in the log, under the tenant's ID and the kind. */
  problem: z.string(),
  nextTryAt: timeSchema,
});
export type FailingWork = z.infer<typeof failingWorkSchema>;

/** An e-mail that was listed but could not be processed. Identified only by its ID. */
export const failingMailSchema = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  mailbox: z.string(),
  id: z.string(),
  attempts: z.number().int(),
  listedAt: timeSchema,
  nextTryAt: timeSchema,
});
export type FailingMail = z.infer<typeof failingMailSchema>;

export const operatorStatusSchema = z.object({
  version: z.string(),
  waiting: z.array(waitingSchema),
  clockJobs: z.array(clockJobSchema),
  work: z.array(failingWorkSchema),
  mail: z.array(failingMailSchema),
});
export type OperatorStatus = z.infer<typeof operatorStatusSchema>;

const failingMailKeySchema = z.object({
  tenantId: idSchema,
  mailbox: z.string().min(3).max(320),
  id: idSchema,
});

export const operatorEndpoints = {
  status: endpoint({
    method: "GET",
    path: "/api/operator/status",
    output: operatorStatusSchema,
    access: "operator",
  }),
  /** Retries failed work immediately. */
  retryWork: endpoint({
    method: "POST",
    path: "/api/operator/work/retry",
    body: z.object({ tenantId: idSchema, kind: z.string().max(100) }),
    output: okSchema,
    access: "operator",
  }),
  /** Retries an e-mail immediately. */
  retryMail: endpoint({
    method: "POST",
    path: "/api/operator/mail/retry",
    body: failingMailKeySchema,
    output: okSchema,
    access: "operator",
  }),
  /** Drops an e-mail permanently: it stays in its mailbox, with an entry in the team's audit log. */
  dropMail: endpoint({
    method: "POST",
    path: "/api/operator/mail/drop",
    body: failingMailKeySchema,
    output: okSchema,
    access: "operator",
  }),
} as const;
