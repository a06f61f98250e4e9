/** A run in a sentence. Pure. */
import type * as z from "zod";
import { stopReasonSchema } from "../../../../src/agent/api/conversation-frames.ts";
import { type runSchema } from "../../../../src/agent/api/run.ts";
import { clipped } from "../../components/text-pieces.ts";
import { count } from "../../components/words.ts";

type Run = z.infer<typeof runSchema>;

const TRIGGERS: Readonly<Record<string, string>> = {
  web_chat: "a chat message",
  user: "a chat message",
  message: "a message",
  sms: "a text",
  team_text: "a colleague’s text",
  team_email: "a colleague’s e-mail",
  team_slack: "a colleague in Slack",
  email: "an e-mail",
  schedule: "its schedule",
  webhook: "a webhook",
  outcome: "a decision",
  "memory.upkeep": "its daily time",
  "examples.learn": "kept examples",
  "accounts.followups": "its schedule",
};

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

/** `After a chat message, Steward used 3 tools and asked for approval.` */
export function runSentence(run: Run): string {
  const about = run.preview ? ` (“${clipped(run.preview.trim(), 140)}”)` : "";
  const trigger = `${TRIGGERS[run.trigger] ?? run.trigger.replaceAll("_", " ")}${about}`;
  const agent = run.agentTitle;
  if (run.disposition === "no_action") {
    const why = clipped((run.outcome ?? "").trim().replace(/[.\s]+$/, ""), 500);
    return `After ${trigger}, ${agent} saw that no action was needed${why ? `: ${why}` : ""}.`;
  }
  const tools = run.toolCalls > 0 ? `used ${count(run.toolCalls, "tool")} and ` : "";
  return `After ${trigger}, ${agent} ${tools}${endWords(run)}.`;
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
