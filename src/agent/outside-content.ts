/**
 * Determines whether a conversation contains text from outside the team, or data about other people. Policy
 * uses it to decide whether calls can be trusted and whether messages may leave without approval.
 */
import {
  isEnclosure,
  NAMES_SAY,
  OUTSIDE_NOTE,
  type ConversationLog,
  type OutsideText,
} from "./conversations/index.ts";
import type { Source } from "./api/conversation.ts";
import { WHEN } from "./tools/name-like.ts";
import { repeatedBy } from "./tools/rests-on.ts";
import { enclosedText, spokenText } from "./email-text.ts";
import type { Json } from "../kernel/hash.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import type { BringsOutsideText, Heard, IsRead, ReachOf, TellsOfPeople, TurnScope } from "./ports.ts";

/** Channels that only members write on, and their schedules. */
const OURS: readonly Source[] = ["web_chat", "team_text", "team_email", "team_slack", "schedule"];

const ASK_USER = "ask_user";
/** Brings the team's own files and outside words in one answer. */
const LOOKS_EVERYWHERE = "retrieve_context";

/** Tool names by the kind of content they return. */
interface ToolFacts {
  readonly bringsOutsideText: BringsOutsideText;
  readonly tellsOfPeople: TellsOfPeople;
  /** Tools that return names and facts of contacts, but none of their text. */
  readonly recordTools: readonly string[];
  /** Tools that return what names things in the team's own records. */
  readonly factTools: readonly string[];
  /** Tools that return text of servers or public sites: from outside, but not from people the team deals with. */
  readonly publicTools: readonly string[];
}

/** Whether only members write in it, and nothing from outside started it. */
function isAmongUs(log: Pick<ConversationLog, "store">): boolean {
  const { source, trigger, parent } = log.store.get().identity;
  return OURS.includes(source) && trigger?.heardOutside !== true && parent?.heardOutside !== true;
}

/** Whether committed messages contain outside text, which may influence what the agent says. */
export function holdsOutsideWords(log: Pick<ConversationLog, "store">, outsideText: OutsideText): boolean {
  return !isAmongUs(log) || outsideText.held().words;
}

/** Evaluates the current log. The result never reverts, because summaries contain what was read. */
export function takenIn(
  log: Pick<ConversationLog, "store" | "calls">,
  outsideText: OutsideText,
  { bringsOutsideText, tellsOfPeople, recordTools, factTools, publicTools }: ToolFacts,
): Pick<TurnScope, "outside" | "outsideWords" | "readOfOthers" | "readOfPeople"> {
  const isOurs = isAmongUs(log);
  const answered = log.calls.answeredTools();
  // A member's recipient is looked up in the contacts; for an outside sender, contacts are other people's data.
  const ofOthers = answered.filter((name) => tellsOfPeople(name) && !(isOurs && recordTools.includes(name)));
  const readOfOthers = ofOthers.length > 0;
  const readOfPeople = ofOthers.some((name) => !publicTools.includes(name));
  if (!isOurs) return { outside: true, outsideWords: true, readOfOthers, readOfPeople };
  const held = outsideText.held();
  const brought = answered.filter((name) => bringsOutsideText(name));
  return {
    outside: held.found || brought.length > 0,
    outsideWords:
      held.words || brought.some((name) => !recordTools.includes(name) && !factTools.includes(name)),
    readOfOthers,
    readOfPeople,
  };
}

/** What the log holds from outside, with whose it is or where it was looked up. */
export function heardIn(
  { calls, messages }: Pick<ConversationLog, "calls" | "messages">,
  {
    recordTools,
    factTools,
    reachOf,
  }: Pick<ToolFacts, "recordTools" | "factTools"> & { readonly reachOf: ReachOf },
): Heard {
  const answers = calls.answersHolding(OUTSIDE_NOTE).map(({ name, content }) => ({
    name,
    isRecord: [...recordTools, ...factTools].includes(name) && !content.includes(NAMES_SAY),
    leaves: leavesIn(name === LOOKS_EVERYWHERE ? withoutOurs(content) : content).filter(
      ({ value }) => value !== OUTSIDE_NOTE && !WHEN.test(value),
    ),
  }));
  const cards = answers
    .filter(({ name, isRecord }) => isRecord && recordTools.includes(name))
    .flatMap(({ leaves }) => leaves);
  const wrote = messages
    .fromOutside()
    .map(({ author, parts }) =>
      author.kind === "contact"
        ? { source: `a message from ${author.name}`, words: spokenText(parts) }
        : { source: "what was passed on", words: parts.filter(isEnclosure).map(enclosedText).join("\n") },
    );
  const read = answers
    .filter(({ isRecord }) => !isRecord)
    .map(({ name, leaves }) => ({
      source: `a look-up (${reachOf(name)})`,
      words: leaves.map(({ value }) => value).join("\n"),
    }));
  // An option that a person chooses was worded by the model.
  const offered = calls.inputsOf(ASK_USER).map(({ options }) => ({
    source: "an option that was offered",
    words: Array.isArray(options) ? options.join("\n") : "",
  }));
  return {
    words: [...wrote, ...read, ...offered],
    records: {
      names: [...new Set(cards.flatMap(({ path, value }) => (path.endsWith("/name") ? [value] : [])))],
      values: [...new Set(cards.map(({ value }) => value))],
    },
  };
}

/** Where there are more outside texts, older ones may be missing from `heardIn`. */
const ALL_HEARD = 40;
const MESSAGES = 20;

/**
 * The outside words that a text of the agent repeats, while neither the members nor the team's records have them: null
 * for none, undefined where the conversation may rest on more than it still holds.
 */
export function ledBy(
  log: Pick<ConversationLog, "calls" | "messages" | "store">,
  text: string,
  world: Parameters<typeof heardIn>[1] & Pick<ToolFacts, "bringsOutsideText"> & { readonly isRead: IsRead },
): ReturnType<typeof repeatedBy> | undefined {
  if (!isAmongUs(log)) return undefined;
  const { words, records } = heardIn(log, world);
  if (words.length >= ALL_HEARD) return undefined;
  const own = log.calls
    .answersHolding(OUTSIDE_NOTE, false)
    .filter(({ name }) => world.isRead(name) && !world.bringsOutsideText(name) && name !== ASK_USER)
    .map(({ content }) => content);
  const said = log.messages
    .recentSpoken(MESSAGES)
    .flatMap(({ author, parts }) => (author.kind === "user" ? [spokenText(parts)] : []));
  return repeatedBy(text, words, [...own, ...said, ...records.values]);
}

/** An answer without passages of files that the team wrote: those of others have a source. */
function withoutOurs(content: string): string {
  try {
    const answer = JSON.parse(content) as { readonly items?: readonly Record<string, Json>[] };
    const items = answer.items?.filter((item) => item["type"] !== "file" || item["source"] !== undefined);
    return items === undefined ? content : JSON.stringify({ ...answer, items });
  } catch {
    return content;
  }
}

function leavesIn(content: string): { path: string; value: string }[] {
  try {
    return leavesOf(JSON.parse(content) as Json).flatMap(({ path, value }) =>
      typeof value === "string" ? [{ path, value }] : [],
    );
  } catch {
    return [{ path: "", value: content }];
  }
}
