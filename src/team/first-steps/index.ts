/** The setup of a new team: initial files, and a list of first steps that disappears once done. */
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { approvals } from "../../approvals/tables/approvals.ts";
import { connections, users, type TenantDb } from "../../platform/db/index.ts";
import { firstSteps } from "../tables/first-steps.ts";
import { pushSubscriptions } from "../../notifications/tables/notifications.ts";
import { canSendMail } from "../../integrations/open-mailboxes.ts";
import { workspaceFiles } from "../../workspace/tables/workspace.ts";
import { isoTime } from "../../kernel/clock.ts";
import { STEWARD } from "../../agent/api/message.ts";
import type { FirstStep, Work } from "../api/first-steps.ts";
import { firstFiles } from "./files.ts";

/** Writes a new team's initial files, once. Existing files are unchanged. */
export async function writeFirstFiles(
  deps: {
    readonly db: TenantDb;
    readonly team: () => Promise<{ readonly name: string; readonly timeZone: string }>;
    /** Writes a file unless this path exists or ever existed. */
    readonly write: (path: string, content: string) => Promise<void>;
  },
  nowMs: number,
): Promise<void> {
  const { db } = deps;
  const row = await db.find(firstSteps, sql`true`);
  if (row?.filesAt !== null) return;
  for (const [path, content] of firstFiles({ ...(await deps.team()), work: row.work }))
    await deps.write(path, content);
  await db.update(firstSteps, { filesAt: isoTime(nowMs) }, isNull(firstSteps.filesAt));
}

/** What the team runs; null if it has not said. */
export async function workOf(db: TenantDb): Promise<Work | null> {
  return (await db.find(firstSteps, sql`true`))?.work ?? null;
}

/** A team from before first steps gets a row without a list. */
export async function changeWork(db: TenantDb, work: Work, nowMs: number): Promise<void> {
  const now = isoTime(nowMs);
  await db
    .insert(firstSteps, { work, filesAt: now, endedAt: now })
    .onConflictDoUpdate({ target: firstSteps.tenantId, set: { work } });
}

/** A member's view of the team's progress; null if nothing is to be shown. Reads at most one row per step. */
export async function stepsOf(
  db: TenantDb,
  userId: string,
  nowMs: number,
): Promise<{ readonly step: FirstStep; readonly done: boolean }[] | null> {
  const row = await db.find(firstSteps, sql`true`);
  if (row === null || row.endedAt !== null) return null;
  const connected = (vendor: string) =>
    db.find(connections, and(eq(connections.vendor, vendor), isNull(connections.disabledAt)) ?? sql`0`);
  const members = db.pick({ id: users.id }, users, isNull(users.removedAt)).limit(2);
  const checks: Record<FirstStep, Promise<boolean>> = {
    phone: connected("quo").then((one) => one !== null),
    email: canSendMail(db),
    device: db.find(pushSubscriptions, eq(pushSubscriptions.userId, userId)).then((one) => one !== null),
    colleague: members.then((some) => some.length > 1),
    company: hasWritten(db),
    decision: hasApproved(db),
  };
  const steps = await Promise.all(
    Object.entries(checks).map(async ([step, done]) => ({ step: step as FirstStep, done: await done })),
  );
  if (steps.some(({ done }) => !done)) return steps;
  await endSteps(db, nowMs);
  return null;
}

/** Whether anyone has written the file about the company, which the team began with as questions. */
async function hasWritten(db: TenantDb): Promise<boolean> {
  const isTheirs = and(
    eq(workspaceFiles.pathKey, "areas/company.md"),
    isNull(workspaceFiles.deletedAt),
    sql`(${workspaceFiles.version} > 1 or ${workspaceFiles.author} ->> '$.kind' = 'user')`,
  );
  return (await db.find(workspaceFiles, isTheirs ?? sql`0`)) !== null;
}

/** Whether a person has approved a draft. */
async function hasApproved(db: TenantDb): Promise<boolean> {
  const isDecided = and(
    inArray(approvals.status, ["approved", "executing", "done"]),
    ne(approvals.decidedById, STEWARD.id ?? ""),
  );
  return (await db.find(approvals, isDecided ?? sql`0`)) !== null;
}

/** The list is done or hidden. */
export async function endSteps(db: TenantDb, nowMs: number): Promise<void> {
  await db.update(firstSteps, { endedAt: isoTime(nowMs) }, isNull(firstSteps.endedAt));
}
