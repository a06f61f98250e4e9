/** Server text prepared for people and models. */
import { UNSEEN_CLASS, unseenReplacer } from "../../kernel/unseen.ts";

const replaceUnseen = unseenReplacer(`(?![\\n\\t])[${UNSEEN_CLASS}]`);

/** Replaces invisible characters with a visible mark, so that the admin who allows a tool sees everything a model reads. */
export function withoutUnseen(text: string): string {
  return replaceUnseen(text, "\uFFFD");
}
