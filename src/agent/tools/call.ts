/** The caller of a tool and the call's context. */
import type { HandedTask, Heard, TurnScope } from "../ports.ts";
import type { Author } from "../api/message.ts";
import type { AnyTool } from "./define-tool.ts";

/** The person who asks for a call, and what else could have caused it. */
export interface Asker {
  readonly speaker: Author;
  /** The last messages of members in this conversation, oldest first. */
  readonly said: readonly string[];
  /** Who wrote each of them, by name; the speaker where it is missing. */
  readonly saidBy?: readonly string[];
  /** The agent's question that the newest of them answers. */
  readonly answers?: TurnScope["answers"];
  /** Whether the conversation contains outside text. */
  readonly outside: boolean;
  /** Whether that is more than names and facts of contacts. */
  readonly outsideWords: boolean;
  /** The outside text that the conversation still holds, newest first. It may hold more than this. */
  readonly heard?: () => Heard["words"];
  /** Which of it a text repeats; see `TurnScope`. */
  readonly repeats?: TurnScope["repeats"];
  /** What contacts' cards said that were looked up here. */
  readonly records?: () => Heard["records"];
}

/** A request, the answer to a question about it, and a form filled in for it. */
export const MESSAGES_OF_A_REQUEST = 3;

/** The asker's newest messages, oldest first, which together may form one request. */
export function newestOf({ said }: Pick<Asker, "said">): readonly string[] {
  return said.slice(-MESSAGES_OF_A_REQUEST);
}

/** Whether a picture from outside was seen before the call. A call resolved outside its run doesn't know. */
export function sawPicture(asker: Asker | null): boolean {
  return asker?.heard?.().some(({ isPicture }) => isPicture) === true;
}

/** The asker of a turn. */
export function askerOf({
  speaker,
  recentTexts,
  answers,
  outside,
  outsideWords,
  heard,
  repeats,
}: Pick<
  TurnScope,
  "speaker" | "recentTexts" | "answers" | "outside" | "outsideWords" | "heard" | "repeats"
>): Asker {
  return {
    speaker,
    said: recentTexts.flatMap(({ who, text }) => (who === "user" ? [text] : [])),
    saidBy: recentTexts.flatMap(({ who, name }) => (who === "user" ? [name] : [])),
    answers,
    outside: outside !== false,
    outsideWords: outside !== false && outsideWords !== false,
    repeats,
    ...(heard === undefined ? {} : { heard: () => heard().words, records: () => heard().records }),
  };
}

/** Whom services are opened for: a run, or a call that is resolved again outside its run (an edit on a card). */
export interface Acting {
  readonly conversationId: string;
  readonly agent: string;
  /** Null outside a run. */
  readonly runId: string | null;
  /** Null outside a run. */
  readonly speaker: Author | null;
  /** Outside a run: the call being resolved again. */
  readonly callId: string | null;
}

/** A call as its tool sees it. */
export interface Call {
  /** The ID of the call or its approval. IDs of effects derive from it, so that a repeat creates the same ones. */
  readonly id: string;
  readonly tenantId: string;
  readonly conversationId: string;
  readonly agent: string;
  readonly runId?: string | undefined;
  /** The message that started the turn. */
  readonly messageId?: string | undefined;
  /** Null if the call is resolved outside its run. */
  readonly asker: Asker | null;
  /** Outside a run: the rule that required approval. */
  readonly rule?: string | undefined;
  /** The tools that `find_tools` searches. */
  readonly findable?: readonly AnyTool[] | undefined;
  /** Delegates a task; its answer becomes the call's. Missing where delegation isn't allowed. */
  readonly delegate?: ((task: HandedTask) => Promise<void>) | undefined;
}
