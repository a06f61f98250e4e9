/**
 * Stand-in for a model when no key is configured. Plays the first row of its playbook that understands every word of a wish, says what of it
 * none understood, and does nothing it may have misread. Deterministic.
 */
import { researched } from "../anthropic/web-tools.ts";
import type { Block, MessagesRequest, OperatorContext, Reply } from "../anthropic/types.ts";
import { accountReply } from "./accounts.ts";
import { attachedTo, subjectOf } from "./attached.ts";
import { answerAlone, EXAMPLES } from "./alone.ts";
import { openTools, run, together, type Play, type Scene } from "./engine.ts";
import { onHeard } from "./incoming.ts";
import { examplesOf, openEmbed, type Embed } from "./nearest.ts";
import { isOffer, SUGGESTIONS, WHAT_I_AM } from "./offers.ts";
import { LOOK_UP, PLAYBOOK, playOf, type Row } from "./playbook.ts";
import { inFull } from "./plain.ts";
import { placeIn } from "./people.ts";
import { onOutcomes } from "./sending.ts";
import { keywords, localNow, withSpokenTimes, wordsIn } from "./slots.ts";
import { TOPICS } from "./topics.ts";
import { asText, readTranscript, type Call, type Event } from "./transcript.ts";
import * as understood from "./understood.ts";
import { upper, wishIn } from "./words.ts";

let opening: Promise<Embed> | null = null;

/** Preloads the example embeddings for the first request. */
export function openOperator(): Promise<Embed> {
  opening ??= openEmbed([...TOPICS, ...SUGGESTIONS, ...EXAMPLES]);
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
  const typed = task.trigger === null ? inFull(task.words).replace(CONNECTIVE, "") : task.words;
  const scene: Scene = { ...transcript, ...task, words: typed, callFor, embed, local };
  const { why, play } = choose(scene, began);
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

const CONNECTIVE =
  /^(?:(?:hi|hey|hello|hola|good (?:morning|afternoon|evening)|hm+|um|oh|thx|thanks|thank you|great|perfect|ok(?:ay)?|and|so|then|also|please|well)[!,. ]+)+(?=\S+ \S)|^(?:(?:can|could|would|will) you (?:please )?)/i;

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
  if (placeIn(words, options.length) >= 0) return true;
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

/** What to play, and why. */
function choose(scene: Scene, began: readonly Event[]): Choice {
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
  const { subject, words: own } = subjectOf(scene);
  const asked = { ...scene, words: own };
  const clauses = understood.clausesOf(own, { when: "" });
  const attached = subject === null ? null : attachedTo({ ...asked, words: clauses.core }, subject);
  if (attached !== null)
    return {
      why: "The chat is about one of their records.",
      play: orElse(asked, understood.held(asked, clauses, [], attached)),
    };
  const parts = severalIn(own);
  return parts.length > 1
    ? { why: "Several wishes in one.", play: together(parts.map((part, at) => ofPart(asked, part, at))) }
    : fromPlaybook(asked);
}

interface Candidate {
  readonly row: Row;
  readonly clauses: understood.Clauses;
  readonly content: readonly string[];
  readonly play: Play<string | null>;
  readonly isWhole: boolean;
}

/** The rows that understand a wish, those first that understand every word of it. */
function candidates(scene: Scene): Candidate[] {
  const found = PLAYBOOK.flatMap((row): Candidate[] => {
    const clauses = understood.clausesOf(scene.words, row);
    const { core } = clauses;
    if (!row.mark.test(core)) return [];
    const all = understood.contentOf(core);
    const used = [
      row.when,
      row.takes === "days" || row === LOOK_UP ? understood.TIMES : "",
      row.uses?.(scene) ?? "",
    ];
    const content = row.takes === "text" || row.takes === "all" ? [] : understood.unusedIn(all, ...used);
    const isOpen = (row.takes ?? "days") !== "days";
    if (!isOpen && all.length === 0 && !isExample(core, row)) return [];
    const isWhole = isOpen || content.length === 0 || row.limit !== undefined;
    const share = row.limit === undefined ? 3 : 2;
    const isEnough = isOpen || content.length * share <= all.length;
    const play = isEnough ? playOf(row, { ...scene, words: core }) : null;
    return play === null ? [] : [{ row, clauses, content, play, isWhole }];
  });
  return found.toSorted((one, other) => Number(other.isWhole) - Number(one.isWhole));
}

/** Words without meaning of their own, such as “What can you do?”, are understood as they stand. */
function isExample(words: string, { when }: Row): boolean {
  const plain = (text: string): string => wordsIn(text).join(" ");
  return examplesOf(when).some((one) => plain(one) === plain(words));
}

function fromPlaybook(scene: Scene): Choice {
  const rows = candidates(scene);
  const [first] = rows;
  const why =
    first === undefined
      ? "No row of my playbook understands this."
      : `A row of my playbook understands it: “${examplesOf(first.row.when)[0] ?? ""}”.`;
  return { why, play: tried(scene, rows) };
}

/** The first that comes to something. */
function* tried(scene: Scene, rows: readonly Candidate[]): Play {
  for (const { row, clauses, content, play } of rows) {
    const isUnsure = row.takes === "text" && clauses.left.length > 0;
    const answer = yield* isUnsure
      ? understood.unsure(scene, clauses.core, clauses.left)
      : row.limit === undefined
        ? understood.held(scene, clauses, content, play, row === LOOK_UP)
        : play;
    if (answer !== null) return answer;
  }
  const hasLooked = rows.some(({ row }) => row === LOOK_UP);
  return yield* understood.notUnderstood(scene, hasLooked);
}

function* orElse(scene: Scene, play: Play<string | null>): Play {
  return (yield* play) ?? (yield* fromPlaybook(scene).play);
}

/** A part that refers to another part of the message: “and text Marcus to order it”. */
const OF_OTHER =
  /^note (?:that )?(?:s?he|they|it)\b|^remind\b.*\b(?:if|unless|when|once) (?:s?he|they|it)\b|^(?!remind).*\bto \p{L}+ (?:it|them|that)(?: \p{L}+)?\W*$/iu;

/** One of several wishes; one that isn't understood is named. */
function* ofPart(scene: Scene, words: string, at: number): Play {
  if (at > 0 && OF_OTHER.test(words))
    return yield* understood.notUnderstood({ ...scene, words, isPart: true });
  return yield* fromPlaybook({ ...scene, words, isPart: true }).play;
}

const VERBS =
  "text|tell|let|e-?mail|message|remind|set|send|write|draft|schedule|remember|make|note|summari[sz]e|create|book|add|put|call|mark|move|push|change|assign|log|cancel|turn|thank|show|list|find|translate|prepare|delete|connect|dile|av[ií]sa\\w*|recu[eé]rda\\w*|m[aá]nda\\w*";
const QUESTIONS = "what|who|when|where|how|which|why|is|are|do|does|did";
/** Where a second request begins. A second thing for the same person doesn't: "and tell him", "and let her know". */
const NEXT = new RegExp(
  `(?:[,;.?!]\\s+|[,;.]?\\s+(?:and|y|then)\\s+)(?:and |then |also |please |(?:can|could|would|will) you |tambi[eé]n )*(?=(?:${VERBS})\\s(?!(?:him|her|them)\\b)|(?:${QUESTIONS})\\s(?!.*\\b(?:he|she|they|it|him|her|them|that|his)\\b))`,
  "iu",
);
const IS_QUESTION = new RegExp(`^(?:${QUESTIONS})\\b`, "i");
const IS_WISH = new RegExp(`^(?:please )?(?:${VERBS}|${QUESTIONS}|ask)\\b`, "i");

/** Changes of what was just drafted: “make it 10 and add that …”. */
const OF_DRAFT = /^(?:please )?(?:make|change|move|set|push|say|add) (?:it|that|them)\b/i;

const OF_MESSAGE = new RegExp(
  `^(?:${QUESTIONS}|list|note|find|call|set|mark|move|push|change|turn|let|write)\\b`,
  "i",
);

/** Several requests in one. A question within a message isn't one. */
function severalIn(words: string): string[] {
  const quotes = words.match(/["“«][^"”»]*["”»]/g) ?? [];
  const unquoted = quotes.reduce((left, quote, at) => left.replace(quote, `“${at}”`), words);
  const plain = unquoted.replace(
    /(?<=[,;.?!] (?:and |also |then )*(?:can|could|would|will) you [^?]+)\?$/i,
    "",
  );
  if (!IS_WISH.test(plain) || OF_DRAFT.test(plain)) return [words];
  const parts = plain
    .split(NEXT)
    .map((part) => upper(part).replace(/[.,;]+$/, ""))
    .map((part) => part.replace(/“(\d+)”/g, (_, at: string) => quotes[Number(at)] ?? ""));
  // “…, and how much in total?” asks nothing alone.
  if (parts.slice(1).some((part) => IS_QUESTION.test(part) && understood.contentOf(part).length < 3))
    return [words];
  // A message's own list or question begins no request: “we need loss runs, list of trucks, and notes”.
  const isTold = wishIn(parts[0] ?? "") !== null;
  const isOfMessage = (part: string): boolean => OF_MESSAGE.test(part) && !/^\w+ my\b/.test(part);
  return isTold && parts.slice(1).some(isOfMessage) ? [words] : parts;
}

// oxlint-disable-next-line require-yield -- a play is a generator, and this one calls no tool
function* saying(text: string): Play {
  return text;
}
