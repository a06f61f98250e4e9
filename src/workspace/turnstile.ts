/**
 * Writers of one file in one isolate go one after the other, so that they do not wear each other out with attempts. Order and speed are all
 * it gives: that no edit is lost rests on the compare-and-set alone, and a writer elsewhere never stands in this line.
 */

/** A line in which no one has come through for so long is passed: the request in front may have died. */
const PATIENCE_MS = 2_000;

interface Line {
  tail: Promise<void>;
  /** How many came through. */
  through: number;
  waiting: number;
}

const lines = new Map<string, Line>();

/** Runs the work once those before it in the line of `key` are done. */
export async function inLine<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const line = lines.get(key) ?? { tail: Promise.resolve(), through: 0, waiting: 0 };
  lines.set(key, line);
  line.waiting++;
  const before = line.tail;
  let leave = (): void => {};
  line.tail = new Promise((resolve) => {
    leave = resolve;
  });
  try {
    await comesThrough(line, before);
    return await work();
  } finally {
    line.through++;
    line.waiting--;
    leave();
    if (line.waiting === 0) lines.delete(key);
  }
}

async function comesThrough(line: Line, before: Promise<void>): Promise<void> {
  for (;;) {
    const seen = line.through;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<"waited">((resolve) => {
      timer = setTimeout(() => resolve("waited"), PATIENCE_MS);
    });
    const came = await Promise.race([before, patience]);
    clearTimeout(timer);
    if (came !== "waited" || line.through === seen) return;
  }
}
