/** Server text prepared for people and models. */
import { UNSEEN_CLASS } from "../../kernel/unseen.ts";

const UNSEEN = new RegExp(`(?![\\n\\t])[${UNSEEN_CLASS}]`, "gu");

/** Replaces invisible characters with a visible mark, so that the admin who allows a tool sees everything a model reads. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "\uFFFD");
}
