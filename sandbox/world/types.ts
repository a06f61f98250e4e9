/** Types of the generated world, which services convert to vendor JSON. */

/** Relation to the company; determines conversations. */
export type ContactKind = "resident" | "vendor" | "owner" | "applicant" | "team" | "client";

export interface WorldContact {
  readonly id: string;
  readonly kind: ContactKind;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly company: string | null;
  /** Free text, e.g. `Resident, 214 Birch St #3B`. */
  readonly role: string | null;
  readonly phones: readonly { readonly name: string; readonly value: string }[];
  readonly emails: readonly { readonly name: string; readonly value: string }[];
  readonly createdAt: string;
}

/** A text between a line and an outside number. */
export interface WorldMessage {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly participant: string;
  readonly direction: "incoming" | "outgoing";
  /** Other outside recipients of a group text. */
  readonly others?: readonly string[];
  readonly text: string;
  readonly media?: readonly { readonly url: string; readonly type: string }[];
  /** The sender, or the line's owner for inbound texts. */
  readonly userId: string;
  readonly createdAt: string;
  /** For outgoing texts: the carrier couldn't deliver it. */
  readonly isUndelivered?: boolean;
}

/** A call between a line and an outside number, with a transcript if recorded. */
export interface WorldCall {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly participant: string;
  readonly direction: "incoming" | "outgoing";
  readonly status: "completed" | "missed";
  readonly durationS: number;
  readonly userId: string;
  readonly createdAt: string;
  readonly summary: { readonly points: readonly string[]; readonly nextSteps: readonly string[] } | null;
  readonly dialogue: readonly { readonly who: "us" | "them"; readonly text: string }[] | null;
}

/** One tenant's data at Quo. */
export interface CompanyWorld {
  readonly contacts: readonly WorldContact[];
  /** Oldest first. */
  readonly messages: readonly WorldMessage[];
  readonly calls: readonly WorldCall[];
}

/**
 * A scripted conversation. A line is `<` (they write) or `>` (we write), an optional pause since the previous line (`20m`, `3h`, `2d`), a
 * space and the text; ` || ` separates alternative wordings, `{slot}` is filled per conversation.
 */
export interface ThreadScript {
  readonly topic: string;
  readonly kinds: readonly ContactKind[];
  /** First names of team members who may write it. */
  readonly staff: readonly string[];
  readonly lines: readonly string[];
}

/** A conversation of a specific person at a specific time, so that stories are consistent. */
export interface PinnedThread {
  /** The contact's full name. */
  readonly contact: string;
  readonly staff: string;
  /** Time of the first line before now, e.g. `3h` or `40d`. */
  readonly ago: string;
  readonly lines: readonly string[];
}
