import { readStored, writeStored } from "../api/storage.ts";

/** The server's message for a person without a team, kept for the page that shows it. It isn't passed in the URL, where anyone could put their own words. */
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
