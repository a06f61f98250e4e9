/** The pages of the people who run the deployment. No member of a team can call them, an admin neither. */
import * as z from "zod";
import { idSchema, okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { clockJobSchema } from "../../agent/api/schedules.ts";

/** What a team of five costs the deployment on a usual day, in US dollars, its models not counted (docs/capacity.md). */
export const TEAM_DAY_USD = 0.058;

/** How long the oldest due thing of a kind has waited, whoever's it is. */
export const waitingSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** Null while nothing waits. */
  seconds: z.number().int().nullable(),
  late: z.boolean(),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** A kind of work of a team that failed and rests before it is tried again by itself. */
export const failingWorkSchema = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  kind: z.string(),
  title: z.string(),
  /** In a row. */
  failures: z.number().int(),
  /** The code of the last failure; its cause is in the log, under the tenant's id and the kind. */
  problem: z.string(),
  nextTryAt: timeSchema,
});
export type FailingWork = z.infer<typeof failingWorkSchema>;

/** An e-mail that was listed and could not be taken. It is known by its id alone. */
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
  /** Tries failed work again at once. */
  retryWork: endpoint({
    method: "POST",
    path: "/api/operator/work/retry",
    body: z.object({ tenantId: idSchema, kind: z.string().max(100) }),
    output: okSchema,
    access: "operator",
  }),
  /** Tries to take an e-mail again at once. */
  retryMail: endpoint({
    method: "POST",
    path: "/api/operator/mail/retry",
    body: failingMailKeySchema,
    output: okSchema,
    access: "operator",
  }),
  /** Gives an e-mail up for good: it stays in its mailbox, and the team's audit log says so. */
  dropMail: endpoint({
    method: "POST",
    path: "/api/operator/mail/drop",
    body: failingMailKeySchema,
    output: okSchema,
    access: "operator",
  }),
} as const;
