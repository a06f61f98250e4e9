/** A person settles an effect whose result is unknown: it was done, it was not done, or it is tried again. */
import { and, eq, sql } from "drizzle-orm";
import { effects } from "./tables/approvals.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Approval } from "./api/approval.ts";
import { followDecision } from "./decide.ts";
import type { ApprovalDeps } from "./ports.ts";
import { get, ifWonBy, move } from "./store.ts";
import type { Person, StoredEffect } from "./types.ts";

/** What the person found. */
interface ResolveInput {
  readonly approvalId: string;
  readonly outcome: "done" | "not_done" | "retry";
  readonly note?: string | undefined;
  readonly by: Person;
}

const SENTENCES = {
  done: "checked that it was done",
  not_done: "checked that it was not done",
  retry: "had it tried again",
} as const;

/** Settles an approval that needs a person. Throws `not_found`; `conflict` if it is already settled. */
export async function resolve(deps: ApprovalDeps, input: ResolveInput): Promise<Approval> {
  const { row, effects: ledger } = await get(deps, input.approvalId);
  const open = ledger.find(({ status }) => status === "needs_human");
  if (row.status !== "needs_human" || open === undefined) throw settledAlready();
  const more = ledger.some(({ status }) => status === "planned");
  const to = { done: more ? "executing" : "done", not_done: "not_done", retry: "executing" } as const;
  const settled = await move(deps, row, {
    to: to[input.outcome],
    where: sql`exists (select 1 from ${effects} where ${effects.id} = ${open.id} and ${effects.status} = 'needs_human')`,
    audit: [
      {
        actor: { kind: "user", ...input.by },
        action: `approval.resolved_${input.outcome}`,
        sentence: `${input.by.name} ${SENTENCES[input.outcome]}: ${row.title}`,
      },
    ],
    follow: (moveId) => [
      deps.db.update(
        effects,
        effectColumns(deps, input),
        and(eq(effects.id, open.id), eq(effects.status, "needs_human"), ifWonBy(row.id, moveId)) ??
          sql`false`,
      ),
    ],
  });
  if (settled === null) throw settledAlready();
  return followDecision(deps, row.id);
}

function settledAlready(): AppError {
  return new AppError("conflict", "This isn’t waiting for anyone anymore.");
}

/** The effect's new columns. A retry keeps `claimedAt`, because the earlier attempt may still have been applied. */
function effectColumns(deps: ApprovalDeps, { outcome, by, note }: ResolveInput): Partial<StoredEffect> {
  const now = isoTime(deps.clock.now());
  const words = note === undefined || note.trim() === "" ? "" : ` ${note.trim()}`;
  switch (outcome) {
    case "done":
      return {
        status: "done",
        problem: null,
        receipt: {
          providerId: null,
          at: now,
          summary: `${by.name} checked: it was done.${words}`,
          link: null,
        },
        updatedAt: now,
      };
    case "not_done":
      return { status: "not_done", problem: `${by.name} checked: it was not done.${words}`, updatedAt: now };
    case "retry":
      return { status: "planned", nextAttemptAt: null, updatedAt: now };
  }
}
