import { readStored, writeStored } from "../api/storage.ts";

/** What the server said to somebody who is on no team, kept for the page that shows it. Not in the address, where anybody could write it. */
export function rememberStranger(message: string, waits: boolean): void {
  writeStored("stranger", message);
  writeStored("stranger-waits", waits ? "yes" : null);
}

export function strangerMessage(): string | null {
  return readStored("stranger");
}

/** Whether a request of theirs waits for an admin. */
export function strangerWaits(): boolean {
  return readStored("stranger-waits") !== null;
}
