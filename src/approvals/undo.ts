/** Undoes a decision during its hold. */
import { sql } from "drizzle-orm";
import { approvals } from "./tables/approvals.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Approval } from "./api/approval.ts";
import { followDecision } from "./decide.ts";
import type { ApprovalDeps } from "./ports.ts";
import { get, move, undecided } from "./store.ts";
import { DIRECT_RULE, type Person } from "./types.ts";
import { assertMayDecide } from "./who-decides.ts";
import { withdraw } from "./withdraw.ts";

/**
 * Returns a held approval to pending, with its edits; withdraws a person's own action. Throws `not_found`,
 * `not_held`.
 */
export async function undo(
  deps: ApprovalDeps,
  input: { readonly approvalId: string; readonly by: Person },
): Promise<Approval> {
  const { row, effects } = await get(deps, input.approvalId);
  await assertMayDecide(deps, effects, input);
  const now = isoTime(deps.clock.now());
  const held = row.status === "approved" && row.executeAfter !== null && row.executeAfter > now;
  const undone = !held
    ? null
    : await move(deps, row, {
        to: "pending",
        set: undecided(row),
        where: sql`${approvals.startsAt} > ${now}`,
        audit: [
          {
            actor: { kind: "user", ...input.by },
            action: "approval.undone",
            sentence: `${input.by.name} undid the approval: ${row.title}`,
          },
        ],
      });
  if (undone === null) throw new AppError("not_held", "It’s too late to undo this: it’s no longer on hold.");
  // No one else may approve a person's own action.
  return row.rule === DIRECT_RULE
    ? withdraw(deps, { approvalId: row.id, by: { kind: "user", ...input.by } })
    : followDecision(deps, row.id, { loaded: { row: undone, effects } });
}
