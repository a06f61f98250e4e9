/**
 * Where the quoted history of an e-mail begins. Line by line and bounded: a hostile e-mail costs no more than its length. What is not surely
 * history stays. Pure.
 */

/** An e-mail's own words and the history below them. */
export interface Trimmed {
  readonly text: string;
  readonly quoted: string;
}

/** Longer lines are no one's headline. */
const LINE_CHARS = 300;
/** How many lines a headline may be broken into. */
const HEAD_LINES = 3;

/** "On Tue, Nov 17, 2026, Maria Lopez <…> wrote:" in the languages mail programs speak most. Each begins and ends with fixed words. */
const ATTRIBUTIONS: readonly { readonly begins: RegExp; readonly ends: RegExp }[] = [
  { begins: /^On /, ends: /wrote:$/ },
  { begins: /^El /, ends: /escribi[oó]:$/ },
  { begins: /^Le /, ends: /a écrit ?:$/ },
  { begins: /^Am /, ends: /schrieb.*:$/ },
  { begins: /^Il /, ends: /ha scritto:$/ },
  { begins: /^Em /, ends: /escreveu:$/ },
  { begins: /^Op /, ends: /schreef.*:$/ },
];
const ORIGINAL =
  /^-{2,12} ?(?:original message|original appointment|ursprüngliche nachricht|message d'origine|mensaje original) ?-{2,12}$/i;
const FORWARDED = /^(?:-{2,12} ?forwarded message ?-{2,12}|begin forwarded message:)$/i;
const OUTLOOK_FROM = /^\*?(?:From|Von|De|Da|Van):\*? ./;
const OUTLOOK_MORE =
  /^\*?(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Enviado|Para|Asunto|Envoyé|À|Objet):\*? /;

/** Splits plain text. A forwarded e-mail is what its sender wants read: it stays. */
export function trimQuote(text: string): Trimmed {
  const lines = text.split("\n");
  /** Somebody answered between or below the quoted lines: these are no history then. */
  let answersInside = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lineAt(lines, at);
    if (FORWARDED.test(line)) return { text, quoted: "" };
    const headLines = headOf(lines, at);
    if (headLines === 0) continue;
    if (line.startsWith(">") || ATTRIBUTIONS.some(({ begins }) => begins.test(line))) {
      answersInside ||= hasOwnWords(lines, at);
      if (answersInside) continue;
    }
    return { text: joined(lines.slice(0, at)), quoted: joined(lines.slice(at)) };
  }
  return { text: text.trim(), quoted: "" };
}

/**
 * What somebody wrote themselves in an e-mail that may hold others' words, and those words. Where quoting or a forwarded e-mail begins, nothing more
 * counts as theirs, though they may have written below it.
 */
export function ownWords(text: string): { readonly own: string; readonly others: string } {
  const lines = text.split("\n");
  const at = lines.findIndex((_, index) => FORWARDED.test(lineAt(lines, index)) || headOf(lines, index) > 0);
  return at < 0
    ? { own: text.trim(), others: "" }
    : { own: joined(lines.slice(0, at)), others: joined(lines.slice(at)) };
}

/** How many lines from here on are a headline of history; 0 where they are none. */
function headOf(lines: readonly string[], at: number): number {
  const line = lineAt(lines, at);
  if (line.startsWith(">") || ORIGINAL.test(line)) return 1;
  if (OUTLOOK_FROM.test(line)) {
    const next = [1, 2, 3, 4].filter((step) => OUTLOOK_MORE.test(lineAt(lines, at + step)));
    return next.length >= 2 ? 1 : 0;
  }
  for (const { begins, ends } of ATTRIBUTIONS) {
    if (!begins.test(line)) continue;
    let head = "";
    for (let count = 1; count <= HEAD_LINES; count++) {
      head = `${head} ${lineAt(lines, at + count - 1)}`.trim();
      if (ends.test(head)) return count;
    }
  }
  return 0;
}

/** Whether somebody wrote between or below the lines that are quoted from here on. */
function hasOwnWords(lines: readonly string[], from: number): boolean {
  const last = lines.findLastIndex((line) => line.trimStart().startsWith(">"));
  const first = lines.findIndex((line, at) => at >= from && line.trimStart().startsWith(">"));
  if (first < 0) return false;
  const between = lines.slice(first, last).some((line) => !/^\s*(?:>|$)/.test(line));
  const below = lines.slice(last + 1).some((line) => line.trim() !== "");
  return between || below;
}

function lineAt(lines: readonly string[], at: number): string {
  const line = lines[at]?.trim() ?? "";
  return line.length > LINE_CHARS ? "" : line;
}

function joined(lines: readonly string[]): string {
  return lines.join("\n").trim();
}
