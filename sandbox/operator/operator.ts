/**
 * Stand-in for a model when no key is configured. Picks the playbook row nearest in meaning, plays it with the given tools, and if
 * nothing fits says that it is a script and what it can do. Deterministic.
 */
import { researched } from "../anthropic/web-tools.ts";
import type { Block, MessagesRequest, OperatorContext, Reply } from "../anthropic/types.ts";
import { accountReply } from "./accounts.ts";
import { attachedTo, subjectOf } from "./attached.ts";
import { answerAlone, EXAMPLES } from "./alone.ts";
import { openTools, run, type Play, type Scene } from "./engine.ts";
import { answered } from "./finding.ts";
import { onHeard } from "./incoming.ts";
import { examplesOf, nearest, openEmbed, type Embed } from "./nearest.ts";
import { isOffer, offer, SUGGESTIONS, WHAT_I_AM } from "./offers.ts";
import { PLAYBOOK, playOf } from "./playbook.ts";
import { projectQuestion } from "./project-questions.ts";
import { onOutcomes } from "./sending.ts";
import { keywords, localNow, withSpokenTimes } from "./slots.ts";
import { TOPICS } from "./topics.ts";
import { asText, readTranscript, type Call, type Event } from "./transcript.ts";
import { wishIn } from "./words.ts";

/** Minimum similarity of a matching row. */
const THRESHOLD = 0.55;

/** A question without a matching row is still looked up. */
const QUESTION =
  /\?\s*$|^(?:what|which|where|when|who|how|why|do|does|is|are|has|have|can|show|find|tell me|list)\b/i;

let opening: Promise<Embed> | null = null;

/** Preloads the example embeddings for the first request. */
export function openOperator(): Promise<Embed> {
  opening ??= openEmbed([...PLAYBOOK, ...TOPICS, ...SUGGESTIONS, ...EXAMPLES]);
  return opening;
}

export async function operate(request: MessagesRequest, context: OperatorContext): Promise<Reply> {
  const embed = await openOperator();
  const found = researched(request, embed);
  if (found !== null) return found;
  const account = accountReply(request);
  if (account !== null) return account;
  const alone = answerAlone(request, embed);
  if (alone !== null) return { content: [{ type: "text", text: alone }] };
  const transcript = readTranscript(request);
  const { began, ...task } = readTask(transcript.events);
  const callFor = openTools(request, transcript.events);
  const local = localNow(context.now(), transcript.timeZone);
  const whole: Scene = { ...transcript, ...task, callFor, embed, local };
  const { subject, words } = subjectOf(whole);
  const scene = { ...whole, words };
  const { why, play } = choose(scene, began, subject);
  const { text, calls } = run(play, scene);
  const thinks = request.thinking !== undefined && request.thinking.type !== "disabled";
  const thought: Block = { type: "thinking", thinking: `${why} (The demo's script, not a language model.)` };
  return {
    content: [
      ...(thinks ? [thought] : []),
      ...(text === "" ? [] : [{ type: "text", text: withSpokenTimes(text) }]),
      ...calls,
    ],
  };
}

/** The current task: what arrived since the last completed turn, or the earlier request whose question was answered. */
function readTask(events: readonly Event[]) {
  const answers = new Map<string, string>();
  let end = events.findLastIndex(({ kind }) => kind !== "replied") + 1;
  for (;;) {
    const begin = events.slice(0, end).findLastIndex(({ kind }) => kind === "replied") + 1;
    const began = events.slice(begin, end);
    const asked = questionIn(events[begin - 1]);
    const [said, ...more] = began;
    if (asked === null || said?.kind !== "said" || more.length > 0 || !answersTo(said.text, asked)) {
      const words = began.flatMap((event) => (event.kind === "said" ? [event.text] : [])).join("\n");
      const trigger =
        began.map((event) => ("from" in event ? event.from : null)).find((from) => from !== null) ?? null;
      const done = events.slice(end).flatMap((event) => (event.kind === "replied" ? event.calls : []));
      return { words, trigger, began, done, answers, before: events.slice(0, begin) };
    }
    answers.set(asText(asked.input["question"]), said.text);
    end = events.slice(0, begin).findLastIndex(({ kind }) => kind !== "replied") + 1;
  }
}

/** The question a reply ended with; null if none, or if it was only an offer. */
function questionIn(event: Event | undefined): Call | null {
  const call = event?.kind === "replied" ? event.calls.at(-1) : undefined;
  const question = asText(call?.input["question"]);
  return call === undefined || question === "" || isOffer(question) ? null : call;
}

/** Whether words answer a question rather than start something new. */
function answersTo(words: string, { input }: Call): boolean {
  const options = [input["options"] ?? []].flat().map(String);
  if (input["fields"] !== undefined) return words.startsWith("{");
  if (options.includes(words.trim())) return true;
  if (wishIn(words) !== null || words.length > 100 || words.trim().endsWith("?")) return false;
  const known = [...keywords(options.join(" ")), "first", "second", "third", "fourth"];
  const own = keywords(words);
  return options.length === 0
    ? words.split(/\s+/).length <= 12
    : own.length <= 6 && own.some((word) => known.includes(word));
}

interface Choice {
  readonly why: string;
  readonly play: Play;
}

/** The row to play, and why. */
function choose(
  scene: Scene,
  began: readonly Event[],
  subject: ReturnType<typeof subjectOf>["subject"],
): Choice {
  const { trigger, words } = scene;
  const heard = began.flatMap((event) => (event.kind === "heard" ? [event.text] : []));
  const outcomes = began.flatMap((event) => (event.kind === "outcome" ? [event] : []));
  if (heard.length > 0) return { why: "Something came in.", play: onHeard(scene, heard) };
  if (words === "" && outcomes.length > 0)
    return { why: "My drafts were decided on.", play: onOutcomes(scene, outcomes) };
  if (words === "")
    return {
      why: "Nothing was asked.",
      play: saying(`${WHAT_I_AM} No one of the team has asked me for anything here yet.`),
    };
  const [, whom = "", what] = /^Remind ([^:\n]{1,60}): ([\s\S]+)$/.exec(words) ?? [];
  if (trigger !== null && what !== undefined)
    return { why: "A reminder is due.", play: saying(`Reminder for ${whom}: ${what}`) };
  const attached = trigger === null && subject !== null ? attachedTo(scene, subject) : null;
  if (attached !== null) return { why: "The chat is about one of their records.", play: attached };
  const parts = trigger === null ? severalIn(words) : [];
  if (parts.length > 1)
    return {
      why: "Several wishes in one.",
      play: offer(scene, `${WHAT_I_AM} I do one thing at a time.`, parts),
    };
  const ofProjects = projectQuestion(scene);
  return ofProjects === null
    ? fromPlaybook(scene)
    : { why: "A question about projects, and nothing else to look into.", play: ofProjects };
}

function fromPlaybook(scene: Scene): Choice {
  const { words, trigger } = scene;
  const near = nearest(words, PLAYBOOK, scene.embed)
    .map(({ row, score }) => ({ row, score: score + (row.bonus ?? 0) }))
    .filter(({ score }) => score >= THRESHOLD)
    .sort((a, b) => b.score - a.score);
  for (const { row, score } of near) {
    const play = playOf(row, scene);
    const why = `The nearest row of my playbook: “${examplesOf(row.when)[0] ?? ""}” (${score.toFixed(2)}).`;
    if (play !== null) return { why, play };
  }
  if (QUESTION.test(words) && keywords(words).length > 1)
    return {
      why: "Nothing in my playbook is near to this question. I'll look it up.",
      play: answered(scene),
    };
  const due = trigger === null ? "" : `This is due: “${words}” `;
  return {
    why: "Nothing in my playbook is near to this.",
    play: offer(scene, `${due}${WHAT_I_AM} That one is beyond me.`),
  };
}

/** Several requests in one: splits where a second verb follows "and". */
function severalIn(words: string): string[] {
  const next =
    /(?:,|;|\.)?\s+(?:and|then|also)\s+(?:then |also |please )*(?=(?:remind (?:me|us)|set a reminder|schedule|remember that|make a note|note that|text|e-?mail|tell (?!(?:him|her|them)\b)|let \p{Lu}\p{L}+ know|summari[sz]e|create|put|call|book)\s)/u;
  const isWish =
    /^(?:please )?(?:text|tell|let|e-?mail|message|ask|remind|send|write|schedule|remember|note|summari|what|who|when|create|book|add|put)\b/i;
  return isWish.test(words)
    ? words.split(next).map((part) => part.charAt(0).toUpperCase() + part.slice(1).replace(/[.,;]+$/, ""))
    : [words];
}

// oxlint-disable-next-line require-yield -- waits for no tool
function* saying(text: string): Play {
  return text;
}
