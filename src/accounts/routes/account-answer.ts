/** Builds the API's answer from a turn's messages, open question and drafts. Pure. */
import { followupRecord, sessionOf, type AnsweredTurn } from "../desk/ask.ts";
import { askedIn } from "../desk/asked.ts";
import {
  accountReplyPartSchema,
  followupDraftSchema,
  loadedSkillSchema,
  routedPartSchema,
  type AccountAnswer,
  type AccountAnswerBody,
  type AccountFormField,
  type FollowupDone,
  type FollowupDraft,
  type LoadedSkill,
  type Routed,
} from "../api/account-query.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { Message } from "../../agent/api/message.ts";
import type { Question } from "../../agent/api/conversation-frames.ts";

const FOLLOWUP_TOOL = "execute_followup";

export function accountAnswer(turn: AnsweredTurn): AccountAnswer {
  const { conversationId, turnId, messages } = turn;
  const last = messages.findLast(({ role }) => role === "assistant");
  return {
    ...bodyOf(turn, last),
    conversationId,
    turnId,
    messageId: last?.id ?? null,
    routed: routedIn(messages),
    skills: skillsIn(messages),
    link: `/conversations/${encodeURIComponent(conversationId)}`,
  };
}

function bodyOf(
  { standing, approvals, conversationId, entries }: AnsweredTurn,
  last: Message | undefined,
): AccountAnswerBody {
  const { stop, question } = standing;
  if (stop === null) return { type: "running", message: "Still running." };
  if (stop.reason === "waiting_answer" && question !== null && last !== undefined)
    return questionOf(question, last, conversationId);
  const replied = last?.parts.flatMap((part) => {
    const read = accountReplyPartSchema.safeParse(part);
    return read.success ? [read.data.answer] : [];
  })[0];
  if (replied !== undefined) return replied;
  const drafts = approvals.filter(({ tool }) => tool === FOLLOWUP_TOOL);
  if (drafts.length > 0) return followupsOf(drafts, entries, wordsOf(last));
  if (approvals.length > 0)
    return {
      type: "awaiting_approval",
      message: [wordsOf(last), "Awaiting a person’s decision."].filter((one) => one !== "").join("\n\n"),
      approvals: approvals.map(({ id, title }) => ({ approvalId: id, title, link: `/approvals/${id}` })),
    };
  return plainOf(stop.problem, wordsOf(last) || questionIn(last));
}

/** Text only: a completion, or a question from before the conversation continued. */
function plainOf(problem: string | null, words: string): AccountAnswerBody {
  if (problem === null && words !== "") return { type: "success", routed_to: null, message: words };
  return { type: "error", message: problem ?? "No answer was produced." };
}

function wordsOf(message: Message | undefined): string {
  return (message?.parts ?? [])
    .flatMap((part) => {
      const { type, text } = part as { type: string; text?: unknown };
      return type === "text" && typeof text === "string" ? [text] : [];
    })
    .join("\n");
}

/** The question that was asked, once the conversation has continued. */
function questionIn(message: Message | undefined): string {
  return (message?.parts ?? [])
    .flatMap((part) => {
      const { type, input } = part as { type: string; input?: { question?: unknown } };
      return type === "tool_use" && typeof input?.question === "string" ? [input.question] : [];
    })
    .join("\n");
}

function routedIn(messages: readonly Message[]): Routed | null {
  const routed = messages.flatMap(({ parts }) => parts).findLast(({ type }) => type === "routed");
  const read = routedPartSchema.safeParse(routed);
  if (!read.success) return null;
  const { type: _, ...where } = read.data;
  return where;
}

/** Skills the turn's agents read, taken from their tool results. */
function skillsIn(messages: readonly Message[]): LoadedSkill[] {
  const skills = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const { type, content } = part as { type: string; content?: unknown };
      if (type !== "tool_result" || typeof content !== "string") return [];
      return loadedSkillSchema.array().catch([]).parse(skillsOf(content));
    }),
  );
  return [...new Map(skills.map((skill) => [skill.name, skill])).values()];
}

function skillsOf(content: string): unknown {
  try {
    return (JSON.parse(content) as { skills?: unknown }).skills ?? [];
  } catch {
    return [];
  }
}

function questionOf(question: Question, last: Message, conversationId: string): AccountAnswerBody {
  const asked = askedIn(last);
  const session_id = sessionOf(conversationId, question);
  const fields = (question.fields ?? []).map(fieldOf);
  if (asked?.about === "new_account")
    return {
      type: "confirmation_required",
      session_id,
      message: question.question,
      account_name: asked.name,
      alternatives: asked.candidates,
      original_query: asked.query,
      fields: fields.slice(1),
    };
  if (asked?.about === "vague_update" && asked.account !== null)
    return {
      type: "vague_update_clarification",
      session_id,
      message: question.question,
      account_id: asked.account.account_id,
      account_name: asked.account.name,
      clarification_fields: fields,
    };
  return {
    type: "clarification_needed",
    session_id,
    message: question.question,
    suggestions: question.options,
    reason: asked?.about === "which_account" ? "Query requires specific account" : null,
    candidates: asked?.candidates ?? [],
  };
}

function fieldOf({
  id,
  label,
  type,
  options,
  placeholder,
  current,
}: NonNullable<Question["fields"]>[number]): AccountFormField {
  return {
    id,
    label,
    type,
    ...(options === undefined ? {} : { options }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(current === undefined ? {} : { current_value: current }),
  };
}

/** `about`: what the desk said of accounts without a draft. */
function followupsOf(
  drafts: readonly Approval[],
  entries: ReadonlyMap<string, string>,
  about: string,
): AccountAnswerBody {
  const withAll = (message: string): string => `${message}\n${about}`.trim();
  const results = drafts.map((approval) => followupOf(approval, entries));
  const common = { type: "success", routed_to: "followup_agent", pending: null } as const;
  const [only, ...others] = results;
  if (only !== undefined && others.length === 0) {
    const { account_id, draft, result } = only;
    return { ...common, message: withAll(result.message), account_id, draft, result, results: [] };
  }
  const sent = results.filter(({ result }) => result.sent).length;
  const drafted = `${results.length} follow-ups were drafted, ${sent} of them were sent. Each needs a person’s decision.`;
  return { ...common, message: withAll(drafted), account_id: null, draft: null, result: null, results };
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A follow-up's status from its approval: sent only if its last effect has a receipt. */
function followupOf(approval: Approval, entries: ReadonlyMap<string, string>): FollowupDone {
  const record = followupRecord(approval);
  const name = textIn(record?.document["name"]) || approval.target;
  const isCall = approval.arguments["channel"] === "call_script";
  const isDone = approval.status === "done";
  const sent = isDone && !isCall;
  const entry = entries.get(approval.id) ?? null;
  const message = isDone
    ? isCall
      ? `The call with ${name} is marked as made.`
      : `Sent to ${name}.`
    : approval.status === "pending"
      ? `A draft for ${name} awaits approval. Nothing has been sent.`
      : `The draft for ${name}: ${approval.status}.`;
  return {
    account_id: textIn(record?.document["accountId"] ?? approval.arguments["account"]),
    account_name: name,
    draft: draftOf(approval),
    result: {
      success: true,
      sent,
      recorded: entry !== null,
      message,
      history_entry_id: entry,
      approvalId: approval.id,
    },
  };
}

function draftOf({ arguments: given }: Approval): FollowupDraft | null {
  const read = followupDraftSchema.safeParse({
    channel: given["channel"],
    subject: given["subject"] ?? null,
    body: given["body"],
    context_used: given["contextUsed"] ?? [],
    rationale: given["rationale"] ?? "",
  });
  return read.success ? read.data : null;
}
