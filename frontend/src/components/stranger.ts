import { readStored, writeStored } from "../api/storage.ts";

/** What the server said to somebody no team knows, kept for the page that shows it. Not in the address, where anybody could write it. */
export function rememberStranger(message: string): void {
  writeStored("stranger", message);
}

export function strangerMessage(): string | null {
  return readStored("stranger");
}
