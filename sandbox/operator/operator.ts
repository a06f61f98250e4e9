/**
 * The stand-in for a model when no key is configured: a playbook. It chooses the entry that is nearest to the words by meaning, plays it with the
 * tools it was given, and where nothing fits says that it is a script and what it can do instead. Equal requests get equal answers.
 */
import type { Block, MessagesRequest, OperatorContext, Reply } from "../anthropic/types.ts";
import { openEmbed, type Embed } from "./examples.ts";
import { TOPICS } from "./incoming-topics.ts";
import { onMail, onTexts } from "./incoming.ts";
import { readings } from "./message.ts";
import { nearest, wholeAndHead } from "./nearest.ts";
import { onOutcomes } from "./outcomes.ts";
import { wordsOf } from "./people.ts";
import { ask, run, type Play, type Scene } from "./play.ts";
import { FILES, PLAYBOOK } from "./playbook.ts";
import { answerAlone } from "./structured.ts";
import { isOffer, offer, SUGGESTIONS, WHAT_I_AM } from "./suggestions.ts";
import { localNow } from "./times.ts";
import { openToolbox } from "./tools.ts";
import { keywords } from "./topics.ts";
import { URGENCY_TEXTS } from "./urgency.ts";
import { asText, readTranscript, type Call, type Event, type Trigger } from "./transcript.ts";

/** Below this an entry is not what was meant. */
const THRESHOLD = 0.55;

let opening: Promise<Embed> | null = null;

/** Makes the examples' embeddings ready; the first request would wait for it otherwise. */
export function openOperator(): Promise<Embed> {
  const examples = [...PLAYBOOK, ...TOPICS, ...SUGGESTIONS].flatMap(({ when }) => when);
  opening ??= openEmbed([...examples.flatMap(wholeAndHead), ...URGENCY_TEXTS]);
  return opening;
}

/** Answers a request. */
export async function operate(request: MessagesRequest, context: OperatorContext): Promise<Reply> {
  const embed = await openOperator();
  const transcript = readTranscript(request);
  const alone = answerAlone(request, transcript.events.at(-1), embed);
  if (alone !== null) return { content: [{ type: "text", text: alone }] };

  const local = localNow(context.now(), transcript.timeZone);
  const task = readTask(transcript.events);
  const toolbox = openToolbox(request, transcript.events);
  const scene: Scene = { ...transcript, ...task, toolbox, local, today: local.slice(0, 10), embed };
  const { plan, play } = choose(scene, task.began);
  const { text, calls } = run(play, scene);
  const thinks = request.thinking !== undefined && request.thinking.type !== "disabled";
  const thought = { type: "thinking", thinking: `${plan} (The demo's script, not a language model.)` };
  const content: Block[] = [
    ...(thinks ? [thought] : []),
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...calls,
  ];
  return { content };
}

/** What is to be worked on: the newest thing that happened, or an older one whose question it answers. */
interface Task extends Pick<Scene, "words" | "trigger" | "before" | "done" | "answers" | "open"> {
  /** What it began with: everything that came in at once. */
  readonly began: readonly Event[];
}

function readTask(events: readonly Event[]): Task {
  const answers = new Map<string, string>();
  const endBefore = (end: number): number =>
    events.slice(0, end).findLastIndex(({ kind }) => kind !== "replied") + 1;
  const beginOf = (end: number): number =>
    events.slice(0, end).findLastIndex(({ kind }) => kind === "replied") + 1;
  let end = endBefore(events.length);
  for (;;) {
    const begin = beginOf(end);
    const asked = questionIn(events[begin - 1]);
    const [said, ...more] = events.slice(begin, end);
    const isAnswer =
      said?.kind === "said" && more.length === 0 && asked !== null && answersTo(said.text, asked);
    if (!isAnswer) {
      const began = events.slice(begin, end);
      const done = events.slice(end).flatMap((event) => (event.kind === "replied" ? event.calls : []));
      const words = began.flatMap((event) => (event.kind === "said" ? [event.text] : [])).join("\n");
      const trigger = began.map(triggerOf).find((one) => one !== null) ?? null;
      return { words, trigger, began, before: events.slice(0, begin), done, answers, open: asked };
    }
    answers.set(asText(asked.input["question"]), said.text);
    end = endBefore(begin);
    // What was said beside the question, and only led to its being asked again, is passed over.
    while (sameQuestion(questionIn(events[beginOf(end) - 1]), asked)) end = endBefore(beginOf(end));
  }
}

function triggerOf(event: Event): Trigger | null {
  if (event.kind === "heard") return event.from;
  return event.kind === "said" && event.isDue ? { kind: "schedule" } : null;
}

/** The question that a reply ended with; null where it asked none, or only offered something to try. */
function questionIn(event: Event | undefined): Call | null {
  const call = event?.kind === "replied" ? event.calls.at(-1) : undefined;
  const question = asText(call?.input["question"]);
  return call === undefined || question === "" || isOffer(question) ? null : call;
}

function sameQuestion(one: Call | null, other: Call): boolean {
  return one !== null && one.input["question"] === other.input["question"];
}

/** Whether words answer a question rather than start something new. */
function answersTo(words: string, { input }: Call): boolean {
  const options = Array.isArray(input["options"]) ? input["options"].map(String) : [];
  if (options.includes(words.trim())) return true;
  if (readings(words).length > 0 || words.length > 200 || words.trim().endsWith("?")) return false;
  const known = [...wordsOf(options.join(" ")), "first", "second", "third", "fourth"];
  return options.length === 0
    ? wordsOf(words).length <= 12
    : wordsOf(words).some((word) => word.length > 1 && known.includes(word));
}

/** What to play, and why. */
function choose(scene: Scene, began: readonly Event[]): { plan: string; play: Play<string> } {
  const { trigger, words } = scene;
  const heard = began.flatMap((event) => (event.kind === "heard" ? [event.text] : []));
  const outcomes = began.filter((event) => event.kind === "outcome");
  const play = heard.length === 0 ? null : fromOutside(scene, heard);
  if (play !== null) return play;
  if (words === "" && outcomes.length > 0)
    return { plan: "My drafts were decided on.", play: onOutcomes(scene, outcomes) };
  if (words === "")
    return {
      plan: "Nothing was asked.",
      play: saying(`${WHAT_I_AM} No one of the team has asked me for anything here yet.`),
    };
  if (trigger?.kind === "schedule") return onSchedule(scene);
  return fromPlaybook(scene, scene.open === null ? offer(scene, "") : askAgain(scene, scene.open));
}

/** What outsiders wrote or said; null where it is not known how it came. */
function fromOutside(scene: Scene, heard: readonly string[]): { plan: string; play: Play<string> } | null {
  const { trigger } = scene;
  if (trigger?.kind === "texts")
    return { plan: "A text or call came in.", play: onTexts(scene, trigger, heard) };
  if (trigger?.kind === "mail") return { plan: "An e-mail came in.", play: onMail(scene, trigger, heard) };
  return null;
}

/** What is due: a reminder is passed on, anything else is looked for in the playbook. */
function onSchedule(scene: Scene): { plan: string; play: Play<string> } {
  const words = scene.words.trim();
  const [, whom, what] = /^Remind ([^:\n]{1,60}): ([\s\S]+)$/.exec(words) ?? [];
  if (what !== undefined)
    return { plan: "A reminder is due.", play: saying(`Reminder for ${whom ?? "the team"}: ${what}`) };
  return fromPlaybook(
    scene,
    saying(`This is due: “${words}” ${WHAT_I_AM} That one is beyond me, so please look at it.`),
  );
}

function fromPlaybook(scene: Scene, otherwise: Play<string>): { plan: string; play: Play<string> } {
  const [chosen] = nearest(scene.words.slice(0, 400), PLAYBOOK, scene.embed)
    .filter(({ entry }) => entry.uses.every((role) => scene.toolbox.has(role)) && entry.fits(scene))
    .map((near) => ({ ...near, score: near.score + near.entry.sign }))
    .filter(({ score }) => score >= THRESHOLD)
    .sort((a, b) => b.score - a.score);
  if (chosen === undefined && scene.open === null && asksForFacts(scene))
    return {
      plan: "Nothing in my playbook is near to this question. I'll look in the files.",
      play: FILES.play(scene),
    };
  if (chosen === undefined) return { plan: "Nothing in my playbook is near to this.", play: otherwise };
  return {
    plan: `The nearest entry of my playbook: “${chosen.example}” (${chosen.score.toFixed(2)}).`,
    play: chosen.entry.play(scene),
  };
}

/** Whether words ask for something that could stand in the files. */
function asksForFacts({ words, toolbox }: Scene): boolean {
  const isQuestion =
    /\?\s*$|^(?:what|which|where|when|who|how|why|do|does|is|are|has|have|can|show|find|tell me|list)\b/i;
  return isQuestion.test(words) && keywords(words).length > 1 && toolbox.has("searchFiles");
}

/** What was asked before is still open. */
function askAgain(scene: Scene, { input }: Call): Play<string> {
  const options = Array.isArray(input["options"]) ? input["options"].map(String) : [];
  return ask(scene, { text: asText(input["question"]), options, reason: asText(input["requiredFor"]) });
}

// oxlint-disable-next-line require-yield -- waits for no tool
function* saying(text: string): Play<string> {
  return text;
}
