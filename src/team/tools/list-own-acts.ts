/** Lists what Steward itself did: outside, with who let it out and why; inside, what it changed; and what each matter cost. */
import * as z from "zod";
import { listActs, type Act } from "../../approvals/index.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { EFFECTS } from "../../approvals/open.ts";
import { findTool } from "../../agent/tools/catalogue.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import { agentOf } from "../../agent/index.ts";
import { findRuns, costByConversation, type RunOrigin } from "../../agent/runs/index.ts";
import { listOwnChanges } from "../../platform/audit/index.ts";
import { readersOf } from "../../platform/privacy.ts";
import { listTeam } from "../../platform/auth/index.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";
import type { Json } from "../../kernel/hash.ts";
import { localTime } from "../../kernel/local-time.ts";
import type { InboxServices } from "./index.ts";
import { firstWords } from "./list-inbox.ts";
import { dayStartMs } from "../../kernel/calendar.ts";

const DAYS = 7;
const MOST = 25;
/** Changes inside that are read: many may be of one act. */
const MOST_CHANGES = 200;
const MOST_COSTS = 12;
const PRIVATE = "a private conversation";

export const listOwnActs = defineTool({
  name: "list_own_acts",
  title: "Check what Steward did",
  done: "Checked what Steward did",
  description:
    "Lists what you did yourself, newest first. Outside: what, to whom, what started it, who approved it, or by which rule it went without asking, and what its run cost. " +
    "Inside: files, schedules and records you changed without asking. And the cost by conversation. For “why did you send that?”, “what did you do without asking?”, “what did this cost?”.",
  keywords:
    "who approved text message why reason explain action took sent without asking unasked did do done own activity log account audit who approved rule cost per matter undo last thing",
  input: z.strictObject({
    since: z.iso
      .date()
      .optional()
      .describe(`The first day, as 2026-11-21; the last ${DAYS} days if left out`),
    unasked: z.boolean().optional().describe("True for what nobody was asked about"),
    contact: z
      .string()
      .trim()
      .min(2)
      .max(100)
      .optional()
      .describe("Only outside acts to them: name, number or address"),
    where: z.enum(["this_conversation", "team"]).optional().describe("team if left out"),
    olderThan: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe("Only outside acts older than this one: the olderThan of the answer before"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  summarize: () => "Checking what Steward did",
  async run({ since, unasked = false, contact, where = "team", olderThan }, services: InboxServices, call) {
    const { db, clock, timeZone } = services;
    const from = isoTime(since === undefined ? clock.now() - DAYS * DAY_MS : dayStartMs(since, timeZone));
    const conversationId = where === "team" ? undefined : call.conversationId;
    const { policy } = await getPolicy(db);
    const isWhole = contact === undefined && olderThan === undefined;
    const [{ items: all, more }, changes, costs, members] = await Promise.all([
      listActs(
        { db, effects: EFFECTS, policy, titleOf: (tool) => findTool(tool)?.tool.title ?? tool },
        { since: from, unasked, contact, conversationId },
      ),
      isWhole && where === "team" ? listOwnChanges(db, { from, limit: MOST_CHANGES }) : [],
      isWhole && !unasked ? costByConversation(db, { from, conversationId, limit: MOST_COSTS }) : [],
      listTeam(db),
    ]);
    const items = all.slice(all.findIndex(({ approvalId }) => approvalId === olderThan) + 1);
    const shown = items.slice(0, MOST);
    const [runs, readers] = await Promise.all([
      findRuns(
        db,
        shown.map(({ runId }) => runId),
      ),
      readersOf(
        db,
        [...shown, ...costs].map((one) => one.conversationId).filter((id) => id !== call.conversationId),
      ),
    ]);
    const names = new Map(members.map(({ id, name }) => [id, name]));
    const view: View = { timeZone, runs, readers, names };
    return {
      kind: "list",
      beside: {
        since: localTime(from, timeZone),
        ...(items.length > shown.length ? { olderThan: shown.at(-1)?.approvalId ?? null } : {}),
        ...insideOf(changes, timeZone),
        ...(costs.length === 0
          ? {}
          : {
              dearestConversations: costs.map((one) => ({
                conversation: readers.has(one.conversationId) ? PRIVATE : one.title,
                runs: one.runs,
                usd: one.costUsd,
              })),
            }),
      },
      items: shown.map((act) => rowOf(act, view)),
      // The rest is behind `olderThan`.
      total: shown.length,
      more: more || items.length > shown.length,
      keep: "first",
      // Titles and quotes of other conversations may hold what somebody outside wrote.
      outside: shown.some(({ conversationId: of }) => of !== call.conversationId),
    };
  },
});

/** One line an act: what was written at once is one. */
function insideOf(changes: Awaited<ReturnType<typeof listOwnChanges>>, timeZone: string) {
  const acts = [...Map.groupBy(changes, ({ at, actorId }) => `${at} ${actorId}`).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : [
            `${localTime(first.at, timeZone)}: ${first.sentence}${others.length === 0 ? "" : `, with ${others.length} more in the same act`}`,
          ],
  );
  if (acts.length === 0) return {};
  const isCut = acts.length > MOST || changes.length === MOST_CHANGES;
  return {
    insideUnasked: acts.slice(0, MOST),
    ...(isCut ? { insideIsCut: "Older ones are left out." } : {}),
  };
}

interface View {
  readonly timeZone: string;
  readonly runs: ReadonlyMap<string, RunOrigin>;
  /** Private conversations but this one. */
  readonly readers: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
}

function rowOf(act: Act, { timeZone, runs, readers, names }: View): Json {
  const run = runs.get(act.runId);
  const isPrivate = readers.has(act.conversationId);
  return {
    approvalId: act.approvalId,
    what: act.title,
    ...(act.title.includes(act.target) ? {} : { to: act.target }),
    ...(act.status === "done" ? {} : { state: act.status }),
    at: localTime(act.at, timeZone),
    ...(act.words === null ? {} : { words: firstWords(act.words) }),
    ...(act.approvedBy === null
      ? { withoutAsking: act.unaskedBy }
      : { approvedBy: `${act.approvedBy}${act.edited ? ", with edits" : ""}` }),
    startedBy: startedBy(act, run, names),
    ...(isPrivate
      ? { conversation: PRIVATE }
      : {
          conversation: act.conversationTitle,
          ...(act.because === null
            ? {}
            : { because: `${act.because.source}: “${firstWords(act.because.quote)}”` }),
          ...(act.note === null ? {} : { note: firstWords(act.note) }),
        }),
    ...(run === undefined ? {} : { runCostUsd: run.costUsd }),
  };
}

const TRIGGERS: Readonly<Record<string, string>> = {
  sms: "a text that came in",
  email: "an e-mail that came in",
  schedule: "a schedule",
  webhook: "an automatic event",
  outcome: "a decision on a draft",
};

/** Who or what started the run, and which agent it was. */
function startedBy(act: Act, run: RunOrigin | undefined, names: ReadonlyMap<string, string>): string {
  const agent = agentOf(act.agent).title;
  const by = agent === "Steward" ? "" : ` (${agent})`;
  if (run === undefined) return `${act.conversationTitle}${by}`;
  const person = names.get(run.startedBy);
  if (person !== undefined) return `${person}, in chat${by}`;
  return `${TRIGGERS[run.trigger] ?? run.trigger.replaceAll(/[._]/g, " ")}${by}`;
}
