/** Mirror notifications: once per conflict, and once for a persistent problem. Cleared when resolved. */
import { msOf } from "../../kernel/clock.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { notifyTeam, settleTeamNews, type NotificationDeps } from "../../notifications/index.ts";
import { listConflicts, type MirrorConflict } from "./conflicts.ts";
import { findMirror } from "./sync.ts";

const PAGE = "/settings/mirror";
const CONFLICT = "mirror-conflict:";
const PROBLEM = "mirror-problem:";
/** Shorter outages resolve before anyone could act. */
const LASTS_MS = 30 * 60_000;
/** Maximum conflicts named in a notification. */
const NAMED = 3;

/** Called after every sync. Never throws; idempotent. */
export async function tellOfMirror(deps: NotificationDeps): Promise<void> {
  try {
    await Promise.all([tellOfProblem(deps), tellOfConflicts(deps)]);
  } catch (error) {
    deps.logger.warn("mirror.notification_failed", { tenantId: deps.db.tenantId, error });
  }
}

/** Called after files changed: a conflict without a copy is resolved. */
export async function settleConflicts(deps: NotificationDeps): Promise<void> {
  if ((await listConflicts(deps)).length === 0) await settle(deps, CONFLICT, "Every copy was resolved");
}

/** Conflicts of one commit are combined into one notification. */
async function tellOfConflicts(deps: NotificationDeps): Promise<void> {
  const conflicts = await listConflicts(deps);
  if (conflicts.length === 0) return settleConflicts(deps);
  const byCommit = Map.groupBy(conflicts, ({ copy }) => copy.split("/")[1] ?? "");
  for (const [commit, kept] of byCommit) {
    await notifyTeam(deps, {
      key: `${CONFLICT}${commit}`,
      about: CONFLICT,
      title: `Changed here and on GitHub: ${kept.length === 1 ? (kept[0]?.path ?? "") : `${kept.length} files`}`,
      body: bodyOf(kept),
      path: PAGE,
      urgent: false,
      routedTo: null,
    });
  }
}

function bodyOf(conflicts: readonly MirrorConflict[]): string {
  const names = conflicts.slice(0, NAMED).map(({ path, copy }) => `${path} (GitHub's: ${copy})`);
  const more = conflicts.length - names.length;
  const listed = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `The version here stays, and GitHub's version is kept next to it. Merge the two and delete the copy: ${listed}`;
}

async function tellOfProblem(deps: NotificationDeps & { readonly db: TenantDb }): Promise<void> {
  const mirror = await findMirror(deps.db);
  const isOn = mirror?.enabled === true;
  if (!isOn || mirror.problem === null || mirror.problemAt === null)
    return settle(deps, PROBLEM, isOn ? "It works again" : "The mirror was turned off");
  if (deps.clock.now() - msOf(mirror.problemAt) < LASTS_MS) return;
  await notifyTeam(deps, {
    key: `${PROBLEM}${mirror.problemAt}`,
    about: PROBLEM,
    title: "Files aren't syncing to GitHub",
    body: `${mirror.problem} Nothing is lost: the files are kept here and will sync once it works again.`,
    path: PAGE,
    urgent: false,
    routedTo: null,
  });
}

function settle(deps: NotificationDeps, about: string, resolution: string): Promise<void> {
  return settleTeamNews(deps, { about, keyPrefix: about, resolution });
}
