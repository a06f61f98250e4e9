/**
 * Replies to members who wrote to Steward's mailbox: sent from there in the same thread, only to the address
 * they sign in with.
 */
import { actByRule, type ApprovalDeps, type SystemAct } from "../approvals/index.ts";
import { EMAIL_TEXT_CHARS } from "../messaging/api/email-document.ts";
import type { ReplyChannel } from "./reply-to-member.ts";
import { hasFailed } from "./text-on-call.ts";

export interface MailColleagueDeps {
  readonly approvals: ApprovalDeps;
  /** The effect of a reply to an e-mail; null if its mailbox may no longer be used. */
  readonly replyTo: (
    messageId: string,
    reply: { readonly id: string; readonly to: string; readonly text: string },
  ) => Promise<SystemAct["effect"] | null>;
}

const ONLY_DRAFTED =
  "I’ve drafted what you asked for. Nothing goes out until you approve it with the link below.";

/** Replies by e-mail. Does no I/O. */
export function byMail(mail: () => Promise<MailColleagueDeps>): ReplyChannel {
  return {
    does: "e-mail you its answer",
    async send({ email, name }, { id, words, drafts, waiting, url, answers }) {
      const { approvals, replyTo } = await mail();
      const foot = [
        ...drafts.map((draft) => `Needs your approval: ${draft}`),
        ...waiting.map((draft) => `Still waiting for your approval: ${draft}`),
        `The conversation: ${url}`,
      ];
      const letter = words === "" ? `Hello ${name},\n\n${ONLY_DRAFTED}\n\nBest regards,\nSteward` : words;
      const text = [letter.slice(0, EMAIL_TEXT_CHARS / 2), foot.join("\n")];
      const effect = await replyTo(answers, { id, to: email, text: text.join("\n\n") });
      if (effect === null) return false;
      const act = { id, tool: "team.answer", conversationTitle: `${name}, by e-mail`, effect };
      return !hasFailed(await actByRule(approvals, { ...act, rule: "standing.answers_by_email" }));
    },
  };
}
