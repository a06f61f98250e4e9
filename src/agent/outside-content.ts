/**
 * Determines whether a conversation contains text from outside the team, or data about other people. Policy
 * uses it to decide whether calls can be trusted and whether messages may leave without approval.
 */
import {
  isEmail,
  isEnclosure,
  NAMES_SAY,
  OUTSIDE_NOTE,
  type ConversationLog,
  type LogMessage,
  type OutsideText,
} from "./conversations/index.ts";
import type { Source } from "./api/conversation.ts";
import { WHEN } from "./tools/name-like.ts";
import { repeatedBy } from "./tools/rests-on.ts";
import { enclosedText, spokenText } from "./email-text.ts";
import type { Json } from "../kernel/hash.ts";
import { unlinked } from "../kernel/leads.ts";
import { domainOf } from "../kernel/sub-address.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import { wasShown } from "./pictures.ts";
import {
  LOOK_UP,
  OFFERED_OPTION,
  type BringsOutsideText,
  type Heard,
  type IsRead,
  type ReachOf,
  type TellsOfPeople,
  type TurnScope,
} from "./ports.ts";

/** Channels that only members write on, and their schedules. */
const OURS: readonly Source[] = ["web_chat", "team_text", "team_email", "team_slack", "schedule"];

const ASK_USER = "ask_user";
/** Brings the team's own files and outside words in one answer. */
const LOOKS_EVERYWHERE = "retrieve_context";
const LOOK_AT_PICTURE = "look_at_picture";
/** Return only what members and agents wrote; it may rest on outside words, but holds none of its own. */
const OUR_TALK: ReadonlySet<string> = new Set(["list_approvals", "search_conversations"]);
/** Read the team's tasks, sheets and documents in connected services. */
const OUR_WORK: ReadonlySet<string> = new Set([
  "get_task",
  "get_tasks",
  "search_tasks",
  "read_sheet",
  "read_document",
]);
/** Start of the ID of a message that is the record of a phone call. */
const CALL_MESSAGE = "call.";
/** Kinds of found passages that the team writes, beside files. */
const OWN: ReadonlySet<Json> = new Set(["document", "note", "conversation"]);
/** Begins each text of the team in a quoted thread, and no line of anyone else's (src/knowledge/tools/retrieve-context.ts). */
const OUR_LINE = /^(?:…\n)?Us: .*$/gmu;

type JsonObject = Readonly<Record<string, Json>>;

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
  const answers = calls.answersHolding(OUTSIDE_NOTE).map(({ name, content: whole }) => {
    const content = name === LOOKS_EVERYWHERE ? withoutOurs(whole) : whole;
    return {
      name,
      isRecord: [...recordTools, ...factTools].includes(name) && !content.includes(NAMES_SAY),
      leaves: leavesIn(content),
      theirs: OUR_TALK.has(name) ? [] : leavesIn(content, theirPart),
    };
  });
  const cards = answers
    .filter(({ name, isRecord }) => isRecord && recordTools.includes(name))
    .flatMap(({ leaves }) => leaves);
  const came = messages.fromOutside();
  const wrote = came.map((message) =>
    message.author.kind === "contact"
      ? fromContact(message)
      : {
          source: "what was passed on",
          words: message.parts.filter(isEnclosure).map(enclosedText).join("\n"),
        },
  );
  const read = answers
    .filter(({ isRecord }) => !isRecord)
    .map(({ name, leaves, theirs: left }) => {
      const [words, theirs] = [textOf(leaves), textOf(left)];
      return {
        source: `${LOOK_UP} (${reachOf(name)})`,
        words,
        ...(theirs === words ? {} : { theirs }),
        ...(OUR_WORK.has(name) ? { isOurs: true as const } : {}),
      };
    });
  // An option that a person chooses was worded by the model.
  const offered = calls.inputsOf(ASK_USER).map(({ options }) => ({
    source: OFFERED_OPTION,
    words: Array.isArray(options) ? options.join("\n") : "",
  }));
  // What is written in a picture can't be compared with what the agent writes.
  const seen = [
    ...came.filter(wasShown).map(({ author }) => `a picture from ${author.name}`),
    ...answers.flatMap(({ name }) => (name === LOOK_AT_PICTURE ? ["a picture that was looked at"] : [])),
  ].map((source) => ({ source, words: "", isPicture: true as const }));
  return {
    words: [...wrote, ...read, ...offered, ...seen],
    records: {
      names: [...new Set(cards.flatMap(({ path, value }) => (path.endsWith("/name") ? [value] : [])))],
      values: [...new Set(cards.map(({ value }) => value))],
    },
  };
}

/** A contact's message, with whose it is and how it came. */
function fromContact({ id, author, parts }: Pick<LogMessage, "id" | "author" | "parts">) {
  const words = spokenText(parts);
  const email = parts.find(isEmail);
  if (email !== undefined) {
    const domain = domainOf(email.from.address);
    return { source: `an e-mail from ${author.name} at ${unlinked(domain)}`, domain, words };
  }
  return { source: `a ${id.startsWith(CALL_MESSAGE) ? "call with" : "message from"} ${author.name}`, words };
}

/** An item without the team's own texts; null for what the team wrote or keeps itself. */
function theirPart(item: JsonObject): JsonObject | null {
  const { from, direction, type = null, quote } = item;
  if (from === "team" || direction === "outgoing" || OWN.has(type)) return null;
  return type === "sms" && typeof quote === "string" ? { ...item, quote: quote.replace(OUR_LINE, "") } : item;
}

/** Where there are more outside texts, older ones may be missing from `heardIn`. */
const ALL_HEARD = 40;
const MESSAGES = 20;

/**
 * The outside words that an answer of the agent repeats, while neither the members nor the team's records, tasks and
 * sheets have them: null for none, undefined where the conversation may rest on more than it still holds.
 */
export function ledBy(
  log: Pick<ConversationLog, "calls" | "messages" | "store">,
  text: string,
  world: Parameters<typeof heardIn>[1] & Pick<ToolFacts, "bringsOutsideText"> & { readonly isRead: IsRead },
): ReturnType<typeof repeatedBy> | undefined {
  if (!isAmongUs(log)) return undefined;
  const { words, records } = heardIn(log, world);
  if (words.length >= ALL_HEARD || words.some(({ isPicture }) => isPicture)) return undefined;
  const own = log.calls
    .answersHolding(OUTSIDE_NOTE, false)
    .filter(({ name }) => world.isRead(name) && !world.bringsOutsideText(name) && name !== ASK_USER)
    .map(({ content }) => content);
  const said = log.messages
    .recentSpoken(MESSAGES)
    .flatMap(({ author, parts }) => (author.kind === "user" ? [spokenText(parts)] : []));
  const theirs = words.filter(({ isOurs }) => isOurs !== true);
  return repeatedBy(text, theirs, [...own, ...said, ...records.values]);
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

interface TextLeaf {
  readonly path: string;
  readonly value: string;
}

function textOf(leaves: readonly TextLeaf[]): string {
  return leaves.map(({ value }) => value).join("\n");
}

/** The strings of a result, of each object those of its part. */
function leavesIn(
  content: string,
  partOf: (item: JsonObject) => JsonObject | null = (item) => item,
): TextLeaf[] {
  try {
    const found = JSON.parse(content, (_, value: Json) =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? partOf(value as JsonObject)
        : value,
    ) as Json;
    return leavesOf(found).flatMap(({ path, value }) =>
      typeof value === "string" && value !== OUTSIDE_NOTE && !WHEN.test(value) ? [{ path, value }] : [],
    );
  } catch {
    return [{ path: "", value: content }];
  }
}
