/** How found things are shown: as lists, quotes and short lines. */
import type { Quote } from "./results.ts";
import { momentIn, shownMoment, shownSpan } from "./times.ts";
import { asText } from "./transcript.ts";

/** A heading and a list, or what is said where there is nothing to list. */
export function bullets(heading: string, lines: readonly string[], none: string): string {
  return lines.length === 0 ? none : `${heading}:\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

/** A text as it is quoted: when, who, and the exact words. */
export function quoted({ when, who, text, fromUs, isCall }: Quote): string {
  return isCall === true
    ? `${shownMoment(when)}, a call with ${who}: “${text}”`
    : `${shownMoment(when)}, ${fromUs ? "we" : who} wrote: “${text}”`;
}

/** An entry of a calendar. */
export interface Entry {
  readonly row: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly start: string;
}

/** A calendar's entry: when, whose, what, where. */
export function entryLine({ row, title, start }: Entry): string {
  const when = shownSpan(momentIn(start, "UTC"), momentIn(asText(row["end"]), "UTC"));
  return [when, asText(row["calendar"]), title, asText(row["location"])]
    .filter((part) => part !== "")
    .join(", ");
}

/** A line of a file without the marks of lists and tables. */
export function fileLine(text: string): string {
  const plain = text.replace(/^\s*[-*]\s+|^\s*\||\|\s*$|\*\*/g, "");
  return plain
    .replace(/\s*\|\s*/g, " · ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Words of several lines in one. */
export function oneLine(text: string): string {
  return text.replace(/\s*\n+\s*/g, " / ").trim();
}

/** The beginning of a longer text, in one line. */
export function short(text: string, chars = 140): string {
  const line = oneLine(text);
  return line.length <= chars ? line : `${line.slice(0, chars - 1).trimEnd()}…`;
}
