/**
 * The stand-in for a model when no key is configured: a playbook. It chooses the entry that is nearest to the words by meaning, plays it with the
 * tools it was given, and where nothing fits says that it is a script and what it can do instead. Equal requests get equal answers.
 */
import type { Block, MessagesRequest, OperatorContext, Reply } from "../anthropic/types.ts";
import { keywords } from "./asked.ts";
import { onHeard } from "./incoming.ts";
import { nearest, openEmbed, type Embed } from "./nearest.ts";
import { onOutcomes } from "./outcomes.ts";
import { run, type Play, type Scene } from "./play.ts";
import { FILES, PLAYBOOK, playRow } from "./playbook.ts";
import { answerAlone } from "./structured.ts";
import { isOffer, offer, SUGGESTIONS, WHAT_I_AM } from "./suggestions.ts";
import { localNow } from "./times.ts";
import { openToolbox } from "./tools.ts";
import { TOPICS } from "./topics.ts";
import { asText, readTranscript, type Call, type Event } from "./transcript.ts";
import { URGENCY_TEXTS } from "./urgency.ts";
import { readings } from "./wishes.ts";

/** Below this an entry is not what was meant. */
const THRESHOLD = 0.55;

let opening: Promise<Embed> | null = null;

/** Makes the examples' embeddings ready; the first request would wait for it otherwise. */
export function openOperator(): Promise<Embed> {
  opening ??= openEmbed([...PLAYBOOK, ...TOPICS, ...SUGGESTIONS], URGENCY_TEXTS);
  return opening;
}

/** Answers a request. */
export async function operate(request: MessagesRequest, context: OperatorContext): Promise<Reply> {
  const embed = await openOperator();
  const alone = answerAlone(request, embed);
  if (alone !== null) return { content: [{ type: "text", text: alone }] };
  const transcript = readTranscript(request);
  const { began, ...task } = readTask(transcript.events);
  const toolbox = openToolbox(request, transcript.events);
  const scene: Scene = {
    ...transcript,
    ...task,
    toolbox,
    embed,
    local: localNow(context.now(), transcript.timeZone),
  };
  const { plan, play } = choose(scene, began);
  const { text, calls } = run(play, scene);
  const thinks = request.thinking !== undefined && request.thinking.type !== "disabled";
  const content: Block[] = [
    ...(thinks ? [{ type: "thinking", thinking: `${plan} (The demo's script, not a language model.)` }] : []),
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...calls,
  ];
  return { content };
}

/** What is to be worked on: what came in since the last reply that ended a turn, or an earlier wish whose question it answers. */
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

/** The question that a reply ended with; null where it asked none, or only offered something to try. */
function questionIn(event: Event | undefined): Call | null {
  const call = event?.kind === "replied" ? event.calls.at(-1) : undefined;
  const question = asText(call?.input["question"]);
  return call === undefined || question === "" || isOffer(question) ? null : call;
}

/** Whether words answer a question rather than start something new. */
function answersTo(words: string, { input }: Call): boolean {
  const options = Array.isArray(input["options"]) ? input["options"].map(String) : [];
  if (options.includes(words.trim())) return true;
  if (readings(words).length > 0 || words.length > 100 || words.trim().endsWith("?")) return false;
  const known = [...keywords(options.join(" ")), "first", "second", "third", "fourth"];
  const own = keywords(words);
  return options.length === 0
    ? words.split(/\s+/).length <= 12
    : own.length <= 6 && own.some((word) => known.includes(word));
}

/** What to play, and why. */
function choose(scene: Scene, began: readonly Event[]): { plan: string; play: Play<string> } {
  const { trigger, words } = scene;
  const heard = began.flatMap((event) => (event.kind === "heard" ? [event.text] : []));
  const outcomes = began.flatMap((event) => (event.kind === "outcome" ? [event] : []));
  if (heard.length > 0) return { plan: "Something came in.", play: onHeard(scene, heard) };
  if (words === "" && outcomes.length > 0)
    return { plan: "My drafts were decided on.", play: onOutcomes(scene, outcomes) };
  if (words === "")
    return {
      plan: "Nothing was asked.",
      play: saying(`${WHAT_I_AM} No one of the team has asked me for anything here yet.`),
    };
  const [, whom, what] = /^Remind ([^:\n]{1,60}): ([\s\S]+)$/.exec(words) ?? [];
  if (trigger !== null && what !== undefined)
    return { plan: "A reminder is due.", play: saying(`Reminder for ${whom ?? "the team"}: ${what}`) };
  const due = trigger === null ? "" : `This is due: “${words}” `;
  const parts = trigger === null ? severalIn(words) : [];
  if (parts.length > 1)
    return {
      plan: "Several wishes in one.",
      play: offer(scene, `${WHAT_I_AM} I do one thing at a time.`, parts),
    };
  return fromPlaybook(scene, offer(scene, `${due}${WHAT_I_AM} That one is beyond me.`));
}

function fromPlaybook(scene: Scene, otherwise: Play<string>): { plan: string; play: Play<string> } {
  const possible = PLAYBOOK.filter(
    ({ uses = [], fits }) => uses.every((role) => scene.toolbox.has(role)) && (fits?.(scene) ?? true),
  );
  const [best] = nearest(scene.words, possible, scene.embed)
    .map(({ row, score }) => ({ row, score: score + (row.bonus ?? 0) }))
    .filter(({ score }) => score >= THRESHOLD)
    .sort((a, b) => b.score - a.score);
  if (best !== undefined)
    return {
      plan: `The nearest entry of my playbook: “${best.row.when.split(" | ")[0] ?? ""}” (${best.score.toFixed(2)}).`,
      play: playRow(best.row, scene),
    };
  const isQuestion =
    /\?\s*$|^(?:what|which|where|when|who|how|why|do|does|is|are|has|have|can|show|find|tell me|list)\b/i;
  const isForFiles =
    isQuestion.test(scene.words) && keywords(scene.words).length > 1 && scene.toolbox.has("searchFiles");
  if (isForFiles)
    return {
      plan: "Nothing in my playbook is near to this question. I'll look in the files.",
      play: playRow(FILES, scene),
    };
  return { plan: "Nothing in my playbook is near to this.", play: otherwise };
}

/** Wishes that words hold one after the other: where a second verb begins behind "and". */
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
function* saying(text: string): Play<string> {
  return text;
}
