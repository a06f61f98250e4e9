/** The setup of a new team: initial files, and a list of first steps that disappears once done. */
import { and, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { approvals } from "../../approvals/tables/approvals.ts";
import { connections, users, type TenantDb } from "../../platform/db/index.ts";
import { firstSteps } from "../tables/first-steps.ts";
import { pushSubscriptions } from "../../notifications/tables/notifications.ts";
import { workspaceFiles } from "../../workspace/tables/workspace.ts";
import { isoTime } from "../../kernel/clock.ts";
import { STEWARD } from "../../agent/api/message.ts";
import type { FirstStep } from "../api/first-steps.ts";
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
  for (const [path, content] of firstFiles(await deps.team())) await deps.write(path, content);
  await db.update(firstSteps, { filesAt: isoTime(nowMs) }, isNull(firstSteps.filesAt));
}

/** A member's view of the team's progress; null if nothing is to be shown. Reads at most one row per step. */
export async function stepsOf(
  db: TenantDb,
  userId: string,
  nowMs: number,
): Promise<{ readonly step: FirstStep; readonly done: boolean }[] | null> {
  const row = await db.find(firstSteps, sql`true`);
  if (row === null || row.endedAt !== null) return null;
  const isConnected = async (vendor: string): Promise<boolean> =>
    (await db.find(
      connections,
      and(eq(connections.vendor, vendor), isNull(connections.disabledAt)) ?? sql`0`,
    )) !== null;
  const members = db.pick({ id: users.id }, users, isNull(users.removedAt)).limit(2);
  const checks: Record<FirstStep, Promise<boolean>> = {
    phone: isConnected("quo"),
    email: isConnected("google"),
    device: db.find(pushSubscriptions, eq(pushSubscriptions.userId, userId)).then((one) => one !== null),
    colleague: members.then((some) => some.length > 1),
    company: hasWritten(db),
    decision: hasDecided(db),
  };
  const steps = await Promise.all(
    Object.entries(checks).map(async ([step, done]) => ({ step: step as FirstStep, done: await done })),
  );
  if (steps.some(({ done }) => !done)) return steps;
  await endSteps(db, nowMs);
  return null;
}

/** Whether anyone has edited the files about the team. */
async function hasWritten(db: TenantDb): Promise<boolean> {
  const isTheirs = and(
    inArray(workspaceFiles.pathKey, ["memory.md", "areas/company.md"]),
    isNull(workspaceFiles.deletedAt),
    gt(workspaceFiles.version, 1),
  );
  return (await db.find(workspaceFiles, isTheirs ?? sql`0`)) !== null;
}

/** Whether a person has decided on a draft. */
async function hasDecided(db: TenantDb): Promise<boolean> {
  const isDecided = and(
    inArray(approvals.status, ["done", "rejected"]),
    ne(approvals.decidedById, STEWARD.id ?? ""),
  );
  return (await db.find(approvals, isDecided ?? sql`0`)) !== null;
}

/** The list is done or hidden. */
export async function endSteps(db: TenantDb, nowMs: number): Promise<void> {
  await db.update(firstSteps, { endedAt: isoTime(nowMs) }, isNull(firstSteps.endedAt));
}
