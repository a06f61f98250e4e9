/** Types of generated e-mail. */
import type { MailDraft } from "../../google/gmail/compose.ts";
import type { ContactKind } from "../types.ts";

/** One e-mail in one mailbox. */
export interface WorldMail {
  readonly mailbox: string;
  /** Unique within the mailbox. */
  readonly key: string;
  readonly threadKey: string;
  readonly labelIds: readonly string[];
  readonly draft: MailDraft;
}

/**
 * A scripted thread. Lines are like those of a text thread (`<` they write, `>` we write, a pause, ` || ` between wordings, `{slot}`),
 * but with full letters.
 */
export interface MailScript {
  readonly topic: string;
  readonly kinds: readonly ContactKind[];
  /** First names of team members who may write it. */
  readonly staff: readonly string[];
  readonly subject: string;
  /** `office`: the shared mailbox; `own`: the writer's. */
  readonly mailbox: "office" | "own";
  /** Attached to their first letter. */
  readonly file?: { readonly filename: string; readonly text: string };
  readonly lines: readonly string[];
}

/** A thread of a specific person at a specific time. */
export interface PinnedMail {
  /** The contact's full name. */
  readonly contact: string;
  readonly staff: string;
  readonly subject: string;
  /** Time of the first letter before now. */
  readonly ago: string;
  readonly mailbox?: "office" | "own";
  readonly file?: { readonly filename: string; readonly text: string };
  readonly lines: readonly string[];
  /** Their last letter is unread. */
  readonly unread?: boolean;
}

/** Automated mail: a newsletter or tool notice. */
export interface MachineMail {
  readonly from: string;
  readonly kind: "newsletter" | "notice";
  /** The interval in days; the newest is at most this old. */
  readonly everyDays: number;
  readonly count: number;
  /** Subjects and texts, used in turn. */
  readonly issues: readonly (readonly [subject: string, text: string])[];
}
