/** What the search index is given and asked, between our own parts. */
import type { Json } from "../../kernel/hash.ts";
import type { SearchKind } from "./search.ts";

/** The shelf of what is said in a private conversation; an empty reader is nobody. */
export function readerShelf(readerId: string): string {
  return `${READER_SHELF}${readerId}`;
}

/** Begins the shelves of private conversations. */
export const READER_SHELF = "reader:";

/** One thing that can be found. `source` and `id` name it; the same pair again replaces it. */
export interface SearchItem {
  readonly source: SearchKind;
  readonly id: string;
  /** Whose or what it is, such as a contact's name or a file's path. */
  readonly title: string;
  readonly text: string;
  /** Whether there is more of the text than is given here. */
  readonly isCut?: boolean;
  /** What a model says of it: found like its own words, and never quoted as them. */
  readonly summary?: string;
  /** Further words to find it by, never shown: a number, a unit, a company. */
  readonly keywords?: string;
  /** ISO time. */
  readonly at: string;
  /** Path in the app that shows it. */
  readonly url: string;
  /** The conversation or thread it belongs to, such as `sms:+14125550142`. */
  readonly thread?: string | null;
  /** The source it was read from, where not everybody may find what that holds. */
  readonly shelf?: string;
  /** Shown with a hit; small. */
  readonly meta?: Readonly<Record<string, Json>>;
  /**
   * When the truth it was made from was read, in ms: an older reading never replaces a newer one. The time of the call where left out.
   */
  readonly version?: number;
}

/** Who asks: things of a source that is somebody else's own are not found. Null is nobody in particular, who finds what the whole team may. */
export interface AskedBy {
  readonly userId: string | null;
  /** The product itself looks whether something is there, and shows nothing of it: then nothing is hidden. */
  readonly isOwnLook?: boolean;
}

/** Words that one member alone may read; an empty `readerId` is nobody. */
export interface Quote {
  /** The source they were read from, or a private conversation. */
  readonly sourceId: string;
  readonly readerId: string;
}

/** Names of things that are gone. */
export type SearchRef = Pick<SearchItem, "source" | "id" | "version">;

/** A question to the index. Times are ISO; `to` is exclusive. */
export interface SearchQuery {
  readonly q: string;
  readonly sources?: readonly SearchKind[];
  readonly from?: string;
  readonly to?: string;
  readonly thread?: string;
  readonly limit: number;
  readonly cursor?: string;
  /** Shelves whose things are not found. */
  readonly hidden?: readonly string[];
  /** Whose private conversations are found; null for no one's, left out for everyone's. */
  readonly reader?: string | null;
  /** The last word may be unfinished. */
  readonly typing?: boolean;
}

/** Somebody a question names, and the numbers (E.164) and addresses (lower case) they are reached by. */
export interface NamedPerson {
  readonly name: string;
  readonly keys: readonly string[];
}

/** A question in whole words. Times are ISO; `to` is exclusive. */
export interface RetrieveQuery {
  /** Empty for everything of a span of time. */
  readonly question: string;
  /** A name, a unit, a number: only what has all of its words in it or around it counts. */
  readonly about?: string;
  /** What is from, with or about them comes first. */
  readonly people?: readonly NamedPerson[];
  readonly sources?: readonly SearchKind[];
  readonly from?: string;
  readonly to?: string;
  readonly thread?: string;
  /** Shelves whose things are not found. */
  readonly hidden?: readonly string[];
  /** Whose private conversations are found; null for no one's, left out for everyone's. */
  readonly reader?: string | null;
  readonly limit: number;
}

/** An answer less sure than this is likely none: what was found shares a word with the question by chance. */
export const WEAK_ANSWER = 0.4;
/** Less sure than this, and it is not worth showing to somebody who chooses. */
export const FAINT_ANSWER = 0.2;

/** A passage that answers a question, of each thing the best one. */
export interface FoundPassage {
  readonly source: SearchKind;
  readonly id: string;
  readonly title: string;
  /** Path in the app. */
  readonly url: string;
  readonly at: string;
  readonly thread: string | null;
  /** Its words as they are kept. */
  readonly text: string;
  /** Where it stands: title, day, headings. */
  readonly context: string;
  /** What a model says of the whole thing, where it was asked; no words of the thing's own. */
  readonly summary?: string | null;
  /** From 0; the higher, the nearer. Only to be compared within one answer. */
  readonly score: number;
  /** How surely anything on record answers the question, from 0 to 1: the same for all passages of an answer. */
  readonly answered: number;
  /** The shelf it stands on. */
  readonly shelf?: string | null;
  /** Set where only whoever asks may read it: what quotes it is private from then on. */
  readonly quote?: Quote;
}

/** What files are asked for. */
export interface FileWordsQuery {
  /** Folded; all of them. */
  readonly words: readonly string[];
  /** A folder to stay within; empty for all. */
  readonly folder: string;
  readonly limit: number;
}

/** Ids of files by their paths, and how many files the index knows at all. */
export interface FoundFiles {
  readonly ids: readonly string[];
  readonly known: number;
}
