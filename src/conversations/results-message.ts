/** The answers to a reply's calls as the one message the model reads, in the order of the calls. */
import type { Author } from "../protocol/message.ts";
import type { CallRow, NewMessage } from "./types.ts";

const TOOLS: Author = { kind: "system", id: "system:tools", name: "Tools" };

/** Made once all calls of a reply are answered; its id is derived from the reply's. */
export function resultsMessage(calls: readonly CallRow[], turnId: string, createdAt: string): NewMessage {
  return {
    id: `${calls[0]?.replyId ?? ""}.results`,
    kind: "results",
    role: "user",
    parts: calls.map((row) => ({
      type: "tool_result",
      tool_use_id: row.call.id,
      content: row.answer?.content ?? "",
      ...(row.answer?.isError === true ? { is_error: true } : {}),
    })),
    author: TOOLS,
    createdAt,
    turnId,
    queued: false,
    context: null,
    modelStop: null,
  };
}
