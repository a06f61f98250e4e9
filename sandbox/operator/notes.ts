/** A team's daily notes, sorted by the topics in their names and compared by words and figures instead of understood. */

interface Line {
  readonly number: number;
  readonly note: string;
  readonly text: string;
}

/** Words that hold nothing beyond their day. */
const PASSING = /^(?:thanks|thank you|ok|okay|done|nothing|good morning|all quiet)\b.{0,30}$/i;
const FOR_EVERYONE = /\b(?:always|never|from now on|remember)\b/i;
/** Share of words two lines have in common from which they are about the same. */
const ALIKE = 0.6;

/** Says where each line belongs, what it says again or otherwise, and what everyone must know, as the JSON that is asked for. */
export function sortedNotes(words: string): string {
  const lines = linesOf(words);
  const known = knownLines(words);
  const folds = lines.filter(({ text }) => !PASSING.test(text)).map((line) => foldOf(line, known));
  const memory = lines
    .filter(({ text }) => FOR_EVERYONE.test(text))
    .map(({ number, text }) => ({ text: text.slice(0, 200), lines: [number] }));
  return JSON.stringify({ folds, memory });
}

function linesOf(words: string): Line[] {
  const notes = /<notes>\n([\s\S]*?)\n<\/notes>/.exec(words)?.[1] ?? "";
  return [...notes.matchAll(/^\[(\d+)\] (\S+) \| (.+)$/gm)].map(([, number, note = "", text = ""]) => ({
    number: Number(number),
    note,
    text,
  }));
}

/** Lines of the files that came with the notes, without bullets and without where they came from. */
function knownLines(words: string): string[] {
  return [...words.matchAll(/<file path="[^"]+">\n([\s\S]*?)\n<\/file>/g)]
    .flatMap(([, content = ""]) => content.split("\n"))
    .filter((line) => /\p{L}/u.test(line) && !line.startsWith("#"))
    .map((line) =>
      line
        .replace(/^[-*]\s+/, "")
        .replace(/\s*_\([^)]*\)_.*$/, "")
        .trim(),
    );
}

function foldOf({ number, note, text }: Line, known: readonly string[]) {
  const near = known.find((other) => alike(text, other)) ?? null;
  const differs = near !== null && figuresIn(text) !== figuresIn(near);
  return {
    line: number,
    area: areaOf(note),
    duplicateOf: differs ? null : near,
    contradicts: differs ? near : null,
  };
}

function alike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu)));
  if (a === undefined || b === undefined || a.size < 3 || b.size < 3) return false;
  return [...a].filter((word) => b.has(word)).length / Math.max(a.size, b.size) >= ALIKE;
}

function figuresIn(text: string): string {
  return (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).join(" ");
}

/** `daily_notes/2026-11-22_roof-keys.md` → `areas/roof-keys.md`. */
function areaOf(note: string): string {
  const name = /\d{4}-\d{2}-\d{2}[_-]?(.*)\.md$/.exec(note)?.[1] ?? "";
  const topic = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `areas/${topic || "general"}.md`;
}
