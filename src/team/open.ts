/** Composition of a team: its setup and scheduled jobs, its help pages, and the export of runs to a trace collector. */
import { JOBS_VERSION, type WorkResult, type Task } from "../platform/work/index.ts";
import { ensureContactSyncs } from "../messaging/contacts/index.ts";
import { ensureMailJobs } from "../messaging/inbox/index.ts";
import { ensureEntities } from "../knowledge/entities/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { ensureStandingJobs, type Slot } from "../agent/schedules/index.ts";
import { beginAccounts } from "../accounts/open.ts";
import { writeFirstFiles } from "./first-steps/index.ts";
import { AppError } from "../kernel/errors.ts";
import { writeOnce } from "../workspace/open.ts";
import { endUnused } from "../integrations/oauth/revocation.ts";
import { cleanUp as cleanUpOf } from "./retention/clean-up.ts";
import { expireSessions } from "../agent/conversations/index.ts";
import { getPolicy } from "../approvals/policy/index.ts";
import { connectionPagesDeps } from "../integrations/open.ts";
import { notifier, type AdminNews } from "../platform/notifier.ts";
import { checkHistories } from "../projects/index.ts";
import { checkArchive } from "./archive/index.ts";
import { findAgent, getAgentSettings, withSettings } from "../agent/index.ts";
import { measureAgents } from "./metrics/index.ts";
import { manualSchema, type ManualPage } from "./api/manual.ts";
import type { Consumer } from "../platform/events/index.ts";
import { hashed } from "../platform/logger.ts";
import { exportRun } from "../agent/telemetry/export.ts";

/** Idempotent. */
export async function ensureJobs(ctx: TenantContext): Promise<WorkResult> {
  const db = ctx.db;
  const syncs = ensureContactSyncs(db, ctx.clock.now());
  const entities = ensureEntities({ db, clock: ctx.clock });
  const begun = [beginTeam(ctx), beginAccounts(ctx)];
  await Promise.all([ensureStandingJobs(db), ensureMailJobs(db), syncs, entities, ...begun]);
  await ctx.deployment.system.noteJobs(ctx.tenantId, JOBS_VERSION);
  await ctx.wake("contacts.sync");
  return "done";
}

/** Writes a new team's initial files; does nothing for other teams. Idempotent. */
async function beginTeam(ctx: TenantContext): Promise<void> {
  const db = ctx.db;
  await writeFirstFiles(
    {
      db,
      async team() {
        const team = await ctx.deployment.system.findTenant(ctx.tenantId);
        if (team === null) throw new AppError("not_found", "That team doesn’t exist.");
        return team;
      },
      write: writeOnce(ctx),
    },
    ctx.clock.now(),
  );
}

/**
 * Revokes access that was never used, deletes what is no longer needed, and archives what is too old for
 * the database.
 */
export async function cleanUp(ctx: TenantContext): Promise<{ readonly summary: string }> {
  await endUnused(connectionPagesDeps(ctx));
  const quarantine = ctx.files.quarantine;
  const conversation = ctx.objects.conversation;
  const db = ctx.db;
  const { idleDays } = (await getPolicy(db)).policy.sessions;
  await expireSessions({
    db,
    clock: ctx.clock,
    logger: ctx.log,
    expire: async (conversationId) =>
      (await conversation(conversationId)).expire({ tenantId: ctx.tenantId, conversationId }, idleDays),
  });
  const archive = ctx.files.archive;
  return cleanUpOf({ db, clock: ctx.clock, ids: ctx.ids, quarantine, archive });
}

/** Persisted with schedules. */
export const HISTORIES_JOB = "histories.check";
/** A slot's work is aborted after four minutes (src/agent/schedules/run-slot.ts). */
const WORK_MS = 2 * 60_000;

export async function runHistoriesCheck(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const admins = notifier(ctx);
  const db = ctx.db;
  const telling = (code: string, resolution: string) => ({
    tell: async (news: AdminNews) => void (await admins.raiseAlert({ code, ...news })),
    settle: () => admins.settleAlert(code, { resolution }),
  });
  const ofProjects = await checkHistories(
    {
      db,
      clock: ctx.clock,
      ...telling("project_history", "Every history of projects is as it was written."),
    },
    { begin: slotAt, untilMs: ctx.clock.now() + WORK_MS },
  );
  const store = ctx.files.archive;
  const ofArchive = await checkArchive({
    db,
    store,
    clock: ctx.clock,
    ...telling("archive_broken", "The archive is as it was written."),
  });
  return { summary: `${ofProjects.summary} ${ofArchive.summary}` };
}

/** Persisted with schedules. */
export const METRICS_JOB = "agents.figures";

/** Measures today and yesterday, and notifies admins of alarms. */
export async function runMetrics(ctx: TenantContext): Promise<{ readonly summary: string }> {
  const db = ctx.db;
  const worked = await measureAgents({
    db,
    clock: ctx.clock,
    timeZone: await ctx.timeZone(),
    async agent(name) {
      const defined = findAgent(name);
      if (defined === null) return null;
      const [settings, { policy }] = await Promise.all([getAgentSettings(db, name), getPolicy(db)]);
      const { title, limits } = withSettings(defined, settings);
      return { title, maxCalls: limits.modelCalls ?? policy.turn.modelCalls };
    },
    async tellAdmins({ once, title, body }) {
      await notifier(ctx).raiseAlert({
        code: "agent_figures",
        once,
        title,
        body,
        path: "/settings/figures",
      });
    },
  });
  return { summary: `Measured ${worked} ${worked === 1 ? "agent" : "agents"}.` };
}

/** Null if they can't be read. */
export async function readManual({
  deployment,
  tenantId,
  log,
}: TenantContext): Promise<readonly ManualPage[] | null> {
  try {
    return manualSchema.parse(await deployment.document("manual.json"));
  } catch (error) {
    log.error("team.manual_unavailable", { tenantId, error: String(error) });
    return null;
  }
}

/**
 * Queues every finished run; none without a collector. A hanging collector does not block event consumers.
 */
export function traceConsumers(ctx: TenantContext): Consumer[] {
  if (ctx.config.traces === null) return [];
  return [
    {
      name: "traces",
      takes: ["conversations.run.", "threads.texts.read"],
      take: (events) => {
        const ids = events.flatMap(({ payload }) => payload["ids"] as readonly string[]);
        return ctx.deployment.send(
          "long",
          ids.map((key) => ({ tenantId: ctx.tenantId, kind: "traces.export", key })),
        );
      },
    },
  ];
}

/** Sends the runs named in queue messages. */
export async function exportTraces(ctx: TenantContext, { keys, untilMs }: Task): Promise<WorkResult> {
  const { traces, version } = ctx.config;
  if (traces === null) return "done";
  const deps = {
    db: ctx.db,
    http: ctx.outside(),
    collector: traces,
    version,
    hashed: (id: string) => hashed(`${ctx.tenantId} ${id}`),
  };
  for (const key of keys) {
    if (ctx.clock.now() >= untilMs) break;
    await exportRun(deps, key);
  }
  return "done";
}
