/** What the team is told of its mirror: each conflict once, and once what keeps it from working, if that lasts. Settled when it is over. */
import { dbFor } from "../db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { concernsConflicts, findMirror, listConflicts, type MirrorConflict } from "../mirror/index.ts";
import { notifyTeam, settleTeamNews } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { WorkspaceChange } from "../protocol/workspace.ts";
import { notificationDeps } from "./notifications.ts";

const PAGE = "/settings/mirror";
const CONFLICT = "mirror-conflict:";
const PROBLEM = "mirror-problem:";
/** An outage shorter than this mends itself before anybody could do something about it. */
const LASTS_MS = 30 * 60_000;
/** Conflicts named in one notification. */
const NAMED = 3;

/** After a look at both sides, however it went. Never throws; repeats ring nobody twice. */
export async function tellOfMirror(env: Env, tenantId: string): Promise<void> {
  try {
    await Promise.all([tellOfProblem(env, tenantId), tellOfConflicts(env, tenantId)]);
  } catch (error) {
    systemLogger.warn("mirror.not_told", { tenantId, error });
  }
}

/** Somebody changed files: where no copy is left, no conflict is. */
export async function settleConflicts(
  env: Env,
  tenantId: string,
  changes: readonly WorkspaceChange[],
): Promise<void> {
  const concerns = changes.some(
    ({ path, from }) => concernsConflicts(path) || concernsConflicts(from ?? path),
  );
  if (concerns && (await listConflicts({ db: dbFor(env.DB, tenantId) })).length === 0)
    await settleConflictNews(env, tenantId);
}

function settleConflictNews(env: Env, tenantId: string): Promise<void> {
  return settle(env, tenantId, CONFLICT, "Every copy was dealt with");
}

/** The conflicts of one commit are one piece of news. */
async function tellOfConflicts(env: Env, tenantId: string): Promise<void> {
  const conflicts = await listConflicts({ db: dbFor(env.DB, tenantId) });
  if (conflicts.length === 0) return settleConflictNews(env, tenantId);
  const byCommit = Map.groupBy(conflicts, ({ copy }) => copy.split("/")[1] ?? "");
  for (const [commit, kept] of byCommit) {
    await notifyTeam(notificationDeps(env, tenantId), {
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
  return `What stands here stays; what stood on GitHub is kept beside it. Put the two together and delete the copy: ${listed}`;
}

async function tellOfProblem(env: Env, tenantId: string): Promise<void> {
  const mirror = await findMirror(dbFor(env.DB, tenantId));
  if (mirror?.enabled !== true || mirror.problem === null || mirror.problemAt === null)
    return settle(
      env,
      tenantId,
      PROBLEM,
      mirror?.enabled === true ? "It works again" : "The mirror was turned off",
    );
  if (systemClock.now() - Date.parse(mirror.problemAt) < LASTS_MS) return;
  await notifyTeam(notificationDeps(env, tenantId), {
    key: `${PROBLEM}${mirror.problemAt}`,
    about: PROBLEM,
    title: "The files are not mirrored on GitHub any more",
    body: `${mirror.problem} Nothing is lost: the files stay here and go there once it works again.`,
    path: PAGE,
    urgent: false,
    routedTo: null,
  });
}

function settle(env: Env, tenantId: string, about: string, resolution: string): Promise<void> {
  return settleTeamNews(notificationDeps(env, tenantId), { about, keyPrefix: about, resolution });
}
