/** The state of background work, for operators. */
import * as z from "zod";
import { timeSchema } from "./common.ts";

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
