/**
 * Measures a client's writing style and preferred channel from their own words in an account's sources:
 * greeting and sign-off, length, tone. Pure; everything is counted, nothing guessed by a model.
 */
import type { FollowupChannel } from "./api/account-stages.ts";

/** A filed source: `kind` is its folder, `raw` the content of raw.txt. */
export interface StyledSource {
  readonly path: string;
  readonly kind: "emails" | "calls" | "sms";
  readonly raw: string;
}

export interface ClientStyle {
  readonly formality: "formal" | "casual" | "unknown";
  /** Their usual greeting and sign-off; empty if they use none. */
  readonly greeting: string;
  readonly signOff: string;
  readonly length: "brief" | "medium" | "detailed" | "unknown";
  readonly words: number;
  readonly tone: "professional" | "casual" | "friendly" | "unknown";
  /** The channel of most of their messages; null if there are none. */
  readonly channel: FollowupChannel | null;
  readonly counted: { readonly email: number; readonly sms: number; readonly call_script: number };
  /** Up to two of their sentences, verbatim. */
  readonly sample: readonly string[];
}

const CHANNELS = { emails: "email", calls: "call_script", sms: "sms" } as const;
const GREETING = /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^\n]{0,40}$/i;
const SIGN_OFF =
  /^(?:best(?: regards| wishes)?|kind regards|warm regards|regards|sincerely|yours[ \w]*|thanks(?: so much| again)?|thank you(?: so much| very much)?|many thanks|cheers|talk soon|take care)[,.!]?$/i;
const FORMAL =
  /\b(?:dear|sincerely|regards|please find|kindly|would you|could you please|at your convenience|mr\.|mrs\.|ms\.|dr\.)\b/i;
const CASUAL = /\b(?:hey|yeah|yep|nope|gonna|wanna|thx|cheers|lol|ok|cool|awesome|btw|asap)\b|!{2,}/i;
const FRIENDLY =
  /\b(?:thanks so much|hope you(?:'re| are)|how are you|appreciate|have a (?:great|good|nice)|wonderful|great to|love)\b|!|[\u{1F600}-\u{1F64F}]|:\)/u;

/** The client's own messages in a source. */
export function clientWords({ kind, raw }: StyledSource, addresses: readonly string[]): string[] {
  const split = raw.indexOf("\n\n");
  const [head, body] = split < 0 ? ["", raw] : [raw.slice(0, split), raw.slice(split + 2)];
  if (kind === "emails") {
    const from = /^From: .*?([^\s<>]+@[^\s<>]+)>?\s*$/im.exec(head)?.[1]?.toLowerCase() ?? "";
    return addresses.includes(from) ? [unquoted(body)].filter((words) => words !== "") : [];
  }
  const lines =
    kind === "sms" ? /^\d{1,2}:\d{2}(?: [AP]M)? ([^:\n]{1,80}): (.+)$/gm : /^([^:\n]{1,60}): (.+)$/gm;
  return [...body.matchAll(lines)].flatMap(([, who = "", words = ""]) =>
    /^(?:us|summary|next steps|transcript)$/i.test(who.trim()) ? [] : [words.trim()],
  );
}

/** An e-mail without quoted text. */
function unquoted(body: string): string {
  const end = body.search(/^(?:On .{5,120} wrote:|-{2,} ?(?:Original|Forwarded) message|From: .+@)/im);
  return (end < 0 ? body : body.slice(0, end))
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n")
    .trim();
}

/** `addresses`: those of the account's people, lowercase. */
export function measureStyle(sources: readonly StyledSource[], addresses: readonly string[]): ClientStyle {
  const said = sources.map((source) => ({ source, words: clientWords(source, addresses) }));
  const count = (kind: StyledSource["kind"]): number =>
    said.filter(({ source, words }) => source.kind === kind && words.length > 0).length;
  const counted = { email: count("emails"), sms: count("sms"), call_script: count("calls") };
  // Spoken language says nothing about how a person writes.
  const written = said.flatMap(({ source, words }) => (source.kind === "calls" ? [] : words));
  const mails = said.flatMap(({ source, words }) => (source.kind === "emails" ? words : []));
  const lines = mails.map((words) =>
    words
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
  const lengths = written.map((words) => words.split(/\s+/).length).toSorted((one, other) => one - other);
  const words = lengths[Math.floor((lengths.length - 1) / 2)] ?? 0;
  const most = Object.values(CHANNELS).toSorted((one, other) => counted[other] - counted[one])[0];
  return {
    formality: balance(written, FORMAL, CASUAL),
    greeting: commonest(lines.map((some) => some[0] ?? "").filter((line) => GREETING.test(line))),
    signOff: commonest(lines.flatMap((some) => some.slice(-3).filter((line) => SIGN_OFF.test(line)))),
    length: written.length === 0 ? "unknown" : words <= 25 ? "brief" : words <= 90 ? "medium" : "detailed",
    words,
    tone: toneOf(written),
    channel: most === undefined || counted[most] === 0 ? null : most,
    counted,
    sample: written.flatMap(sentencesOf).slice(0, 2),
  };
}

function balance(written: readonly string[], formal: RegExp, casual: RegExp): ClientStyle["formality"] {
  if (written.length === 0) return "unknown";
  const [more, less] = [formal, casual].map(
    (pattern) => written.filter((words) => pattern.test(words)).length,
  );
  return (more ?? 0) > (less ?? 0) ? "formal" : "casual";
}

function toneOf(written: readonly string[]): ClientStyle["tone"] {
  if (written.length === 0) return "unknown";
  const share = (pattern: RegExp): number =>
    written.filter((words) => pattern.test(words)).length / written.length;
  if (share(FRIENDLY) >= 0.5) return "friendly";
  return share(CASUAL) >= 0.4 ? "casual" : "professional";
}

function commonest(values: readonly string[]): string {
  const counts = Map.groupBy(values, (value) => value.toLowerCase().replace(/[,.!]+$/, ""));
  return [...counts.values()].toSorted((one, other) => other.length - one.length)[0]?.[0] ?? "";
}

function sentencesOf(words: string): string[] {
  return words
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 20 && sentence.length <= 160 && !GREETING.test(sentence));
}
