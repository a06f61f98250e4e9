/** Internal types of the search index. */
import type { Json } from "../../kernel/hash.ts";
import type { SearchKind } from "./search.ts";

/** The shelf of a private conversation's content. An empty reader matches nobody. */
export function readerShelf(readerId: string): string {
  return `${READER_SHELF}${readerId}`;
}

/** Prefix of private conversation shelves. */
export const READER_SHELF = "reader:";

/** An indexed item, identified by `source` and `id`; writing the same pair replaces it. */
export interface SearchItem {
  readonly source: SearchKind;
  readonly id: string;
  /** Display title, such as a contact's name or a file path. */
  readonly title: string;
  readonly text: string;
  /** Whether the text was truncated. */
  readonly isCut?: boolean;
  /** Model-written summary: searchable, but never quoted as the item's own words. */
  readonly summary?: string;
  /** Additional search terms, never displayed: a number, a unit, a company. */
  readonly keywords?: string;
  /** ISO time. */
  readonly at: string;
  /** App path. */
  readonly url: string;
  /** Its conversation or thread, such as `sms:+14125550142`. */
  readonly thread?: string | null;
  /** Its source, if access to that is restricted. */
  readonly shelf?: string;
  /** Displayed with a hit; small. */
  readonly meta?: Readonly<Record<string, Json>>;
  /** When its record was read, in ms: an older reading never replaces a newer one. Defaults to the time of the call. */
  readonly version?: number;
}

/** The asker: items of other members' private sources are hidden. Null is no particular person, who sees only what the whole team may. */
export interface AskedBy {
  readonly userId: string | null;
  /** An internal existence check that displays nothing, so nothing is hidden. */
  readonly isOwnLook?: boolean;
}

/** Text only one member may read. An empty `readerId` matches nobody. */
export interface Quote {
  /** Its source, or a private conversation. */
  readonly sourceId: string;
  readonly readerId: string;
}

/** Identifies deleted items. */
export type SearchRef = Pick<SearchItem, "source" | "id" | "version">;

/** Times are ISO; `to` is exclusive. */
export interface SearchQuery {
  readonly q: string;
  readonly sources?: readonly SearchKind[];
  readonly from?: string;
  readonly to?: string;
  readonly thread?: string;
  readonly limit: number;
  readonly cursor?: string;
  /** Shelves to exclude. */
  readonly hidden?: readonly string[];
  /** Whose private conversations to include; null for none, undefined for all. */
  readonly reader?: string | null;
  /** The last word may be incomplete. */
  readonly typing?: boolean;
}

/** A person named in a question, with numbers (E.164) and addresses (lowercase). */
export interface NamedPerson {
  readonly name: string;
  readonly keys: readonly string[];
}

/** A natural-language question. Times are ISO; `to` is exclusive. */
export interface RetrieveQuery {
  /** Empty for everything in a time span. */
  readonly question: string;
  /** A name, unit or number: results must contain all of its words, in the passage or its context. */
  readonly about?: string;
  /** Boosts items from, with or about these people. */
  readonly people?: readonly NamedPerson[];
  readonly sources?: readonly SearchKind[];
  readonly from?: string;
  readonly to?: string;
  readonly thread?: string;
  /** Shelves to exclude. */
  readonly hidden?: readonly string[];
  /** Whose private conversations to include; null for none, undefined for all. */
  readonly reader?: string | null;
  /** Shows each turn of a dialogue with what was said right before and after it. */
  readonly withTurns?: boolean;
  readonly limit: number;
}

/** What one person said in a dialogue. */
export interface Turn {
  readonly source: SearchKind;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** ISO time. */
  readonly at: string;
  /** Orders turns of the same time. */
  readonly row: number;
  /** Whether it was sent from one of our lines. */
  readonly isOurs: boolean;
}

/** Below this confidence, matches probably share words with the question only by chance. */
export const WEAK_ANSWER = 0.4;
/** Below this confidence, results aren't worth offering as choices. */
export const FAINT_ANSWER = 0.2;

/** A passage that answers a question; at most one per item. */
export interface FoundPassage {
  readonly source: SearchKind;
  readonly id: string;
  readonly title: string;
  /** App path. */
  readonly url: string;
  readonly at: string;
  readonly thread: string | null;
  readonly text: string;
  /** Context: title, day, headings. */
  readonly context: string;
  /** Model-written summary of the whole item; not the item's own words. */
  readonly summary?: string | null;
  /** From 0, higher is better. Only comparable within one response. */
  readonly score: number;
  /** Confidence that anything on record answers the question, 0 to 1. The same for all passages of a response. */
  readonly answered: number;
  /** The turn and those next to it at the same sitting, in order, where asked for. Empty if it is no turn. */
  readonly turns?: readonly Turn[];
  readonly shelf?: string | null;
  /** Set if only the asker may read it: a conversation that quotes it becomes private. */
  readonly quote?: Quote;
}

export interface FileWordsQuery {
  /** Folded words; all must match. */
  readonly words: readonly string[];
  /** Restricts to a folder; empty for all. */
  readonly folder: string;
  readonly limit: number;
}

/** Matching file IDs by path, and the total number of indexed files. */
export interface FoundFiles {
  readonly ids: readonly string[];
  readonly known: number;
}
