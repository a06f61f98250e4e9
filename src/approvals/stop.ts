/** Stops what is approved and waits for a provider: a person wants it no more. */
import { and, eq, sql } from "drizzle-orm";
import { effects } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Approval } from "../protocol/approval.ts";
import { followDecision } from "./decide.ts";
import type { ApprovalDeps } from "./ports.ts";
import { get, ifWonBy, move } from "./store.ts";
import type { Person } from "./types.ts";

/** What was done until then stays done. Throws `not_found`, `not_held` where nothing waits or something is being sent right now. */
export async function stop(
  deps: ApprovalDeps,
  { approvalId, by }: { readonly approvalId: string; readonly by: Person },
): Promise<Approval> {
  const { row } = await get(deps, approvalId);
  const left = eq(effects.approvalId, row.id);
  const underWay = and(left, sql`${effects.status} not in ('planned', 'done')`);
  // What may have been applied by an earlier attempt is no one's to call not done.
  const certain = and(left, eq(effects.status, "planned"), sql`${effects.claimedAt} is null`);
  const won =
    row.status === "executing" &&
    (await move(deps, row, {
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
            deadlineAt: null,
            problem: `${by.name} stopped it before it was done.`,
            updatedAt: isoTime(deps.clock.now()),
          },
          and(certain, ifWonBy(row.id, moveId)) ?? sql`false`,
        ),
      ],
    }));
  if (!won) throw new AppError("not_held", "It’s too late to stop this: it’s no longer waiting.");
  return followDecision(deps, row.id);
}
