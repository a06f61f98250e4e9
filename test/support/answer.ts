/** An answer in one text, as a model writes it that cites nothing. */
import { plainText } from "../../src/agent/conversations/index.ts";
import type { Answer } from "../../src/agent/citations/index.ts";
import type { Part } from "../../src/agent/api/message.ts";

export function answerOf(text: string): Answer {
  return { parts: [{ type: "text", text } as Part], text: plainText };
}
