/** A run in a sentence. Pure. */
import type * as z from "zod";
import { stopReasonSchema, type runSchema } from "../../../../src/protocol/index.ts";
import { clipped } from "../../components/text-pieces.ts";
import { count } from "../../components/words.ts";

type Run = z.infer<typeof runSchema>;

const TRIGGERS: Readonly<Record<string, string>> = {
  web_chat: "a message in the chat",
  user: "a message in the chat",
  message: "a message",
  sms: "a text",
  email: "an e-mail",
  schedule: "its schedule",
  webhook: "a webhook",
  outcome: "a decision",
  "memory.upkeep": "its daily hour",
};

const ENDS: Readonly<Record<string, string>> = {
  end_turn: "answered",
  waiting_approval: "asked for an approval",
  waiting_answer: "asked a question",
  stopped_by_user: "was stopped by a person",
  limit_model_calls: "was stopped at its limit of model calls",
  limit_tool_calls: "was stopped at its limit of tool calls",
  limit_time: "was stopped at its time limit",
  limit_cost: "was stopped at its cost limit",
  budget_spent: "was stopped: the budget is spent",
  rate_limited: "paused at the hourly limit",
  max_tokens: "was cut for length",
  refusal: "declined",
  context_full: "ran out of room",
  failed: "could not finish",
};

/** How single steps end, in the model's and our own words for it. */
const STEP_ENDS: Readonly<Record<string, string>> = {
  end_turn: "answered",
  tool_use: "asked for tools",
  max_tokens: "cut for length",
  stop_sequence: "answered",
  pause_turn: "paused",
  refusal: "declined",
  ok: "done",
  retry: "sent back to correct",
  awaiting_approval: "waits for approval",
  denied: "not allowed",
};

/** `asked for tools` of `tool_use`; what has no other words, as it is. */
export function stepWords(status: string): string {
  return STEP_ENDS[status] ?? status.replaceAll("_", " ");
}

/** `property_desk` as `Property desk`. */
function agentName(agent: string): string {
  const words = agent.replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `After a message in the chat, the agent used 3 tools and asked for an approval.` */
export function runSentence(run: Run): string {
  const about = run.preview ? ` (“${clipped(run.preview.trim(), 140)}”)` : "";
  const trigger = `${TRIGGERS[run.trigger] ?? run.trigger.replaceAll("_", " ")}${about}`;
  if (run.disposition === "no_action") {
    const why = clipped((run.outcome ?? "").trim().replace(/[.\s]+$/, ""), 500);
    return `After ${trigger}, ${agentName(run.agent)} saw that nothing was needed${why ? `: ${why}` : ""}.`;
  }
  const reason = stopReasonSchema.safeParse(run.stopReason);
  const end =
    run.finishedAt === null
      ? "is still at work"
      : ((reason.success ? ENDS[reason.data] : undefined) ?? `ended: ${run.status}`);
  const tools = run.toolCalls > 0 ? `used ${count(run.toolCalls, "tool")} and ` : "";
  return `After ${trigger}, ${agentName(run.agent)} ${tools}${end}.`;
}
