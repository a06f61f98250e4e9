/**
 * Waiting by turns of the event loop: for work of this process alone, which no clock drives. A busy machine makes a turn longer, and no more of them. These
 * timers stay real where a test stops the clock.
 */
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/** What takes longer waits for a stand-in's own pace, and is looked at less often. */
const QUICK_TURNS = 2_000;
const MAX_LOOKS = 10_000;
const PAUSE_MS = 5;

/** Lets so many turns pass: as an answer over the network would, while others come. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** Waits until something has come about in this process. */
export async function comesAbout(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    if (await check()) return;
    await (look < QUICK_TURNS ? nextTurn() : pause(PAUSE_MS));
  }
  throw new Error(`never came about: ${what}`);
}
