/** Shapes of the demo world's e-mail as its makers hand it on. */
import type { MailDraft } from "../../google/gmail/compose.ts";
import type { ContactKind } from "../types.ts";

/** One e-mail in one mailbox. */
export interface WorldMail {
  readonly mailbox: string;
  /** Tells it from every other e-mail of the mailbox. */
  readonly key: string;
  readonly threadKey: string;
  readonly labelIds: readonly string[];
  readonly draft: MailDraft;
}

/**
 * A correspondence as data. Lines are those of a text thread (`<` they write, `>` we write, a pause, ` || ` between wordings, `{slot}`), with
 * whole letters for texts.
 */
export interface MailScript {
  readonly topic: string;
  readonly kinds: readonly ContactKind[];
  /** First names of those of the company who write. */
  readonly staff: readonly string[];
  readonly subject: string;
  /** `office`: the company's shared mailbox; `own`: that of whoever writes. */
  readonly mailbox: "office" | "own";
  /** Goes with their first letter. */
  readonly file?: { readonly filename: string; readonly text: string };
  readonly lines: readonly string[];
}

/** A correspondence of one particular person at a particular time. */
export interface PinnedMail {
  /** Full name of the contact. */
  readonly contact: string;
  readonly staff: string;
  readonly subject: string;
  /** How long before now the first letter was written. */
  readonly ago: string;
  readonly mailbox?: "office" | "own";
  readonly file?: { readonly filename: string; readonly text: string };
  readonly lines: readonly string[];
  /** Their last letter has not been read yet. */
  readonly unread?: boolean;
}

/** Mail of a machine: a newsletter or the notice of a tool. */
export interface MachineMail {
  readonly from: string;
  readonly kind: "newsletter" | "notice";
  /** So many days apart, the newest so many days (or less) ago. */
  readonly everyDays: number;
  readonly count: number;
  /** Subject and words; each number of the series takes the next. */
  readonly issues: readonly (readonly [subject: string, text: string])[];
}
