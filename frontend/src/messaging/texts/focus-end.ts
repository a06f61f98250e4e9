import type { RefObject } from "react";

/** Puts the caret behind what is written already. */
export function focusEnd({ current }: RefObject<HTMLTextAreaElement | null>): void {
  current?.focus();
  current?.setSelectionRange(current.value.length, current.value.length);
}
