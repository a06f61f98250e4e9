/** Takes a proposal back before anybody decided. */
import type { Actor } from "../audit/index.ts";
import type { Approval } from "../protocol/approval.ts";
import { alreadyDecided } from "./conflicts.ts";
import { followDecision } from "./decide.ts";
import type { ApprovalDeps } from "./ports.ts";
import { get, move } from "./store.ts";

/** Withdraws a pending approval. A repeat answers with it. Throws `not_found`, `already_decided`. */
export async function withdraw(
  deps: ApprovalDeps,
  input: { readonly approvalId: string; readonly by: Actor; readonly reason?: string },
): Promise<Approval> {
  const { row } = await get(deps, input.approvalId);
  if (row.status === "withdrawn") return followDecision(deps, row.id);
  if (row.status !== "pending") throw alreadyDecided(row);
  const won = await move(deps, row, {
    to: "withdrawn",
    set: { reason: input.reason ?? null },
    audit: [
      {
        actor: input.by,
        action: "approval.withdrawn",
        sentence: `${input.by.name} withdrew: ${row.title}`,
      },
    ],
  });
  if (!won) throw alreadyDecided((await get(deps, row.id)).row);
  return followDecision(deps, row.id);
}
