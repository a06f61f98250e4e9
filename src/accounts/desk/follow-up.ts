/**
 * Follow-ups at the desk: one, a stack of the most urgent ones, or the list of who is due. Code decides who
 * and why; an agent writes the text.
 */
import type { Json } from "../../kernel/hash.ts";
import {
  dueAccountSchema,
  followupDraftSchema,
  type AccountReply,
  type DueAccount,
  type FollowupDone,
  type FollowupDraft,
  type Routed,
} from "../api/account-query.ts";
import type { ScriptReply } from "../../agent/script.ts";
import type { FollowupCommand, FollowupsCommand } from "./commands.ts";
import { ask, objectOf, objectsOf, textField, type Answered, type Play } from "./play.ts";
import { errorReply, replyWith, joinParagraphs } from "./replies.ts";

const LISTED = 10;
/** Accounts named that get no draft. */
const NAMED = 10;
/** The most that `scan_followups` lists. */
const MOST_SCANNED = 50;

/** One follow-up: code gathers the material and delegates the draft. */
export function* followUp({ account, channel, purpose, isDry }: FollowupCommand, from: Routed): Play {
  const material = yield* ask("prepare_followup", {
    account,
    ...(channel === null ? {} : { channel }),
    ...(purpose === "" ? {} : { purpose: purpose.slice(0, 500) }),
  });
  if (material["failed"] === true) return errorReply(textField(material, "message"));
  const name = textField(material, "name");
  const route: Routed = {
    ...from,
    account: { account_id: account, name, stage: textField(material, "stage") },
    found: from.found ?? "chosen",
  };
  const [answer = {}] = yield {
    parts: [{ type: "routed", ...route }],
    calls: [draftCall(material, isDry)],
  };
  const draft = draftOf(answer);
  if (draft === null) return errorReply(textField(answer, "stopped") || "No draft was written. Try again.");
  const message = isDry
    ? `A draft for ${name}. Nothing is sent or awaiting approval.`
    : `A draft for ${name}. It wasn’t submitted for approval: send “/followup ${account}” to submit it.`;
  return replyWith(joinParagraphs([message, draftWords(draft)]), {
    type: "success",
    routed_to: "followup_agent",
    message,
    account_id: account,
    draft,
    result: notSent(message),
    results: [],
    pending: null,
  });
}

/** Delegates a draft to its agent with its material; `change` is a requested revision. */
export function draftCall(
  material: Answered,
  isDry: boolean,
  change = "",
): { name: string; input: Record<string, Json> } {
  const { note: _note, ...facts } = material;
  const what = isDry
    ? `Draft a follow-up with ${textField(material, "name")}. Draft only: answer with it.`
    : `Follow up with ${textField(material, "name")}: draft it and put it before the team with execute_followup.`;
  const task = change === "" ? what : `${what}\n${change}`;
  return {
    name: "delegate",
    input: {
      agent: "followup_agent",
      context_ids: [],
      task,
      context: JSON.stringify(facts),
      ...(isDry ? { readOnly: true } : {}),
    },
  };
}

/** The draft in an answer; null if there is none. */
function draftOf(answer: Answered): FollowupDraft | null {
  const read = followupDraftSchema.safeParse(answer["result"]);
  return read.success ? read.data : null;
}

function notSent(message: string): FollowupDone["result"] {
  return { success: true, sent: false, recorded: false, message, history_entry_id: null, approvalId: null };
}

function draftWords({ channel, subject, body }: FollowupDraft): string {
  const head =
    channel === "call_script" ? "Call script" : channel === "sms" ? "Text" : `E-mail: ${subject ?? ""}`;
  return `**${head}**\n\n${body}`;
}

/** The most urgent ones: one draft each, as a stack of approvals; the others are named. */
export function* manyFollowUps({ limit, stage, days, isDry }: FollowupsCommand, route: Routed): Play {
  const scan = (input: Record<string, Json>) => ({
    name: "scan_followups",
    input: { ...input, ...(stage === null ? {} : { stage }) },
  });
  // All of a stage means those that aren't due yet, too.
  const isOfStage = stage !== null && days === undefined;
  const [scanned = {}, ofStage = {}] = yield {
    parts: [{ type: "routed", ...route }],
    calls: [
      scan({ limit: limit + NAMED, ...(days === undefined ? {} : { daysThreshold: days }) }),
      ...(isOfStage ? [scan({ limit: MOST_SCANNED, daysThreshold: 0 })] : []),
    ],
  };
  if (scanned["failed"] === true) return errorReply(textField(scanned, "message"));
  const found = dueIn(scanned);
  const isFound = new Set(found.map(({ account_id: id }) => id));
  const early = dueIn(ofStage).filter(({ account_id: id }) => !isFound.has(id));
  const notDue = leftOut("Not due for a follow-up yet", early, totalOf(ofStage) - totalOf(scanned));
  if (found.length === 0) return noneDue(stage, notDue, days);
  const due = found.slice(0, limit);
  const others = joinParagraphs([
    leftOut(
      `Left out after the ${due.length} most urgent`,
      found.slice(limit),
      totalOf(scanned) - due.length,
    ),
    notDue,
  ]);
  const materials = yield {
    calls: due.map(({ account_id: account, recommended_channel: channel }) => ({
      name: "prepare_followup",
      input: { account, channel },
    })),
  };
  // A turn that ends with approvals has no later reply to say it in.
  const answers = yield {
    text: isDry ? "" : others,
    calls: materials.map((material) => draftCall(material, isDry)),
  };
  const results = due.map(({ account_id, account_name }, index): FollowupDone => {
    const draft = draftOf(answers[index] ?? {});
    const message = draft === null ? "No draft was written." : "Drafted; nothing is sent.";
    return { account_id, account_name, draft, result: { ...notSent(message), success: draft !== null } };
  });
  const message = joinParagraphs([
    `${results.filter(({ draft }) => draft !== null).length} of ${due.length} follow-ups are drafted.`,
    isDry ? others : "",
  ]);
  return listReply(
    joinParagraphs([
      message,
      ...results.flatMap(({ account_name: name, draft }) =>
        draft === null ? [] : [`### ${name}`, draftWords(draft)],
      ),
    ]),
    { message, results },
  );
}

/** Accounts without a draft, by name. `total` includes those that weren't listed. Empty for none. */
function leftOut(why: string, accounts: readonly DueAccount[], total: number): string {
  const names = accounts.slice(0, NAMED).map(({ account_name: name }) => name);
  if (total > names.length) names.push(`${total - names.length} more`);
  return names.length === 0 ? "" : `${why}: ${names.join(", ")}.`;
}

/** Who is due, and why, without a model. */
export function* whoIsDue(route: Routed, stage: string | null): Play {
  const answer = yield* ask(
    "scan_followups",
    { limit: LISTED, ...(stage === null ? {} : { stage }) },
    {
      parts: [{ type: "routed", ...route }],
    },
  );
  if (answer["failed"] === true) return errorReply(textField(answer, "message"));
  const due = dueIn(answer);
  if (due.length === 0) return noneDue(stage);
  const total = totalOf(answer);
  const lines = due.map(
    ({ account_id: id, account_name: name, urgency, why }) =>
      `- **[${name}](/accounts/${id})** (${urgency}): ${why}`,
  );
  const more = total > due.length ? ` The ${due.length} most urgent are:` : "";
  const message = `${total} ${total === 1 ? "account is" : "accounts are"} due for a follow-up.${more}`;
  return listReply(
    joinParagraphs([message, lines.join("\n"), `To draft them: “/followups ${Math.min(5, due.length)}”.`]),
    { message, pending: { accounts: due, total, filters: { stage, days_threshold: null } } },
  );
}

/** A reply about several accounts. */
function listReply(
  text: string,
  answer: Pick<FollowupAnswer, "message"> & Partial<Pick<FollowupAnswer, "results" | "pending">>,
): ScriptReply {
  return replyWith(text, {
    type: "success",
    routed_to: "followup_agent",
    account_id: null,
    draft: null,
    result: null,
    results: [],
    pending: null,
    ...answer,
  });
}

type FollowupAnswer = Extract<AccountReply, { routed_to: "followup_agent" }>;

function totalOf(answer: Answered): number {
  return typeof answer["total"] === "number" ? answer["total"] : dueIn(answer).length;
}

function dueIn(answer: Answered): DueAccount[] {
  return objectsOf(objectOf(answer)["items"]).flatMap((one) => {
    const read = dueAccountSchema.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

function noneDue(stage: string | null, notDue = "", days: number | null = null): ScriptReply {
  const none =
    stage === null ? "No account is due for a follow-up." : `No account in ${stage} is due for a follow-up.`;
  const message = notDue === "" ? none : `${none} ${notDue}`;
  return listReply(message, {
    message,
    pending: { accounts: [], total: 0, filters: { stage, days_threshold: days } },
  });
}
