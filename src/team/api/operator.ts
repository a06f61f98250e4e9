/** Operator pages of the deployment. Not accessible to team members, including admins. */
import * as z from "zod";
import { idSchema, okSchema } from "../../platform/api/common.ts";
import { failingMailSchema, failingWorkSchema, waitingSchema } from "../../platform/api/work-status.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { clockJobSchema } from "../../agent/api/schedules.ts";

/** Typical daily cost of a team of five in US dollars, excluding models (docs/capacity.md). */
export const TEAM_DAY_USD = 0.058;

export const operatorStatusSchema = z.object({
  version: z.string(),
  waiting: z.array(waitingSchema),
  clockJobs: z.array(clockJobSchema),
  work: z.array(failingWorkSchema),
  mail: z.array(failingMailSchema),
});
export type OperatorStatus = z.infer<typeof operatorStatusSchema>;

export const operatorHealthSchema = z.object({
  /** Finished runs of all teams, yesterday and today, and those that failed. */
  runs: z.number().int(),
  failed: z.number().int(),
  /** Null without runs. */
  errorRate: z.number().nullable(),
  /** Chats of the last 60 days. */
  sessions: z.object({
    /** Written to within two days. */
    active: z.number().int(),
    open: z.number().int(),
    closed: z.number().int(),
    expired: z.number().int(),
    /** Mean turns of an active chat in these two days; null without one. */
    turnsEach: z.number().nullable(),
  }),
});
export type OperatorHealth = z.infer<typeof operatorHealthSchema>;

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
  /** Error rate and chats of all teams. */
  health: endpoint({
    method: "GET",
    path: "/api/operator/health",
    output: operatorHealthSchema,
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
