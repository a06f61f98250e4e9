/**
 * Records a person's decision by compare-and-set on what was shown to them. The first decision wins, and
 * everything that depends on it is written in the same batch. A repeat with the same decision ID returns
 * the first result.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { approvalTokens } from "../platform/db/tables/tenancy.ts";
import { approvals, effects, type Precondition } from "./tables/approvals.ts";
import { users, type Statement } from "../platform/db/index.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Approval, Lint } from "./api/approval.ts";
import { advance, type AdvanceOptions } from "./advance.ts";
import { announce } from "./announce.ts";
import { alreadyDecided, effectChanged } from "./conflicts.ts";
import { countStatements, tallyOf, unjudged } from "./decision-tallies.ts";
import { guarding } from "./describe.ts";
import { hashOfEffects } from "./hash.ts";
import { assertHouseAllows, houseNow, isHouseLint, isKeptMark } from "./house-rules.ts";
import type { ApprovalDeps, EffectDocument } from "./ports.ts";
import { assertAllowed } from "./judge-again.ts";
import { isUnedited, previewOf, resolveEdit, type ResolvedEdit } from "./preview.ts";
import { decisionOf } from "./rows.ts";
import { sentSinceDrafts } from "./sent-since.ts";
import { startTime } from "./start-time.ts";
import { get, ifWonBy, move, plannedRows, wonBy, type Loaded } from "./store.ts";
import type { ApprovalRow, DecideInput } from "./types.ts";
import { assertMayDecide } from "./who-decides.ts";
import { houseView, lintsOf, plannedView, threadLints, viewContext } from "./view.ts";
import { newestNews, stillLeftOut } from "./left-out-recipients.ts";

/**
 * Records a decision and executes it. Throws `not_found`; `already_decided` and `effect_changed` with the
 * current state in `details`; `invalid_arguments`, `forbidden` and `upstream_failed` for an edit;
 * `token_spent` and `unauthenticated` for a token.
 */
export async function decide(deps: ApprovalDeps, input: DecideInput): Promise<Approval> {
  const loaded = await recordDecision(deps, input);
  return followDecision(deps, input.approvalId, { loaded });
}

/** Acts on a recorded decision as far as possible now. A failure here doesn't affect the decision. */
export async function followDecision(
  deps: ApprovalDeps,
  approvalId: string,
  options: AdvanceOptions = {},
): Promise<Approval> {
  const work = advance(deps, approvalId, { ...options, isChanged: true }).catch((error: unknown) => {
    deps.logger.warn("approval.advance_failed", { approvalId, error });
    return null;
  });
  deps.keepAlive(work);
  const driven = await work;
  await deps.workflow.nudge(approvalId);
  return driven?.shown ?? announce(deps, await get(deps, approvalId));
}

/**
 * Executes an approval that was approved when it was created. Its Workflow starts only if something is left
 * to wait for; an earlier start would compete for the effect. If the process dies, the reconciler finds the
 * due row.
 */
export async function carryOut(deps: ApprovalDeps, approvalId: string): Promise<Approval> {
  const work = advance(deps, approvalId, { isChanged: true }).catch((error: unknown) => {
    deps.logger.warn("approval.advance_failed", { approvalId, error });
    return null;
  });
  deps.keepAlive(work);
  const driven = await work;
  if (driven?.waitMs !== null)
    await deps.workflow.start(approvalId).catch((error: unknown) => {
      deps.logger.warn("approval.request_failed", { approvalId, error });
    });
  return driven?.shown ?? announce(deps, await get(deps, approvalId));
}

/**
 * Records the decision without acting on it; see `followDecision`. Returns the stored approval, or null if
 * it must be read again. Throws as `decide` does.
 */
export async function recordDecision(deps: ApprovalDeps, input: DecideInput): Promise<Loaded | null> {
  const loaded = await get(deps, input.approvalId);
  const { row } = loaded;
  await assertMayDecide(deps, loaded.effects, input);
  if (input.token !== undefined) await checkToken(deps, row, input);
  const decisionId = `${input.by.id}:${input.body.decisionId ?? deps.ids.newId()}`;
  if (decisionOf(row)?.decisionId === decisionId) return null;
  // This decision was undone: a late repeat of it must not approve again.
  if (row.spentDecisions?.includes(decisionId) === true) return null;
  await assertOpen(deps, row);
  const edit = await editOf(deps, loaded, input);
  const house = await houseNow(deps, row.conversationId, {
    effects: edit?.resolution.effects ?? loaded.effects,
    target: edit?.resolution.target ?? row.target,
    lints: [...(edit?.resolution.lints ?? []), ...row.lints],
    urgent: row.urgent,
  });
  const closed = input.body.decision === "approve" ? house.closed : undefined;
  await assertHouseAllows(deps.db, { ...house, closed }, input.by);
  const decided =
    input.body.decision === "approve"
      ? await approve(deps, loaded, input, { decisionId, edit, houseLints: house.lints.filter(isHouseLint) })
      : await reject(deps, row, input, decisionId);
  if (decided === null) await explainLoss(deps, input, decisionId);
  // An edit replaces the effects, so they must be read again.
  return decided === null || edit !== null ? null : { row: decided, effects: loaded.effects };
}

async function assertOpen(deps: ApprovalDeps, row: ApprovalRow): Promise<void> {
  if (row.status !== "pending") throw alreadyDecided(row);
  if (msOf(row.expiresAt) > deps.clock.now()) return;
  await advance(deps, row.id).catch((error: unknown) => {
    deps.logger.warn("approval.advance_failed", { approvalId: row.id, error });
  });
  throw alreadyDecided((await get(deps, row.id)).row);
}

/** Resolves the edit in a decision; null if the decision has none. Throws `effect_changed` if the hash differs. */
async function editOf(deps: ApprovalDeps, loaded: Loaded, input: DecideInput): Promise<ResolvedEdit | null> {
  const { row } = loaded;
  const { body, token } = input;
  const { arguments: args = row.finalArguments, without = [] } = body;
  const asStored = body.effectHash === row.effectHash;
  if (without.length === 0 && (body.arguments === undefined || (asStored && isUnedited(row, args)))) {
    if (asStored) return null;
    throw effectChanged(await storedPreview(deps, loaded));
  }
  if (token !== undefined)
    throw new AppError("forbidden", "You can’t edit from a notification. Open the card.");
  if (body.decision === "reject") throw new AppError("invalid_request", "A rejection can’t include edits.");
  const edit = await resolveEdit(deps, row, { arguments: args, without });
  if (edit.effectHash !== body.effectHash) throw effectChanged(await previewOf(deps, loaded, edit));
  return edit;
}

async function storedPreview(deps: ApprovalDeps, { row, effects: stored }: Loaded) {
  const context = await viewContext(deps, [row]);
  return {
    effects: plannedView(deps.effects, stored, row),
    effectHash: row.effectHash,
    lints: [
      ...lintsOf(houseView(row, stored, context).lints, stored, true, context),
      ...threadLints(row, context),
    ],
    leftOut: [],
  };
}

async function approve(
  deps: ApprovalDeps,
  loaded: Loaded,
  input: DecideInput,
  {
    decisionId,
    edit,
    houseLints,
  }: {
    readonly decisionId: string;
    readonly edit: ResolvedEdit | null;
    readonly houseLints: readonly Lint[];
  },
): Promise<ApprovalRow | null> {
  const { row, effects: stored } = loaded;
  if (edit === null) await assertAllowed(deps, row);
  await assertToldOfSent(deps, loaded, input, edit);
  const policy = await deps.policy();
  const documents: readonly EffectDocument[] = edit?.resolution.effects ?? stored;
  const effectHash = edit?.effectHash ?? row.effectHash;
  const edited = effectHash !== (await hashOfEffects(row.proposedEffects));
  const lines = edit === null ? [] : await plannedRows(row.id, documents, isoTime(deps.clock.now()));
  // Bulk decisions and those from a lock screen don't count toward earned rules: no one looked closely.
  const isAtAGlance = input.isInBulk === true || input.token !== undefined;
  const glanced = isAtAGlance ? await unjudged(deps, row) : null;
  return move(deps, row, {
    to: "approved",
    set: {
      ...decisionColumns(deps, input, decisionId),
      ...(edit === null ? {} : editColumns(deps, row, edit, input)),
      lints: [
        ...(edit?.resolution.lints ?? row.lints.filter((lint) => !isHouseLint(lint) || isKeptMark(lint))),
        ...houseLints,
      ],
      effectHash,
      edited,
      ...(isAtAGlance ? { countsFor: null } : {}),
      startsAt: startTime(deps, policy, documents, { atLeastSeconds: input.body.holdSeconds ?? 0 }),
    },
    where: stillOpen(deps, row, input),
    audit: [
      {
        actor: { kind: "user", ...input.by },
        action: "approval.approved",
        sentence: `${input.by.name} approved${edited ? " with edits" : ""}: ${edit?.resolution.title ?? row.title}`,
      },
    ],
    follow: (moveId) => [
      ...(edit === null
        ? []
        : [
            deps.db.remove(
              effects,
              and(eq(effects.approvalId, row.id), ifWonBy(row.id, moveId)) ?? sql`false`,
            ),
            ...lines.map((line) => deps.db.insertIf(effects, line, approvals, wonBy(row.id, moveId))),
          ]),
      ...burn(deps, row, input, moveId),
      ...(glanced?.follow(moveId) ?? []),
    ],
  });
}

/**
 * Refuses an approval whose card didn't show the newest message since the draft, from the team or from a
 * recipient who was left out. Throws `effect_changed`.
 */
async function assertToldOfSent(
  deps: ApprovalDeps,
  loaded: Loaded,
  { body }: DecideInput,
  edit: ResolvedEdit | null,
): Promise<void> {
  const { row } = loaded;
  // An edit to another recipient is sent to a thread without new messages. In a bundle, the remaining recipient is
  // one of the original ones.
  const isElsewhere = edit !== null && row.threadKey !== null && edit.resolution.threadKey !== row.threadKey;
  if (isElsewhere && row.wroteSince === null) return;
  const sent = (await sentSinceDrafts(deps, [row])).get(row.id) ?? [];
  const newest = newestNews(row, sent);
  if (newest !== null && newest !== body.sentSince) throw effectChanged(await storedPreview(deps, loaded));
}

/**
 * The columns an edit changes. On the same thread, the preconditions observed at proposal must still hold.
 * For a new recipient, and for parts added or put back, those observed while resolving the edit apply.
 * Preconditions of parts left out are dropped.
 */
function editColumns(
  { effects: kinds }: ApprovalDeps,
  row: ApprovalRow,
  { resolution, leftOut }: ResolvedEdit,
  { body }: DecideInput,
) {
  const sameThread = resolution.threadKey === row.threadKey;
  const before =
    leftOut.length === 0 ? row.preconditions : guarding(kinds, resolution.effects, row.preconditions);
  const subject = (one: Precondition) => `${one.kind} ${kinds.precondition(one).about ?? ""}`;
  const known = new Set(before.map(subject));
  const seen = [...before, ...resolution.preconditions.filter((one) => !known.has(subject(one)))];
  return {
    ...(body.arguments === undefined
      ? {}
      : { finalArguments: body.arguments as ApprovalRow["finalArguments"] }),
    title: resolution.title,
    target: resolution.target,
    facts: resolution.facts,
    threadKey: resolution.threadKey,
    wroteSince: stillLeftOut(kinds, row, resolution.effects),
    preconditions: sameThread ? seen : [...resolution.preconditions],
  };
}

async function reject(
  deps: ApprovalDeps,
  row: ApprovalRow,
  input: DecideInput,
  decisionId: string,
): Promise<ApprovalRow | null> {
  const tally = await tallyOf(deps, row);
  const rejected = await move(deps, row, {
    to: "rejected",
    set: {
      ...decisionColumns(deps, input, decisionId),
      redraft: input.body.redraft ?? false,
    },
    where: stillOpen(deps, row, input),
    audit: [
      {
        actor: { kind: "user", ...input.by },
        action: "approval.rejected",
        sentence: `${input.by.name} ${input.body.redraft === true ? "asked for changes" : "rejected"}: ${row.title}`,
      },
    ],
    follow: (moveId) => [
      ...burn(deps, row, input, moveId),
      ...countStatements(deps, row, { tally, unchanged: false, moveId }),
    ],
  });
  if (rejected !== null && tally !== null) deps.counted(tally);
  return rejected;
}

function decisionColumns(deps: ApprovalDeps, { body, by }: DecideInput, decisionId: string) {
  return {
    decisionId,
    decision: body.decision,
    decidedById: by.id,
    decidedByName: by.name,
    decidedAt: isoTime(deps.clock.now()),
    reason: body.reason === undefined || body.reason.trim() === "" ? null : body.reason,
  };
}

/** Conditions checked by the compare-and-set itself. */
function stillOpen(deps: ApprovalDeps, row: ApprovalRow, input: DecideInput): SQL {
  const now = isoTime(deps.clock.now());
  const shown = sql`${approvals.effectHash} = ${row.effectHash} and ${approvals.expiresAt} > ${now}`;
  if (input.token === undefined) return shown;
  return sql`${shown} and exists (select 1 from ${approvalTokens} inner join ${users} on ${users.id} = ${approvalTokens.userId}
    where ${tokenOf(row, input.token.hash)} and ${approvalTokens.userId} = ${input.by.id} and ${approvalTokens.spentAt} is null
    and ${approvalTokens.expiresAt} > ${now} and ${users.removedAt} is null and ${users.tenantId} = ${row.tenantId})`;
}

/** A token is bound to its approval and to the hash shown with it. */
function tokenOf(row: ApprovalRow, hash: string): SQL {
  return sql`${approvalTokens.tokenHash} = ${hash} and ${approvalTokens.tenantId} = ${row.tenantId}
    and ${approvalTokens.approvalId} = ${row.id} and ${approvalTokens.effectHash} = ${row.effectHash}`;
}

/** Marks the token as used, in the batch of the decision. */
function burn(deps: ApprovalDeps, row: ApprovalRow, { token }: DecideInput, moveId: string): Statement[] {
  if (token === undefined) return [];
  const mine = and(eq(approvalTokens.tokenHash, token.hash), ifWonBy(row.id, moveId));
  return [deps.db.update(approvalTokens, { spentAt: isoTime(deps.clock.now()) }, mine ?? sql`false`)];
}

/** Rejects an invalid token early, with a clear message. The compare-and-set checks it again. */
async function checkToken(
  deps: ApprovalDeps,
  row: ApprovalRow,
  { token, by, body }: DecideInput,
): Promise<void> {
  const hash = token?.hash ?? "";
  const found = await deps.db.find(approvalTokens, eq(approvalTokens.tokenHash, hash));
  const member = await deps.db.find(
    users,
    and(eq(users.id, by.id), sql`${users.removedAt} is null`) ?? sql`false`,
  );
  const bound = found !== null && found.approvalId === row.id && found.userId === by.id && member !== null;
  if (!bound || msOf(found.expiresAt) <= deps.clock.now()) {
    throw new AppError("unauthenticated", "This button no longer works. Open the card.");
  }
  if (found.spentAt !== null)
    throw new AppError("token_spent", "This button was already used. Open the card.");
  if (found.effectHash !== body.effectHash) {
    throw new AppError("unauthenticated", "This button was made for something else. Open the card.");
  }
}

/** Throws why a decision was not recorded. Returns if this same decision is the one on record. */
async function explainLoss(deps: ApprovalDeps, input: DecideInput, decisionId: string): Promise<void> {
  const loaded = await get(deps, input.approvalId);
  if (decisionOf(loaded.row)?.decisionId === decisionId) return;
  if (loaded.row.spentDecisions?.includes(decisionId) === true) return;
  if (input.token !== undefined) await checkToken(deps, loaded.row, input);
  if (loaded.row.status !== "pending") throw alreadyDecided(loaded.row);
  throw effectChanged(await storedPreview(deps, loaded));
}
