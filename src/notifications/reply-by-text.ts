/** Replies to members who texted Steward: from the internal line to their verified number. */
import { cutAtWord } from "../agent/conversations/index.ts";
import type { ReplyChannel } from "./reply-to-member.ts";
import { textByRule, type TextColleagueDeps } from "./text-on-call.ts";

/** Maximum characters texted; the rest is on the page. */
const ANSWER_CHARS = 1_200;

/** Replies by text. Does no I/O. */
export function byText(texts: () => Promise<TextColleagueDeps>): ReplyChannel {
  return {
    does: "text you its answer",
    async send({ phone, phoneVerifiedAt, name }, { id, words, drafts, waiting, url }) {
      if (phone === null || phoneVerifiedAt === null) return false;
      const lines = [
        words.length > ANSWER_CHARS ? `${cutAtWord(words, ANSWER_CHARS)}\nMore: ${url}` : words,
        ...drafts.map((draft) => `Needs your approval: ${draft}`),
        ...waiting.map((draft) => `Still waiting for your approval: ${draft}`),
      ];
      return textByRule(await texts(), {
        id,
        tool: "team.answer",
        conversationTitle: `${name}, by text`,
        rule: "standing.answers_by_text",
        to: { number: phone, name, contact: null },
        text: lines.filter((line) => line !== "").join("\n"),
      });
    },
  };
}
