/** Shapes of the demo world as its generators make it; the services turn them into their vendors' JSON. */

/** What someone is to the company; decides which conversations they have. */
export type ContactKind = "resident" | "vendor" | "owner" | "applicant" | "team" | "client";

/** Someone in a company's address book. */
export interface WorldContact {
  readonly id: string;
  readonly kind: ContactKind;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly company: string | null;
  /** Free text as people keep it, e.g. `Resident, 214 Birch St #3B`. */
  readonly role: string | null;
  readonly phones: readonly { readonly name: string; readonly value: string }[];
  readonly emails: readonly { readonly name: string; readonly value: string }[];
  readonly createdAt: string;
}

/** A text between a line and one outside number. */
export interface WorldMessage {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly participant: string;
  readonly direction: "incoming" | "outgoing";
  /** Of a group text, everybody else outside whom it went to. */
  readonly others?: readonly string[];
  readonly text: string;
  /** What came with it. */
  readonly media?: readonly { readonly url: string; readonly type: string }[];
  /** Who sent it, or the line's owner for what came in. */
  readonly userId: string;
  readonly createdAt: string;
  /** Of an outgoing one: the carrier couldn't deliver it. */
  readonly isUndelivered?: boolean;
}

/** A call between a line and one outside number, with what was said where that was recorded. */
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

/** One tenant's world at Quo. */
export interface CompanyWorld {
  readonly contacts: readonly WorldContact[];
  /** Oldest first. */
  readonly messages: readonly WorldMessage[];
  readonly calls: readonly WorldCall[];
}

/**
 * A conversation as data. A line is `<` (they write) or `>` (we write), an optional pause since the line before (`20m`, `3h`, `2d`), a
 * space and the text; ` || ` separates wordings to choose from, `{slot}` is filled per conversation.
 */
export interface ThreadScript {
  readonly topic: string;
  readonly kinds: readonly ContactKind[];
  /** First name of the person of the company who writes. */
  readonly staff: readonly string[];
  readonly lines: readonly string[];
}

/** A conversation of one particular person at a particular time, so that stories hang together. */
export interface PinnedThread {
  /** Full name of the contact. */
  readonly contact: string;
  readonly staff: string;
  /** How long before now the first line was written, e.g. `3h` or `40d`. */
  readonly ago: string;
  readonly lines: readonly string[];
}
