/** Mirror notifications: once per conflict, and once for a persistent problem. Cleared when resolved. */
import { msOf } from "../../kernel/clock.ts";
import { listConflicts, type MirrorConflict } from "./conflicts.ts";
import type { MirrorWorld } from "./services.ts";
import { findMirror } from "./sync.ts";

const PAGE = "/settings/mirror";
const CONFLICT = "mirror-conflict:";
const PROBLEM = "mirror-problem:";
/** Shorter outages resolve before anyone could act. */
const LASTS_MS = 30 * 60_000;
/** Maximum conflicts named in a notification. */
const NAMED = 3;

type Telling = Pick<MirrorWorld, "db" | "clock" | "notifier">;

/** Called after every sync. Never throws; idempotent. */
export async function tellOfMirror(world: Telling & Pick<MirrorWorld, "logger">): Promise<void> {
  try {
    await Promise.all([tellOfProblem(world), tellOfConflicts(world)]);
  } catch (error) {
    world.logger.warn("mirror.notification_failed", { tenantId: world.db.tenantId, error });
  }
}

/** Called after files changed: a conflict without a copy is resolved. */
export async function settleConflicts(world: Omit<Telling, "clock">): Promise<void> {
  if ((await listConflicts(world)).length === 0) await settle(world, CONFLICT, "Every copy was resolved");
}

/** Conflicts of one commit are combined into one notification. */
async function tellOfConflicts(world: Telling): Promise<void> {
  const conflicts = await listConflicts(world);
  if (conflicts.length === 0) return settleConflicts(world);
  const byCommit = Map.groupBy(conflicts, ({ copy }) => copy.split("/")[1] ?? "");
  for (const [commit, kept] of byCommit) {
    await world.notifier.notifyTeam({
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

async function tellOfProblem(world: Telling): Promise<void> {
  const mirror = await findMirror(world.db);
  const isOn = mirror?.enabled === true;
  if (!isOn || mirror.problem === null || mirror.problemAt === null)
    return settle(world, PROBLEM, isOn ? "It works again" : "The mirror was turned off");
  if (world.clock.now() - msOf(mirror.problemAt) < LASTS_MS) return;
  await world.notifier.notifyTeam({
    key: `${PROBLEM}${mirror.problemAt}`,
    about: PROBLEM,
    title: "Files aren't syncing to GitHub",
    body: `${mirror.problem} Nothing is lost: the files are kept here and will sync once it works again.`,
    path: PAGE,
    urgent: false,
    routedTo: null,
  });
}

function settle({ notifier }: Pick<Telling, "notifier">, about: string, resolution: string): Promise<void> {
  return notifier.settleTeamNews({ about, keyPrefix: about, resolution });
}
