import type { Saved } from "./store.ts";

/** The direct message channel between the app and a person. */
export function directOf(saved: Saved, userId: string): string {
  return (saved.directs[userId] ??= `D${userId.slice(1)}`);
}
