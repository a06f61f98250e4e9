/** A run in a sentence. Pure. */
import type * as z from "zod";
import { stopReasonSchema } from "../../../../src/agent/api/conversation-frames.ts";
import type { ApprovalRow } from "../../../../src/approvals/api/approval.ts";
import { type runSchema } from "../../../../src/agent/api/run.ts";
import { requestTitle } from "../../../../src/approvals/api/request-words.ts";
import { withoutMarks } from "../../components/words.ts";
import { approvalThing } from "./activity-events.ts";

type Run = z.infer<typeof runSchema>;

/** What a run was about, by its trigger. One without a line has its own title: `Risks to the basement`. */
const TRIGGERS: Readonly<Record<string, string>> = {
  web_chat: "a chat message",
  user: "a chat message",
  message: "a message",
  sms: "a text",
  team_text: "a colleague’s text",
  team_email: "a colleague’s e-mail",
  team_slack: "a colleague in Slack",
  email: "an e-mail",
  schedule: "scheduled work",
  webhook: "a webhook",
  outcome: "a decision",
  "memory.upkeep": "the daily upkeep of memory",
  "examples.learn": "new examples",
  "accounts.followups": "the morning’s follow-ups",
};

const MESSAGES = new Set([
  "web_chat",
  "user",
  "message",
  "sms",
  "team_text",
  "team_email",
  "team_slack",
  "email",
]);

const ENDS: Readonly<Record<string, string>> = {
  end_turn: "answered",
  waiting_approval: "asked for approval",
  waiting_answer: "asked a question",
  stopped_by_user: "was stopped by a teammate",
  limit_model_calls: "was stopped at its limit of model calls",
  limit_tool_calls: "was stopped at its limit of tool calls",
  limit_time: "was stopped at its time limit",
  limit_cost: "was stopped at its cost limit",
  budget_spent: "stopped because the budget is spent",
  rate_limited: "paused at the hourly limit",
  max_tokens: "was cut off for length",
  refusal: "declined",
  context_full: "ran out of room",
  failed: "couldn’t finish",
};

/** How single steps end, in the model's and our own words for it. */
const STEP_ENDS: Readonly<Record<string, string>> = {
  end_turn: "answered",
  tool_use: "asked for tools",
  max_tokens: "cut off for length",
  stop_sequence: "answered",
  pause_turn: "paused",
  refusal: "declined",
  ok: "done",
  retry: "retried",
  awaiting_approval: "needs approval",
  denied: "not allowed",
};

/** Readable form of a status without its own wording: `asked for tools` for `tool_use`. */
export function stepWords(status: string): string {
  return STEP_ENDS[status] ?? status.replaceAll("_", " ");
}

/** `Steward drafted the text to Maria Lopez for approval.` `drafts` are the run's own. */
export function runSentence(run: Run, drafts: readonly ApprovalRow[] = []): string {
  const agent = run.agentTitle;
  const about = aboutWords(run);
  if (run.disposition === "no_action") {
    const why = clippedSentence(run.outcome, 500);
    return `${agent} found nothing to do about ${about}${why ? `: ${why}` : ""}.`;
  }
  const end = (run.finishedAt === null ? null : run.stopReason) ?? "";
  switch (end) {
    case "waiting_approval":
      return drafts.length === 0
        ? `${agent} asked for approval, after ${about}.`
        : `${agent} drafted ${drafts.length === 1 ? drafts.map(approvalThing).join("") : requestTitle(drafts)} for approval.`;
    case "waiting_answer": {
      const words = clippedSentence(run.outcome, 200);
      return words === "" ? `${agent} asked a question, after ${about}.` : `${agent} asked: ${words}`;
    }
    case "end_turn": {
      const words = clippedSentence(run.outcome, 200);
      return `${agent} ${doneVerb(run.trigger)} ${about}${words === "" ? "." : `: ${words}`}`;
    }
    default:
      return `${agent} ${endWords(run)}: ${about}.`;
  }
}

/** Messages are answered, everything else is work. */
function doneVerb(trigger: string): string {
  if (trigger === "outcome") return "followed up on";
  return MESSAGES.has(trigger) ? "answered" : "finished";
}

/** `a text (“Thanks!”)`, or the title of work that has one. */
function aboutWords({ trigger, preview }: Run): string {
  const words = clippedSentence(preview, 140);
  const kind = TRIGGERS[trigger];
  if (kind === undefined) return words === "" ? "background work" : `“${words}”`;
  return words === "" ? kind : `${kind} (“${words}”)`;
}

function clippedSentence(words: string | null, chars: number): string {
  return withoutMarks((words ?? "").replace(/\s+/g, " ").trim().replace(/\.+$/, ""), chars);
}

/** `answered`, `asked for approval`, `is still working`. */
export function endWords({
  finishedAt,
  stopReason,
  status,
}: Pick<Run, "finishedAt" | "stopReason" | "status">): string {
  if (finishedAt === null) return "is still working";
  const reason = stopReasonSchema.safeParse(stopReason);
  return (reason.success ? ENDS[reason.data] : undefined) ?? `ended: ${status}`;
}
