/** What people type in a hurry, in full: "whats" is "what's", "can u" is "can you", "friday" is "Friday". Quoted words stay as they are. */

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\b(what|where|who|when|how|that|there|here)s\b/gi, "$1's"],
  [/\b(do|does|did|is|are|was|were|has|have|would|could|should)nt\b/gi, "$1n't"],
  [/\bwh?ats\b|\bwuts?\b/gi, "what's"],
  [/\bcant\b/gi, "can't"],
  [/\bwont\b/gi, "won't"],
  [/\bi(m|ve)\b/gi, "I'$1"],
  [/\bi\b/g, "I"],
  [/\bu\b/gi, "you"],
  [/\bur\b/gi, "your"],
  [/\bpl[sz]\b/gi, "please"],
  [/\btxt\b/gi, "text"],
  [/\bmsg(s?)\b/gi, "message$1"],
  [/\bappt(s?)\b/gi, "appointment$1"],
  [/\b(?:tmrw?|tmw|2moro|tomm?or?row?)\b/gi, "tomorrow"],
];
const DAY = /\b(mon|tues|wednes|thurs|fri|satur|sun)(days?)\b/g;

export function inFull(words: string): string {
  return words
    .split(/(["“«][^"”»]*["”»])/)
    .map((part, at) => (at % 2 === 1 ? part : full(part)))
    .join("");
}

function full(words: string): string {
  return SHORT.reduce((text, [short, long]) => text.replace(short, long), words).replace(
    DAY,
    (_, day: string, rest: string) => day.charAt(0).toUpperCase() + day.slice(1) + rest,
  );
}
