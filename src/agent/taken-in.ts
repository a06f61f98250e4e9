/** What a conversation has taken in from outside the team, and of others than whoever it is with: by it a call is trusted, and its words may leave unasked. */
import type { ConversationLog, OutsideText } from "./conversations/index.ts";
import type { Source } from "./api/conversation.ts";
import type { BringsOutsideText, TellsOfPeople, TurnScope } from "./ports.ts";

/** Channels in which only people of the team speak, and their schedules. */
const OURS: readonly Source[] = ["web_chat", "team_text", "team_email", "team_slack", "schedule"];

/** What is known of tools by their names. */
interface ToolFacts {
  readonly bringsOutsideText: BringsOutsideText;
  readonly tellsOfPeople: TellsOfPeople;
  /** Tools that bring names and facts of the contacts, and no words of theirs. */
  readonly recordTools: readonly string[];
  /** Tools that bring what a server offers or public sites say: words from outside, but of no one the team deals with. */
  readonly publicTools: readonly string[];
}

/** Whether only people of the team speak in it, and nothing from outside came with what it began from. */
function isAmongUs(log: Pick<ConversationLog, "store">): boolean {
  const { source, trigger, parent } = log.store.get().identity;
  return OURS.includes(source) && trigger?.heardOutside !== true && parent?.heardOutside !== true;
}

/** Whether words from outside stand in it, by what is committed: what the agent says may be led by them. */
export function holdsOutsideWords(log: Pick<ConversationLog, "store">, outsideText: OutsideText): boolean {
  return !isAmongUs(log) || outsideText.held().words;
}

/** As its log is now. Once it has, it always will: summaries are made of what was read. */
export function takenIn(
  log: Pick<ConversationLog, "store" | "calls">,
  outsideText: OutsideText,
  { bringsOutsideText, tellsOfPeople, recordTools, publicTools }: ToolFacts,
): Pick<TurnScope, "outside" | "outsideWords" | "readOfOthers" | "readOfPeople"> {
  const isOurs = isAmongUs(log);
  const answered = log.calls.answeredTools();
  // Whom a colleague wants written to is looked up in the contacts; for whoever writes from outside the contacts are others.
  const ofOthers = answered.filter((name) => tellsOfPeople(name) && !(isOurs && recordTools.includes(name)));
  const readOfOthers = ofOthers.length > 0;
  const readOfPeople = ofOthers.some((name) => !publicTools.includes(name));
  if (!isOurs) return { outside: true, outsideWords: true, readOfOthers, readOfPeople };
  const held = outsideText.held();
  const brought = answered.filter((name) => bringsOutsideText(name));
  return {
    outside: held.found || brought.length > 0,
    outsideWords: held.words || brought.some((name) => !recordTools.includes(name)),
    readOfOthers,
    readOfPeople,
  };
}
