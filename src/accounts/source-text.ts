/**
 * The text filed for an e-mail, a call, or a day's texts: the exact words, and a summary proportional to
 * their length. Pure. All of it is untrusted, or was sent to outsiders.
 */
import type { CallWords } from "../messaging/tables/inbox.ts";
import { localTime } from "../kernel/local-time.ts";

export interface SourceText {
  /** Content of raw.txt: quotes are verified against it. */
  readonly raw: string;
  /** Heading of the summary. */
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The words without headers. */
  readonly words: string;
  /** The provider's summary; null if there is none. */
  readonly summary: string | null;
}

/** Origin of a summary. */
type SummaryKind = "whole" | "extract" | "model" | "provider";

/** Texts up to this length are their own summary. */
const SHORT_CHARS = 600;
const EXTRACT_CHARS = 500;
/** Files are limited in bytes, and a character takes up to four. */
const RAW_CHARS = 120_000;
const CUT = "(It goes on. Read the rest where it came from.)";

const NOTES: Readonly<Record<SummaryKind, string>> = {
  whole: "These are all its words.",
  extract: "These are its first words; no summary has been written.",
  model: "Summarized by Steward. The words themselves are in raw.txt.",
  provider: "Summarized by the phone system. The words themselves are in raw.txt.",
};

/** Initial content of summary.md: the provider's summary, the full text, or its beginning. */
export function summaryOf({ title, facts, words, summary }: SourceText): {
  readonly content: string;
  readonly kind: SummaryKind;
} {
  const kind = summary !== null ? "provider" : isShort(words) ? "whole" : "extract";
  const said = summary ?? (isShort(words) ? words : `${words.slice(0, EXTRACT_CHARS).trimEnd()}…`);
  const listed = facts.map(([name, value]) => `- **${name}**: ${headerLine(value)}`);
  return { kind, content: `# ${headerLine(title)}\n\n${listed.join("\n")}\n\n${said}\n\n_${NOTES[kind]}_\n` };
}

/** Replaces the extract with the model's summary. */
export function resummarized(before: string, model: string): string {
  const extract = before.indexOf("\n\n", before.indexOf("- **"));
  return `${extract < 0 ? before.trimEnd() : before.slice(0, extract)}\n\n${model}\n\n_${NOTES.model}_\n`;
}

function isShort(words: string): boolean {
  return words.length <= SHORT_CHARS;
}

export function mailText(
  mail: {
    readonly fromName: string;
    readonly fromAddress: string;
    readonly to: readonly string[];
    readonly cc: readonly string[];
    readonly subject: string;
    readonly text: string;
    readonly attachments: readonly { readonly name: string }[];
    readonly at: string;
  },
  timeZone: string,
): SourceText {
  const { fromName, fromAddress, subject } = mail;
  const from = fromName === "" || fromName === fromAddress ? fromAddress : `${fromName} <${fromAddress}>`;
  const facts = filled([
    ["From", from],
    ["To", mail.to.join(", ")],
    ["Cc", mail.cc.join(", ")],
    ["Date", localTime(mail.at, timeZone)],
    ["Subject", subject],
    ["Attachments", mail.attachments.map(({ name }) => name).join(", ")],
  ]);
  const title = subject === "" ? `E-mail from ${fromName || fromAddress}` : `E-mail: ${subject}`;
  return textOf({ title, facts, words: mail.text.trim(), summary: null });
}

export function callSourceText(
  call: {
    readonly direction: "incoming" | "outgoing";
    readonly status: string;
    readonly at: string;
    readonly durationSeconds: number | null;
    readonly summary: readonly string[] | null;
    readonly nextSteps: readonly string[] | null;
    readonly transcript: readonly CallWords[] | null;
  },
  who: string,
  timeZone: string,
): SourceText {
  const minutes = call.durationSeconds === null ? "" : `, ${Math.ceil(call.durationSeconds / 60)} min`;
  const facts = filled([
    [call.direction === "incoming" ? "From" : "To", who],
    ["Date", localTime(call.at, timeZone)],
    ["Call", `${call.direction}, ${call.status}${minutes}`],
  ]);
  const points = call.summary ?? [];
  const steps = call.nextSteps ?? [];
  const said = (call.transcript ?? []).map(
    ({ who: side, name, text }) => `${name ?? (side === "contact" ? who : "Us")}: ${text}`,
  );
  const summary = [
    ...points.map((point) => `- ${headerLine(point)}`),
    ...(steps.length === 0 ? [] : ["", "Next steps:", ...steps.map((step) => `- ${headerLine(step)}`)]),
  ].join("\n");
  const words = [
    ...(points.length === 0 ? [] : ["Summary:", ...points]),
    ...(steps.length === 0 ? [] : ["Next steps:", ...steps]),
    ...(said.length === 0 ? [] : ["Transcript:", ...said]),
  ].join("\n");
  return textOf({ title: `Call with ${who}`, facts, words, summary: summary === "" ? null : summary });
}

/** The texts of a day with one number, oldest first. */
export function textsText(
  texts: readonly {
    readonly direction: "incoming" | "outgoing";
    readonly at: string;
    readonly words: string;
  }[],
  who: string,
  timeZone: string,
): SourceText {
  const day = localTime(texts[0]?.at ?? "", timeZone).slice(0, 14);
  const facts = filled([
    ["With", who],
    ["Date", day],
    ["Texts", String(texts.length)],
  ]);
  const words = texts
    .map(
      ({ direction, at, words: said }) =>
        `${localTime(at, timeZone).slice(15)} ${direction === "incoming" ? who : "Us"}: ${said}`,
    )
    .join("\n");
  return textOf({ title: `Texts with ${who}`, facts, words, summary: null });
}

function textOf({ facts, words, ...rest }: Omit<SourceText, "raw">): SourceText {
  const head = facts.map(([name, value]) => `${name}: ${headerLine(value)}`).join("\n");
  const whole = words.replaceAll("\u0000", "").toWellFormed().replace(/\r\n?/g, "\n");
  const clean = whole.length <= RAW_CHARS ? whole : `${whole.slice(0, RAW_CHARS)}\n\n${CUT}`;
  return { ...rest, facts, words: clean, raw: `${head}\n\n${clean}\n` };
}

function filled(facts: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return facts.filter(([, value]) => value.trim() !== "");
}

function headerLine(words: string): string {
  return words.replaceAll("\u0000", "").toWellFormed().replace(/\s+/g, " ").trim().slice(0, 500);
}
