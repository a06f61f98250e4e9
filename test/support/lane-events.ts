/**
 * What a Vitest process tells `npm test` while it runs: one JSON document a line on file descriptor 3. Run by hand, Vitest has no such descriptor and
 * nothing is written.
 */
import { writeSync } from "node:fs";
import * as z from "zod";

/** Set by `npm test` for the Vitest processes it starts. */
export const EVENTS_VARIABLE = "TEST_EVENTS";
const DESCRIPTOR = 3;

const failureSchema = z.object({
  /** Null where the file failed outside its tests. */
  test: z.string().nullable(),
  words: z.string(),
});

const endedSchema = z.object({
  type: z.literal("ended"),
  lane: z.string(),
  file: z.string(),
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(failureSchema),
});

export const laneEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("planned"), files: z.array(z.object({ lane: z.string(), file: z.string() })) }),
  z.object({ type: z.literal("begun"), file: z.string() }),
  z.object({ type: z.literal("log"), file: z.string(), text: z.string() }),
  endedSchema,
  /** An error outside the tests. It fails the file it is of, or, outside every file, the run. */
  z.object({ type: z.literal("error"), words: z.string(), file: z.string().nullable() }),
  z.object({ type: z.literal("over") }),
]);

export type LaneEvent = z.infer<typeof laneEventSchema>;
export type EndedFile = z.infer<typeof endedSchema>;

/** Whether `npm test` listens. */
export function isListenedTo(): boolean {
  return process.env[EVENTS_VARIABLE] === "1";
}

/** Tells `npm test` something. */
export function tellRunner(event: LaneEvent): void {
  if (!isListenedTo()) return;
  let rest = Buffer.from(`${JSON.stringify(event)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(DESCRIPTOR, rest));
    } catch (error) {
      // The pipe is full: its reader is a turn behind.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}
