/**
 * Reasons why incoming items are not acted on: one closed list per channel, each reason with its sentence for
 * people. The names are persisted.
 */
import * as z from "zod";

export const TEXT_REASONS = {
  line: "Steward isn’t set to answer on this line.",
  reaction: "A reaction needs no answer.",
  sender: "This sender can’t be texted back.",
  own_line: "It was sent by one of our own numbers.",
  unproven:
    "The contacts say it’s a colleague’s number, but nothing proves who wrote. They can verify it under Settings → Team.",
  proof: "A member confirmed their phone with it.",
  own: "Sent through Steward.",
  by_hand: "Sent in the phone system.",
  backfill: "It was imported from the phone system’s history.",
  missed: "A missed call without a message.",
  no_summary: "The phone system has no summary or transcript of this call.",
  restored: "It came in before this team was restored from a backup.",
} as const;
export type TextReason = keyof typeof TEXT_REASONS;

export const MAIL_REASONS = {
  own: "Sent through Steward.",
  by_hand: "Sent in the mailbox.",
  copy: "The same e-mail is in another mailbox.",
  returned: "It reports an e-mail that couldn’t be delivered.",
  past: "It was read for an account’s history.",
  restored: "It came in before this team was restored from a backup.",
} as const;
export type MailReason = keyof typeof MAIL_REASONS;
export const mailReasonSchema = z.enum(Object.keys(MAIL_REASONS) as [MailReason, ...MailReason[]]);

/** How an e-mail in a member's name to Steward's mailbox was taken. */
export const MEMBER_MAIL = {
  by_member: "A member wrote it to Steward.",
  unproven:
    "It names a member as its sender, but nothing proves that. It’s handled like an e-mail from outside.",
  loop: "Too many e-mails came from this member’s address within a short time. It’s handled like an e-mail from outside.",
} as const;
export type MemberMail = keyof typeof MEMBER_MAIL;
export const memberMailSchema = z.enum(Object.keys(MEMBER_MAIL) as [MemberMail, ...MemberMail[]]);

/** Of Slack messages and button presses. */
export const SLACK_REASONS = {
  off: "Answers in Slack are turned off here.",
  loop: "Too many messages came from this person within a short time.",
  app: "It was written by an app.",
  stranger: "The writer isn’t a member of this team.",
  empty: "It says nothing.",
  disconnected: "Slack was disconnected.",
  refused: "The decision couldn’t be made from Slack.",
} as const;
export type SlackReason = keyof typeof SLACK_REASONS;

/** Shown with an incoming text or call; the other reasons are obvious to readers. */
const TOLD = ["line", "sender", "own_line", "unproven", "proof", "no_summary", "restored"] as const;

export const notAnsweredSchema = z.enum(TOLD);
export type NotAnswered = z.infer<typeof notAnsweredSchema>;

/** Why an incoming item is not answered, if that is shown. */
export function notAnswered(
  direction: "incoming" | "outgoing",
  reason: TextReason | null,
): NotAnswered | null {
  return direction === "incoming" ? (TOLD.find((one) => one === reason) ?? null) : null;
}
