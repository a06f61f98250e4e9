/** The stand-in as the keeper of notes: sorts by the topic in a note's name, and compares words and figures instead of understanding them. */
import type { Step } from "./reply.ts";
import { say } from "./toolbox.ts";

interface Line {
  readonly number: number;
  readonly note: string;
  readonly text: string;
}

/** Words that hold nothing beyond their day. */
const PASSING = /^(?:thanks|thank you|ok|okay|done|nothing|good morning|all quiet)\b.{0,30}$/i;
const FOR_EVERYBODY = /\b(?:always|never|from now on|remember)\b/i;
/** Share of words two lines have in common from which they are about the same. */
const ALIKE = 0.6;

/** Says where each line belongs, as JSON. */
export function keepNotes(text: string): Step {
  const lines = linesOf(text);
  const known = [...text.matchAll(/<file path="([^"]+)">\n([\s\S]*?)\n<\/file>/g)].flatMap((match) =>
    (match[2] ?? "").split("\n").filter((line) => /\p{L}/u.test(line) && !line.startsWith("#")),
  );
  const folds = lines
    .filter(({ text: words }) => !PASSING.test(words))
    .map((line) => {
      const near = known.find((other) => shareOf(line.text, other) >= ALIKE);
      const quote = near === undefined ? null : wordsOfLine(near);
      const differs = near !== undefined && figuresOf(line.text) !== figuresOf(quote ?? "");
      return {
        line: line.number,
        area: `areas/${topicOf(line.note)}.md`,
        duplicateOf: differs ? null : quote,
        contradicts: differs ? quote : null,
      };
    });
  const memory = lines
    .filter(({ text: words }) => FOR_EVERYBODY.test(words))
    .map(({ number, text: words }) => ({ text: words.slice(0, 200), lines: [number] }));
  return {
    plan: "I sort the lines by the topics of their notes and compare them with what is known.",
    blocks: [say(JSON.stringify({ folds, memory }))],
  };
}

function linesOf(text: string): Line[] {
  const notes = /<notes>\n([\s\S]*?)\n<\/notes>/.exec(text)?.[1] ?? "";
  return [...notes.matchAll(/^\[(\d+)\] (\S+) \| (.+)$/gm)].map((match) => ({
    number: Number(match[1]),
    note: match[2] ?? "",
    text: match[3] ?? "",
  }));
}

function topicOf(note: string): string {
  const name = /\d{4}-\d{2}-\d{2}[_-]?(.*)\.md$/.exec(note)?.[1] ?? "";
  const topic = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return topic === "" ? "general" : topic;
}

/** A line of an area without its bullet and without where it came from. */
function wordsOfLine(line: string): string {
  return line
    .replace(/^[-*]\s+/, "")
    .replace(/\s*_\([^)]*\)_.*$/, "")
    .trim();
}

const wordsIn = (text: string): Set<string> =>
  new Set(
    wordsOfLine(text)
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [],
  );

function shareOf(left: string, right: string): number {
  const [a, b] = [wordsIn(left), wordsIn(right)];
  if (a.size < 3 || b.size < 3) return 0;
  return [...a].filter((word) => b.has(word)).length / Math.max(a.size, b.size);
}

function figuresOf(text: string): string {
  return (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).join(" ");
}
