/**
 * Stand-in for a model when no key is configured. Picks the playbook row nearest in meaning, plays it with the given tools, and if
 * nothing fits says that it is a script and what it can do. Deterministic.
 */
import { researched } from "../anthropic/web-tools.ts";
import type { Block, MessagesRequest, OperatorContext, Reply } from "../anthropic/types.ts";
import { aboutOne } from "./about.ts";
import { accountReply } from "./accounts.ts";
import { attachedTo, subjectOf } from "./attached.ts";
import { answerAlone, EXAMPLES } from "./alone.ts";
import { declined } from "./declines.ts";
import { openTools, run, together, type Play, type Scene } from "./engine.ts";
import { answered } from "./finding.ts";
import { onHeard } from "./incoming.ts";
import { examplesOf, nearest, openEmbed, type Embed } from "./nearest.ts";
import { isOffer, offer, SUGGESTIONS, WHAT_I_AM } from "./offers.ts";
import { PLAYBOOK, playOf } from "./playbook.ts";
import { SERVER_ROW } from "./servers.ts";
import { projectQuestion } from "./project-questions.ts";
import { notedOnTasks, projectChanged, projectsAsked, statusReport } from "./project-wishes.ts";
import { saidLast } from "./results.ts";
import { inEnglish, named, rentAsked } from "./records.ts";
import { inFull } from "./plain.ts";
import { lastDrafts, onOutcomes, rewrite, send } from "./sending.ts";
import { changedEvent, changedPlan, isPlan } from "./planning.ts";
import { keywords, localNow, telling, withSpokenTimes } from "./slots.ts";
import { taskGiven } from "./tasks.ts";
import { TOPICS } from "./topics.ts";
import { asText, readTranscript, type Call, type Event } from "./transcript.ts";
import { isMoment, isTold, wishIn } from "./words.ts";

/** Minimum similarity of a matching row. */
const THRESHOLD = 0.55;

/** A question without a matching row is still looked up. */
const QUESTION =
  /\?\s*$|^(?:what|which|where|when|who|how|why|do|does|did|is|are|was|were|has|have|any|show|find|tell me|list|(?:send|give|get) (?:me|us))\b/i;

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
  const inHaste = task.trigger === null ? understood(task.words) : task.words;
  const whole: Scene = { ...transcript, ...task, words: inHaste, callFor, embed, local };
  const { subject, words } = subjectOf(whole);
  const scene = { ...whole, words: task.trigger === null ? told(words) : words };
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

/** What people type, in full; a question in Spanish by its words in English. */
function understood(words: string): string {
  const full = inFull(words).replace(
    /^(?:and|so|also|ok(?:ay)?)[, ]+(?=(?:who|what|when|where|which|how|why|is|are|does|do|did)\b)(?!(?:what|how) about)/i,
    "",
  );
  return wishIn(full) === null ? inEnglish(full) : full;
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

const BEYOND = "Nothing in my playbook is near to this.";

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
  const direct = trigger === null ? asked(scene, subject) : null;
  if (direct !== null) return direct;
  const ofProjects = projectQuestion(scene);
  return ofProjects === null
    ? fromPlaybook(scene)
    : { why: "A question about projects, and nothing else to look into.", play: ofProjects };
}

/** What a colleague's words come to before the playbook is asked; null if that has to tell. */
function asked(scene: Scene, subject: ReturnType<typeof subjectOf>["subject"]): Choice | null {
  const parts = severalIn(scene.words);
  const limit = parts.length > 1 ? null : declined(scene);
  if (limit !== null) return { why: NO_LOOK_UP, play: limit };
  const attached = subject === null ? null : attachedTo(scene, subject);
  if (attached !== null) return { why: "The chat is about one of their records.", play: attached };
  const amended = isMoment(scene.words) ? amend(scene) : null;
  if (amended !== null) return { why: "Another time for the last thing.", play: amended };
  if (parts.length > 1) return { why: "Several wishes in one.", play: together(ofParts(scene, parts)) };
  const given = taskGiven(scene) ?? whenWasIt(scene);
  if (given !== null) return { why: "It's about the last answer.", play: given };
  const again = alsoAbout(scene);
  return again === null ? null : { why: "The last question, about somebody else.", play: again };
}

const NO_LOOK_UP = "Something that can't be looked up.";
const IS_REPORT = /\b(?:status|progress) (?:update|report)\b/i;

/** What the records answer by themselves; otherwise the playbook's row. */
function* orElse(scene: Scene, otherwise: Play): Play {
  for (const one of [aboutOne, statusReport, rentAsked, notedOnTasks, projectChanged, projectsAsked]) {
    const told = yield* one(scene);
    if (told !== null) return told;
  }
  return yield* otherwise;
}

function fromPlaybook(scene: Scene): Choice {
  const limit = declined(scene);
  if (limit !== null) return { why: NO_LOOK_UP, play: limit };
  const { why, play } = byPlaybook(scene);
  const isReport = IS_REPORT.test(scene.words);
  const isWish = scene.trigger !== null || (wishIn(scene.words) !== null && !isReport) || isPlan(scene.words);
  return { why, play: isWish ? play : orElse(scene, play) };
}

function byPlaybook(scene: Scene): Choice {
  const { words, trigger } = scene;
  const wish = trigger === null ? wishIn(words) : null;
  const isForServer = SERVER_ROW.mark?.test(words) === true;
  if (wish !== null && isTold(wish) && !IS_REPORT.test(words) && !isForServer)
    return { why: "Somebody is to be told something.", play: send(scene, wish) };
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
    why: BEYOND,
    play: offer(scene, `${due}${WHAT_I_AM} That one is beyond me.`),
  };
}

/** What was drafted or scheduled last, at another time; null if it was neither. */
function amend(scene: Scene): Play | null {
  return changedEvent(scene) ?? changedPlan(scene) ?? (lastDrafts(scene).length > 0 ? rewrite(scene) : null);
}

const TIME = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \p{Lu}\p{Ll}{2} \d{1,2}(?:, \d{1,2}:\d\d [AP]M)?/gu;

/** “When was that?”: the times that the last answer names; null for any other question. */
function whenWasIt(scene: Scene): Play | null {
  if (!/^when (?:was|is|did) (?:that|this|it)(?: happen)?\W*$/i.test(scene.words)) return null;
  const said = saidLast(scene);
  const times = [...new Set(said.match(TIME))];
  if (times.length > 0) return saying(`By the last answer: ${times.slice(0, 6).join("; ")}.`);
  const isNone = said === "" || /\b(?:nothing|no one|nobody|found no)\b/i.test(said);
  return saying(
    isNone ? "I found nothing before, so there's no time I could name." : "The last answer names no time.",
  );
}

const AND_NOW =
  /^(?:and |or )?(?:what|how) about (?<who>[^?]{2,40})\?*$|^(?:and|y) (?<other>(?!(?:what|how|why|when|who|where|which|is|are|does|do|did|can)\b)[^?]{2,30})\?+$/i;

/** “What about Dube?”: the last question with the other name; null if it's no such question. */
function alsoAbout(scene: Scene): Play | null {
  const { who, other = who } = AND_NOW.exec(scene.words)?.groups ?? {};
  const last = scene.before.findLast((event) => event.kind === "said");
  return other === undefined || last?.kind !== "said" ? null : askedAgain(scene, inFull(last.text), other);
}

function* askedAgain(scene: Scene, question: string, about: string): Play {
  const names = (yield* named(question)).flatMap(({ name, about: role }) => telling(`${name} ${role}`));
  const rest = question
    .split(/\s+/)
    .filter((word) => telling(word).length === 0 || !telling(word).some((one) => names.includes(one)));
  return yield* fromPlaybook({ ...scene, words: `${rest.join(" ")} ${about}?` }).play;
}

/** The requests, where “put it in my calendar” means what the one before says. */
function ofParts(scene: Scene, parts: readonly string[]): Play[] {
  return parts.map((part, at) => {
    const before = parts[at - 1] ?? "";
    const said = (/\b(?:that|saying|:) (.+)$/i.exec(before) ??
      /^\S+ (.+?) (?:to|as|by|until|on)\b/i.exec(before))?.[1];
    const isAboutIt = /\babout (?:it|that|this)$/i.test(part);
    if (isAboutIt)
      return ofPart(scene, part.replace(/(?:it|that|this)$/i, before.replace(/^\S+ (?:an? )?/, "the ")));
    const isOfIt = /^(?!(?:note|remember|say|tell|ask)\b)(?:\w+ )(?:it|that|this)\b(?! that\b)/i.test(part);
    if (isOfIt && ASKS.test(before))
      return saying(
        `I can't put an answer into a message (“${part}”). Once you've read it, say what it should say: “Text … that …”.`,
      );
    if (isOfIt && said === undefined) return saying(`“${part}” is beyond the demo's script.`);
    return ofPart(scene, isOfIt ? part.replace(/\b(?:it|that|this)\b/i, () => said ?? "") : part);
  });
}

/** One of several requests. What isn't understood is named. */
function ofPart(scene: Scene, words: string): Play {
  const part: Scene = { ...scene, words, isPart: true };
  const { why, play } = fromPlaybook(part);
  return why === BEYOND ? orElse(part, saying(`This is beyond the demo's script: “${words}”.`)) : play;
}

const VERBS =
  "text|tell|let|e-?mail|message|remind|set|send|write|draft|schedule|remember|make a note|note|summari[sz]e|create|book|add|put|call|mark|move|push|change|assign|log|cancel|turn|thank|show|list|find|dile|av[ií]sa\\w*|recu[eé]rda\\w*";
/** Where a second request begins. A second thing for the same person doesn't: "and tell him", "and let her know". */
const NEXT = new RegExp(
  `(?:[,;.?!]\\s+|[,;.]?\\s+(?:and|y)\\s+)(?:and |then |also |please |(?:can|could|would|will) you |tambi[eé]n )*(?=(?:${VERBS})\\s(?!(?:him|her|them)\\b))`,
  "iu",
);
const ASKS = /^(?:what|who|when|where|how|which|why|show|list|find|is|are|do|does|did|summari[sz]e)\b/i;
const IS_WISH = new RegExp(`^(?:please )?(?:${VERBS}|what|who|when|where|how|which|ask)\\b`, "i");

/** Several requests in one. */
function severalIn(words: string): string[] {
  const plain = words
    .replace(/^(?:(?:can|could|would|will) you (?:please )?|hey,? )+/i, "")
    .replace(/(?<=[,;.?!] (?:and |also |then )*(?:can|could|would|will) you [^?]+)\?$/i, "");
  if (!IS_WISH.test(plain) || /["“«]/.test(plain)) return [words];
  return plain.split(NEXT).map((part) => part.charAt(0).toUpperCase() + part.slice(1).replace(/[.,;]+$/, ""));
}

const ASKED =
  /^(?<who>.{2,40}?) (?:wants to know|wants to hear|asks|asked|is asking|wonders|needs to know) (?:if |whether )?(?<what>.+?)[,;.] *(?:please |so )*(?:tell|text|let) (?:him|her|them)(?: know)?(?: that)? (?<say>.+)$/i;

/** "John asks if it's on, tell him yes" as a request to write. */
function told(words: string): string {
  const { who, what = "", say = "" } = ASKED.exec(words)?.groups ?? {};
  if (who === undefined) return words;
  return `Tell ${who} ${say.replace(/^yes\b/i, `yes, ${what}`)}`;
}

// oxlint-disable-next-line require-yield -- a play is a generator, and this one calls no tool
function* saying(text: string): Play {
  return text;
}
