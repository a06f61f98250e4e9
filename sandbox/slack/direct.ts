import type { Saved } from "./store.ts";

/** The direct messages between the app and somebody. */
export function directOf(saved: Saved, userId: string): string {
  return (saved.directs[userId] ??= `D${userId.slice(1)}`);
}
