/** Meaning of a single key press. Pure. */
import type { Entry } from "../../menu.ts";

/** To a page, or something to do. */
export type Shortcut = { readonly go: string } | "new_chat" | "search" | "help";

const ALONE: Readonly<Record<string, Shortcut>> = { n: "new_chat", "/": "search", "?": "help" };

/** How long the second key of a sequence may take. */
export const PAIR_MS = 1500;

export interface KeyState {
  /** When `g` was pressed; null outside a key sequence. */
  readonly pairSince: number | null;
}

export const NO_KEYS: KeyState = { pairSince: null };

type Keyed = Pick<Entry, "to" | "key">;

/** The meaning of a key press. The second key of a sequence is always consumed, so that `g a` never triggers a page's own `a`. */
export function pressKey(
  state: KeyState,
  key: string,
  nowMs: number,
  pages: readonly Keyed[],
): { readonly state: KeyState; readonly shortcut: Shortcut | null; readonly taken: boolean } {
  if (state.pairSince !== null && nowMs - state.pairSince <= PAIR_MS) {
    const page = pages.find((one) => one.key === key);
    return { state: NO_KEYS, shortcut: page ? { go: page.to } : null, taken: true };
  }
  if (key === "g") return { state: { pairSince: nowMs }, shortcut: null, taken: true };
  const shortcut = ALONE[key] ?? null;
  return { state: NO_KEYS, shortcut, taken: shortcut !== null };
}
