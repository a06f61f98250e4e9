/** Who makes a call and where: what a toolset opens its services for, and what a tool knows of the call itself. */
import type { HandedTask, TurnScope } from "../ports.ts";
import type { Author } from "../api/message.ts";
import type { AnyTool } from "./define-tool.ts";

/** Who asks for a call, and how far their words can be told from others'. */
export interface Asker {
  readonly speaker: Author;
  /** What people of the team wrote last in this conversation, oldest first. */
  readonly said: readonly string[];
  /** Whether text that no one of the team wrote is in the conversation. */
  readonly outside: boolean;
  /** Whether that is more than names and facts of the contacts. */
  readonly outsideWords: boolean;
}

/** A request, the answer to a question about it, and a form filled in for it. */
const MESSAGES_OF_A_REQUEST = 3;

/** The asker's newest messages, oldest first: together they may make one request. */
export function newestOf({ said }: Pick<Asker, "said">): readonly string[] {
  return said.slice(-MESSAGES_OF_A_REQUEST);
}

/** Who asks in a turn. */
export function askerOf({
  speaker,
  recentTexts,
  outside,
  outsideWords,
}: Pick<TurnScope, "speaker" | "recentTexts" | "outside" | "outsideWords">): Asker {
  return {
    speaker,
    said: recentTexts.flatMap(({ who, text }) => (who === "user" ? [text] : [])),
    outside: outside !== false,
    outsideWords: outside !== false && outsideWords !== false,
  };
}

/** Whom services are opened for: one run of an agent, or a call that is resolved again outside its run (an edit on a card). */
export interface Acting {
  readonly conversationId: string;
  readonly agent: string;
  /** Null outside a run. */
  readonly runId: string | null;
  /** Who speaks; null outside a run. */
  readonly speaker: Author | null;
  /** Outside a run: the call that is resolved again. */
  readonly callId: string | null;
}

/** One call, as its tool sees it. */
export interface Call {
  /** The call's own id, and its approval's: whatever is made up for an effect derives from it, so that a repeat makes the same. */
  readonly id: string;
  readonly tenantId: string;
  readonly conversationId: string;
  readonly agent: string;
  readonly runId?: string | undefined;
  /** The message that began the turn. */
  readonly messageId?: string | undefined;
  /** Null where the call is resolved again outside its run. */
  readonly asker: Asker | null;
  /** Where it is resolved again: the rule by which it waits. */
  readonly rule?: string | undefined;
  /** The tools that `find_tools` looks through. */
  readonly findable?: readonly AnyTool[] | undefined;
  /** Hands a task to another agent, whose answer becomes the call's. Missing where nothing may be handed on. */
  readonly delegate?: ((task: HandedTask) => Promise<void>) | undefined;
}
