/** Stops an approved effect that waits for a provider. */
import { and, eq, sql } from "drizzle-orm";
import { effects } from "./tables/approvals.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Approval } from "./api/approval.ts";
import { followDecision } from "./decide.ts";
import type { ApprovalDeps } from "./ports.ts";
import { get, ifWonBy, move, type Loaded } from "./store.ts";
import type { Person } from "./types.ts";

/** Polls of a running attempt before stopping is refused. Most attempts end within one poll. */
const LOOKS = 10;

/** A request to stop. `pause` waits between two polls of a running attempt. */
interface Wish {
  readonly approvalId: string;
  readonly by: Person;
  readonly pause: () => Promise<void>;
}

/**
 * Effects done so far stay done. Throws `not_found`; `not_held` if nothing waits or something is being sent
 * right now.
 */
export async function stop(deps: ApprovalDeps, { approvalId, by, pause }: Wish): Promise<Approval> {
  for (let look = 0; look < LOOKS; look++) {
    const loaded = await get(deps, approvalId);
    if (await stopWaiting(deps, loaded, by)) return followDecision(deps, loaded.row.id);
    // An attempt between two waits is short, so poll until it is over.
    if (loaded.row.status !== "executing" || !(await isTried(deps, loaded))) break;
    await pause();
  }
  throw new AppError("not_held", "It’s too late to stop this: it’s no longer waiting.");
}

async function isTried(deps: ApprovalDeps, { row }: Loaded): Promise<boolean> {
  const claimed = and(eq(effects.approvalId, row.id), eq(effects.status, "claimed"));
  return (await deps.db.find(effects, claimed ?? sql`false`)) !== null;
}

/** Stops the approval if it is waiting. Returns whether it did. */
async function stopWaiting(deps: ApprovalDeps, { row }: Loaded, by: Person): Promise<boolean> {
  const left = eq(effects.approvalId, row.id);
  const underWay = and(left, sql`${effects.status} not in ('planned', 'done')`);
  // An effect that an earlier attempt may have applied must not be marked as not done.
  const certain = and(left, eq(effects.status, "planned"), sql`${effects.claimedAt} is null`);
  if (row.status !== "executing") return false;
  const stopped = await move(deps, row, {
    to: "not_done",
    where: sql`not exists (select 1 from ${effects} where ${underWay}) and exists (select 1 from ${effects} where ${certain})`,
    audit: [
      {
        actor: { kind: "user", ...by },
        action: "approval.stopped",
        sentence: `${by.name} stopped it while it waited: ${row.title}`,
      },
    ],
    follow: (moveId) => [
      deps.db.update(
        effects,
        {
          status: "not_done",
          nextAttemptAt: null,
          problem: `${by.name} stopped it before it was done.`,
          updatedAt: isoTime(deps.clock.now()),
        },
        and(certain, ifWonBy(row.id, moveId)) ?? sql`false`,
      ),
    ],
  });
  return stopped !== null;
}
