/**
 * Agents whose replies are written by code. Replies are a pure function of the log, so that an interrupted
 * turn continues where it ended. Calls, questions and proposals work as for any agent; only no model is
 * called.
 */
import type { ConversationLog } from "./conversations/index.ts";
import type { MessageKind, TraceStep } from "./runs/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { Json } from "../kernel/hash.ts";
import { routedPartSchema } from "../accounts/api/account-query.ts";
import type { Author, Part } from "./api/message.ts";
import { NO_FIGURES } from "./runs/index.ts";
import type { AgentRun } from "./run-agent.ts";

export interface ScriptMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly parts: readonly Part[];
  readonly author: Author;
}

export interface ScriptView {
  /** Messages of the turn, oldest first: what was said, the script's own replies, and the answers to its calls. */
  readonly turn: readonly ScriptMessage[];
  /** The newest messages before the turn, oldest first. */
  readonly before: readonly ScriptMessage[];
}

/** Text, parts and calls. A reply without calls ends the turn. */
export interface ScriptReply {
  readonly text?: string;
  readonly parts?: readonly Part[];
  readonly calls?: readonly { readonly name: string; readonly input: Readonly<Record<string, Json>> }[];
}

export type Script = (view: ScriptView) => ScriptReply;

/** Number of messages before the turn that a script sees. */
const LOOKS_BACK = 40;

/** The next reply of a turn, derived from the log. */
export function scripted(
  { messages }: Pick<ConversationLog, "messages">,
  runId: string,
  script: Script,
): () => ScriptReply {
  return () => {
    const first = messages.firstOf(runId);
    if (first === null) throw new TypeError("a turn without a message");
    const turn = messages.committedAfter(first.seq - 1);
    return script({ turn, before: messages.page(first.id, LOOKS_BACK).items });
  };
}

/** Commits a script's next reply. */
export function scriptStep(
  { clock }: { readonly clock: Clock },
  { writer, display }: Pick<AgentRun, "writer" | "display">,
  reply: ScriptReply,
): void {
  const id = writer.nextReplyId();
  const { text = "", parts = [], calls = [] } = reply;
  const said: Part[] = text === "" ? [] : [{ type: "text", text }];
  const made = calls.map(({ name, input }, index): Part => ({
    type: "tool_use",
    id: `code_${id.replaceAll(/[^A-Za-z0-9_-]/g, "_")}_${index}`,
    name,
    input: { ...input },
  }));
  const stop = made.length > 0 ? "tool_use" : "end_turn";
  const step: TraceStep = {
    kind: "model",
    name: "code",
    status: stop,
    at: isoTime(clock.now()),
    durationMs: 0,
    detail: { costMicroUsd: 0 },
  };
  const { usage } = NO_FIGURES;
  writer.commitReply(
    { id, parts: [...said, ...parts, ...made], stop, usage, costMicroUsd: 0, fallback: null },
    step,
  );
  for (const part of parts) {
    const routed = routedPartSchema.safeParse(part);
    if (!routed.success) continue;
    const { type: _, ...where } = routed.data;
    display().routed(where);
  }
}
