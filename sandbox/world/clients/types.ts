/** One client's communications. Pure data. */

/** An e-mail thread: subject, our participant, age (`33h`, `6d`), and its letters (`<` theirs, `>` ours, with a pause). */
export type ClientMail = readonly [
  subject: string,
  staff: "Ruth" | "Ben",
  ago: string,
  ...lines: readonly string[],
];

/** Texts of one or more days. */
export type ClientTexts = readonly [staff: "Ruth" | "Ben", ago: string, ...lines: readonly string[]];

/** A call with summary, next steps and transcript. */
export interface ClientCall {
  readonly staff: "Ruth" | "Ben";
  readonly ago: string;
  readonly outgoing?: true;
  readonly seconds: number;
  readonly points: readonly string[];
  readonly next: readonly string[];
  readonly said: readonly string[];
}

export interface ClientWords {
  /** Full name. */
  readonly contact: string;
  readonly mails: readonly ClientMail[];
  readonly texts: readonly ClientTexts[];
  readonly calls: readonly ClientCall[];
}

/** An age slightly greater than that of an account update this many days ago. */
export function before(days: number, hours = 0): string {
  return `${days * 24 + 34 + hours}h`;
}
