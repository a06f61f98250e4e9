/** What a press of a single key means. Pure. */

export type Shortcut =
  | "go_chats"
  | "go_approvals"
  | "go_activity"
  | "go_notifications"
  | "go_workspace"
  | "go_skills"
  | "go_settings"
  | "new_chat"
  | "search"
  | "help";

const AFTER_G: Readonly<Record<string, Shortcut>> = {
  c: "go_chats",
  a: "go_approvals",
  v: "go_activity",
  b: "go_notifications",
  w: "go_workspace",
  k: "go_skills",
  s: "go_settings",
};
const ALONE: Readonly<Record<string, Shortcut>> = { n: "new_chat", "/": "search", "?": "help" };

/** How long the second key of a pair may take. */
export const PAIR_MS = 1500;

export interface KeyState {
  /** When `g` was pressed; null when no pair is begun. */
  readonly pairSince: number | null;
}

export const NO_KEYS: KeyState = { pairSince: null };

/** What a press means. A key that ends a pair is always taken, so that `g a` never reaches a page's own `a`. */
export function pressKey(
  state: KeyState,
  key: string,
  nowMs: number,
): { readonly state: KeyState; readonly shortcut: Shortcut | null; readonly taken: boolean } {
  if (state.pairSince !== null && nowMs - state.pairSince <= PAIR_MS) {
    return { state: NO_KEYS, shortcut: AFTER_G[key] ?? null, taken: true };
  }
  if (key === "g") return { state: { pairSince: nowMs }, shortcut: null, taken: true };
  const shortcut = ALONE[key] ?? null;
  return { state: NO_KEYS, shortcut, taken: shortcut !== null };
}
