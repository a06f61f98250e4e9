/** The script's answer to whether a message can wait: by what known messages it is nearest to in meaning. A stand-in, for want of a model. */
import { dot } from "../embeddings/encoder.ts";
import type { Embed } from "./nearest.ts";
import { TOPICS } from "./topics.ts";
import { CALM_EXAMPLES, URGENT_EXAMPLES } from "./urgency-examples.ts";

/** So many neighbors have a say, the nearer the more. */
const NEIGHBORS = 15;
const STEEPNESS = 12;
/** The urgent ones' share from which it is urgent. */
const THRESHOLD = 0.65;
const WHY_WORDS = 8;

interface Example {
  readonly text: string;
  readonly urgent: boolean;
}

const EXAMPLES: readonly Example[] = [
  ...URGENT_EXAMPLES.map((text) => ({ text, urgent: true })),
  ...CALM_EXAMPLES.map((text) => ({ text, urgent: false })),
  ...TOPICS.flatMap(({ when, urgent }) =>
    when.split(" | ").map((text) => ({ text, urgent: urgent === true })),
  ),
];

/** What its examples are, for making their embeddings ready. */
export const URGENCY_TEXTS: readonly string[] = EXAMPLES.map(({ text }) => text);

/** Judges the words between the marks of a question. */
export function judgeUrgency(question: string, embed: Embed): { urgent: boolean; why: string } {
  const words = (/<message>\n([\s\S]*)\n<\/message>/.exec(question)?.[1] ?? question).trim();
  const vector = embed(words);
  const near = EXAMPLES.map(({ text, urgent }) => ({ urgent, score: dot(vector, embed(text)) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, NEIGHBORS)
    .map(({ urgent, score }) => ({ urgent, weight: Math.exp(STEEPNESS * score) }));
  const all = near.reduce((sum, { weight }) => sum + weight, 0);
  const share = near.reduce((sum, { urgent, weight }) => sum + (urgent ? weight : 0), 0) / all;
  const urgent = words !== "" && share > THRESHOLD;
  return { urgent, why: urgent ? gist(words) : "" };
}

/** The beginning of what somebody wrote: the script understands no more of it. */
function gist(words: string): string {
  const [first = ""] = words.split(/(?<=[.!?])\s|\n/);
  return first
    .split(/\s+/)
    .slice(0, WHY_WORDS)
    .join(" ")
    .replace(/[.,!?;:]+$/, "");
}
