/** Labelled sets: things on record, questions about them, and which things answer each. */
import type { Nameable } from "../../src/knowledge/search/index.ts";
import type { SearchItem } from "../../src/platform/api/search-items.ts";

/** What a question asks for, or how it is put. */
export type QuestionKind = "name" | "date" | "paraphrase" | "multi-hop" | "none";

/** A question with what answers it. */
export interface Question {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly query: string;
  /** Ids of the things that answer it; none where nothing does. */
  readonly evidence: readonly string[];
  /** Marked as sharing no word that says anything with its evidence. */
  readonly isWordless: boolean;
  /** The dialogue it is asked about; everything where left out. */
  readonly thread?: string;
}

/** Things and questions. */
export interface LabelledSet {
  readonly items: readonly SearchItem[];
  readonly questions: readonly Question[];
  /** When they are asked (ISO); left out where questions say no time. */
  readonly now?: string;
  /** Whom questions may name. */
  readonly people?: readonly Nameable[];
}
