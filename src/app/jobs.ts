/**
 * What runs by a tenant's schedules: the explicit list of the product's own jobs, the hand-over of due slots through the queue, and the work on
 * one. A new job of the product is one line in `SYSTEM_JOBS`, and one in `STANDING_JOBS` where every tenant has it from the start.
 */
import { dbFor, systemDb } from "../db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { systemIds } from "../kernel/ids.ts";
import { conversationObjectName } from "../kernel/tenant-names.ts";
import type { Env, JobMessage } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import {
  ensureSystemSchedule,
  leaseDue,
  scheduledTrigger,
  workOn,
  type Cadence,
  type ScheduleRow,
  type Slot,
} from "../schedules/index.ts";
import { cleanUp } from "./clean-up.ts";
import { publish } from "./feed.ts";
import { MIRROR_JOB, pullMirror } from "./mirror.ts";
import { runUpkeep, UPKEEP_JOB } from "./upkeep.ts";
import { ensureMailJobs, mailJobName, MAIL_CHECKS, runMailCheck } from "./mail.ts";

/** A job of the product for one tenant. May be repeated for the same slot. `summary` is one line for people; throws what goes wrong. */
export type SystemJob = (env: Env, tenantId: string, slot: Slot) => Promise<{ readonly summary: string }>;

/** Every job of the product that runs by a tenant's schedule, by name. */
export const SYSTEM_JOBS: Readonly<Record<string, SystemJob>> = {
  "clean-up": cleanUp,
  "mail.general": (env, tenantId) => runMailCheck(env, tenantId, "general"),
  "mail.leads": (env, tenantId) => runMailCheck(env, tenantId, "leads"),
  [UPKEEP_JOB]: runUpkeep,
  [MIRROR_JOB]: pullMirror,
};

/** Jobs every tenant has without setting anything. */
const STANDING_JOBS: readonly { readonly name: string; readonly title: string; readonly cadence: Cadence }[] =
  [
    {
      name: "clean-up",
      title: "Clean up what is no longer needed",
      cadence: { type: "cron", expression: "40 3 * * *" },
    },
    {
      name: UPKEEP_JOB,
      title: "Fold daily notes into the team's memory",
      cadence: { type: "cron", expression: "0 5 * * *" },
    },
  ];

/** Tenants given their standing jobs at one look of the clock. */
const NEW_TENANTS = 50;
/** Slots of one batch worked on side by side. */
const SIDE_BY_SIDE = 4;

/** The minute's part: hands out what is due of all tenants. Throws where the database or the queue does; the lease makes up for it. */
export async function leaseSchedules(env: Env): Promise<void> {
  await ensureStandingJobs(env);
  await leaseDue({
    system: systemDb(env.DB),
    clock: systemClock,
    logger: systemLogger,
    dbOf: (tenantId) => dbFor(env.DB, tenantId),
    timeZoneOf: (tenantId) => timeZoneOf(env, tenantId),
    enqueue: async (slots) => {
      await env.JOBS.sendBatch(slots.map((body) => ({ body })));
    },
  });
}

/** Hands one slot over now, as "run now" does. */
export async function enqueueSlot(env: Env, message: JobMessage): Promise<void> {
  await env.JOBS.send(message);
}

/** The queue's part. Never throws: what fails is recorded on its row and tried again from there. */
export async function workOnBatch(batch: MessageBatch<JobMessage>, env: Env): Promise<void> {
  const waiting = [...batch.messages];
  const worker = async (): Promise<void> => {
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      await workOnMessage(env, message.body);
      message.ack();
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

async function workOnMessage(env: Env, { tenantId, scheduleId, slotAt }: JobMessage): Promise<void> {
  try {
    const result = await workOn(
      {
        db: dbFor(env.DB, tenantId),
        clock: systemClock,
        logger: systemLogger,
        timeZone: await timeZoneOf(env, tenantId),
        newId: () => systemIds.newId(),
        run: (row, slot) =>
          row.kind === "agent" ? startRun(env, tenantId, row, slot) : runSystemJob(env, tenantId, row, slot),
      },
      { scheduleId, slotAt },
    );
    if (result !== "none") await publish(env, tenantId, { type: "schedules.updated" });
  } catch (error) {
    systemLogger.error("schedule.not_worked_on", { tenantId, scheduleId, error });
  }
}

function runSystemJob(env: Env, tenantId: string, row: ScheduleRow, slot: Slot) {
  const job = SYSTEM_JOBS[row.name];
  if (job === undefined) throw new AppError("not_configured", "This version of Steward has no such job.");
  return job(env, tenantId, slot);
}

/** A schedule's slot is a trigger like any other: a message in its conversation, from which the agent goes on. */
async function startRun(env: Env, tenantId: string, row: ScheduleRow, slot: Slot) {
  const { identity, message } = scheduledTrigger(row, slot, {
    tenantId,
    nowMs: systemClock.now(),
    timeZone: await timeZoneOf(env, tenantId),
  });
  const name = await conversationObjectName(tenantId, identity.conversationId);
  await env.CONVERSATIONS.getByName(name).receiveTrigger(identity, message);
  return { summary: "The agent has started." };
}

/** The tenant's zone. Throws `not_found` for a tenant that is none. */
export async function timeZoneOf(env: Env, tenantId: string): Promise<string> {
  const tenant = await systemDb(env.DB).findTenant(tenantId);
  if (tenant === null) throw new AppError("not_found", "There is no such team.");
  return tenant.timeZone;
}

async function ensureStandingJobs(env: Env): Promise<void> {
  for (const job of STANDING_JOBS) {
    for (const { id } of await systemDb(env.DB).listTenantsWithoutJob(job.name, NEW_TENANTS))
      await ensureSystemSchedule(dbFor(env.DB, id), { ...job, enabled: true });
  }
  for (const check of MAIL_CHECKS) {
    const without = await systemDb(env.DB).listTenantsWithoutJob(mailJobName(check), NEW_TENANTS, "google");
    for (const { id } of without) await ensureMailJobs(env, id);
  }
}
