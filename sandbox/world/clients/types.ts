/** What one client of the brokerage wrote and said. Pure data. */

/** A correspondence by e-mail: subject, whose of ours, how long ago it began (`33h`, `6d`), and its letters (`<` theirs, `>` ours, with a pause). */
export type ClientMail = readonly [
  subject: string,
  staff: "Ruth" | "Ben",
  ago: string,
  ...lines: readonly string[],
];

/** Texts of a day or several. */
export type ClientTexts = readonly [staff: "Ruth" | "Ben", ago: string, ...lines: readonly string[]];

/** A call with its summary, what is to be done next, and what was said. */
export interface ClientCall {
  readonly staff: "Ruth" | "Ben";
  readonly ago: string;
  readonly outgoing?: true;
  readonly seconds: number;
  readonly points: readonly string[];
  readonly next: readonly string[];
  readonly said: readonly string[];
}

/** Everything of one client. */
export interface ClientWords {
  /** Full name. */
  readonly contact: string;
  readonly mails: readonly ClientMail[];
  readonly texts: readonly ClientTexts[];
  readonly calls: readonly ClientCall[];
}

/** As long ago as something that was told the client's file so many days ago, and a little before it. */
export function before(days: number, hours = 0): string {
  return `${days * 24 + 34 + hours}h`;
}
