/** What somebody's server says, as people and models may read it. */
import { UNSEEN_CLASS } from "../../kernel/unseen.ts";

const UNSEEN = new RegExp(`(?![\\n\\t])[${UNSEEN_CLASS}]`, "gu");

/** With a mark in the place of each character that nobody would see: a person who allows a tool has read all that a model reads. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "\uFFFD");
}
