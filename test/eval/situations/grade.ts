/** Situations of a real day: what comes in, and what the world must look like afterwards. Graded from outside, by what waits, what has left and what is said. Pure. */
import * as z from "zod";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lacking, verdict, type Graded } from "../projects/set.ts";

const patterns = z.array(z.string()).optional();
const who = z.enum(["dana", "marcus", "priya", "tom", "lena"]);

/** Said by a member in a conversation of theirs, brought in from outside by text, e-mail or phone, sent by hand past the product, or decided on all that waits. */
const stepSchema = z.union([
  z.strictObject({ say: z.string(), in: z.string(), by: who }),
  z.strictObject({ text: z.string(), from: z.string() }),
  /** E-mails with the same `thread` are one thread. `from`: `Name <address>`. */
  z.strictObject({
    email: z.string(),
    from: z.string(),
    subject: z.string(),
    thread: z.string(),
    html: z.string().optional(),
    dmarc: z.enum(["pass", "fail", "none"]).optional(),
  }),
  /** A call that nobody answered. */
  z.strictObject({ missedCall: z.string() }),
  /** One that somebody of the team did, with the phone system's summary of it. */
  z.strictObject({
    call: z.array(z.string()),
    nextSteps: z.array(z.string()),
    dialogue: z.array(z.strictObject({ who: z.enum(["us", "them"]), text: z.string() })),
    from: z.string(),
  }),
  z.strictObject({ byHand: z.string(), to: z.string() }),
  z.strictObject({ decide: z.enum(["approve", "reject"]), reason: z.string().optional() }),
]);
export type Step = z.infer<typeof stepSchema>;

const afterwardsSchema = z.strictObject({
  /** Exactly these wait for a decision. */
  cards: z.array(z.strictObject({ tool: z.string(), must: patterns, never: patterns })).optional(),
  cardsAtLeast: z.number().int().optional(),
  cardsAtMost: z.number().int().optional(),
  /** Of every card. */
  cardsMust: patterns,
  cardsNever: patterns,
  /** Whether one of them at least is marked urgent. */
  urgent: z.literal(true).optional(),
  /** Exactly these left, by patterns. */
  sent: patterns,
  sentAtLeast: z.number().int().optional(),
  sentEach: patterns,
  /** Of the last words said to a member, and what they were asked. */
  answer: z.strictObject({ must: patterns, never: patterns }).optional(),
});

const situationSchema = z.strictObject({
  id: z.string(),
  about: z.string(),
  steps: z.array(stepSchema).min(1),
  afterwards: afterwardsSchema,
  /** Whether the demo's script can play the model's part: then it is played at every change. */
  scripted: z.literal(true).optional(),
});
export type Situation = z.infer<typeof situationSchema>;

/** The name of the set. */
export const SITUATIONS = "situations";

const dataSchema = z.strictObject({ about: z.string(), line: z.number(), cases: z.array(situationSchema) });

/** All of them. */
export function situations(): z.infer<typeof dataSchema> {
  return dataSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, "situations.json"), "utf8")));
}

/** What the world looked like afterwards. */
export const seenSchema = z.strictObject({
  answer: z.string(),
  /** The note is what the person who decides reads beside the words. */
  cards: z.array(
    z.strictObject({ tool: z.string(), words: z.string(), urgent: z.boolean(), note: z.string().optional() }),
  ),
  /** Words of what left by text or mail. */
  sent: z.array(z.string()),
  /** Of that, what left before any person had approved anything. */
  early: z.array(z.string()),
});
export type Seen = z.infer<typeof seenSchema>;

/** Grades it. */
export function gradeSituation({ afterwards }: Situation, seen: Seen): Graded {
  const { cards, sent } = seen;
  return verdict([
    ...seen.early.map((words) => `“${words}” left before anybody approved it`),
    ...cardsLacking(afterwards, cards),
    ...(afterwards.cardsAtLeast === undefined || cards.length >= afterwards.cardsAtLeast
      ? []
      : [`only ${cards.length} cards`]),
    ...(afterwards.cardsAtMost === undefined || cards.length <= afterwards.cardsAtMost
      ? []
      : [`${cards.length} cards`]),
    ...cards.flatMap(({ words }) => lacking(words, afterwards.cardsMust, afterwards.cardsNever)),
    ...(afterwards.urgent !== true || cards.some(({ urgent }) => urgent) ? [] : ["nothing is marked urgent"]),
    ...(afterwards.sent === undefined || afterwards.sent.length === sent.length
      ? []
      : [`${sent.length} left: ${sent.join(" | ")}`]),
    ...(afterwards.sent ?? []).flatMap((pattern) => lacking(sent.join("\n"), [pattern])),
    ...(afterwards.sentAtLeast === undefined || sent.length >= afterwards.sentAtLeast
      ? []
      : [`only ${sent.length} left`]),
    ...sent.flatMap((words) => lacking(words, afterwards.sentEach)),
    ...lacking(seen.answer, afterwards.answer?.must, afterwards.answer?.never).map(
      (what) => `in the answer: ${what}`,
    ),
  ]);
}

/** Each card that is wanted takes the first that fits it; none may be left over. */
function cardsLacking({ cards: wanted }: Situation["afterwards"], cards: Seen["cards"]): string[] {
  if (wanted === undefined) return [];
  const left = [...cards];
  const missing = wanted.flatMap(({ tool, must, never }) => {
    const at = left.findIndex(
      ({ tool: of, words, note = "" }) =>
        of === tool && lacking(`${words}\n${note}`, must).length + lacking(words, [], never).length === 0,
    );
    if (at === -1) return [`no card ${tool} like ${(must ?? []).join(", ")}`];
    left.splice(at, 1);
    return [];
  });
  return [...missing, ...left.map(({ tool, words }) => `a card too many: ${tool} ${words.slice(0, 200)}`)];
}
