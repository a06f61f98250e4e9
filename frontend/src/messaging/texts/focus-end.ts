import type { RefObject } from "react";

/** Moves the caret to the end. */
export function focusEnd({ current }: RefObject<HTMLTextAreaElement | null>): void {
  current?.focus();
  current?.setSelectionRange(current.value.length, current.value.length);
}
