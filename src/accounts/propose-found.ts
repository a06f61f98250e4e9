/**
 * Turns changes found in sources into one draft per account: a newer draft replaces the older one and
 * includes its changes. Nothing is proposed if nothing changes.
 */
import { and, eq } from "drizzle-orm";
import { ACCOUNTS_CONVERSATION, propose, type ApprovalDeps, type EffectBytes } from "../approvals/index.ts";
import { approvals } from "../approvals/tables/approvals.ts";
import type { Json } from "../kernel/hash.ts";
import { accountWantedSchema, type AccountState, type AccountWanted } from "./api/accounts.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { changesTo } from "./chain.ts";
import type { FoundChange } from "./read-sources.ts";
import { findState, headOfAccount } from "./store.ts";

export interface ProposingDeps {
  readonly files: WorkspaceDeps;
  readonly approvals: () => Promise<ApprovalDeps>;
  /** The proposing agent, and the approval rule. */
  readonly agent: string;
  readonly rule: string;
  readonly effectOf: (document: {
    readonly accountId: string;
    readonly name: string;
    readonly wanted: AccountWanted;
    readonly before: AccountWanted;
    readonly evidence: { readonly kind: "source"; readonly path: string };
    readonly seen: string;
    readonly source: string;
  }) => EffectBytes;
}

const SOURCES: Readonly<Record<FoundChange["source"]["kind"], string>> = {
  emails: "E-mail from ",
  calls: "Call with ",
  sms: "Texts with ",
};

/** Idempotent; a draft edited by a person is left unchanged. */
export async function proposeFound(deps: ProposingDeps, change: FoundChange): Promise<void> {
  const { source, path, quote } = change;
  const { accountId } = source;
  const [state, seen] = await Promise.all([
    findState(deps.files, accountId),
    headOfAccount(deps.files, accountId),
  ]);
  if (state === null || seen === null) return;
  const waiting = await findWaiting(deps, accountId);
  if (waiting?.edited === true) return;
  const wanted = wantedBy(change, state, waiting?.wanted ?? {});
  if (waiting !== null && JSON.stringify(waiting.wanted) === JSON.stringify(wanted)) return;
  const fields = changesTo(state, wanted).map(({ field }) => field);
  if (fields.length === 0) return;
  const before = Object.fromEntries(fields.map((field) => [field, state[field]]));
  const effect = deps.effectOf({
    accountId,
    name: state.name,
    wanted,
    before,
    evidence: { kind: "source", path },
    seen,
    source: "text from outside, a source of the account",
  });
  const { stage, nextSteps } = wanted;
  await propose(await deps.approvals(), {
    scope: {
      conversationId: ACCOUNTS_CONVERSATION,
      conversationTitle: "Sources of accounts",
      turnId: `${source.id}:${source.sha256}`,
      runId: `${source.id}:${source.sha256}`,
      agent: deps.agent,
      recentTexts: [],
    },
    toolCallId: `${accountId}:${source.id}:${source.sha256}`,
    tool: "update_account",
    arguments: jsonOf({ account: accountId, stage, nextSteps }),
    resolution: { kind: "resolved", effects: [effect], observed: [], lints: [], urgent: false },
    rule: deps.rule,
    evidence: [{ source: `${SOURCES[source.kind]}${source.party}`, quote, at: source.at, ref: null }],
    replaces: waiting === null ? undefined : { approvalId: waiting.id, onPersonsWord: async () => false },
  });
}

function jsonOf(value: Record<string, unknown>): Record<string, Json> {
  return JSON.parse(JSON.stringify(value)) as Record<string, Json>;
}

/** The resulting changes: the newest stage, and every requested next step. */
function wantedBy(
  { stage, nextStep }: FoundChange,
  state: AccountState,
  waiting: AccountWanted,
): AccountWanted {
  const to = stage ?? waiting.stage ?? null;
  const steps = [
    ...new Set([...state.nextSteps, ...(waiting.nextSteps ?? []), ...(nextStep === null ? [] : [nextStep])]),
  ];
  return {
    ...(to === null || to === state.stage ? {} : { stage: to }),
    ...(steps.length === state.nextSteps.length ? {} : { nextSteps: steps }),
  };
}

/** The pending draft of this kind for an account. */
async function findWaiting({ files }: ProposingDeps, accountId: string) {
  const [row] = await files.db
    .rows(
      approvals,
      and(
        eq(approvals.threadKey, `account:${accountId}`),
        eq(approvals.status, "pending"),
        eq(approvals.conversationId, ACCOUNTS_CONVERSATION),
      ),
    )
    .orderBy(approvals.createdAt)
    .limit(1);
  if (row === undefined) return null;
  const read = accountWantedSchema.safeParse(row.proposedEffects[0]?.document["wanted"]);
  return { id: row.id, edited: row.edited, wanted: read.success ? read.data : {} };
}
