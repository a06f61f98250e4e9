/**
 * What a message's tail says of the workspace: today's notes, and what changed since the tenant block was read. It is read after each turn and when
 * somebody comes back, beside other work, so that it is at hand when a message comes.
 */
import type { Epoch } from "../conversations/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";

/** News this young is not read anew. */
const FRESH_MS = 60_000;
/** How long a message may wait for news that is being read, where a person waits for its answer and where nobody does. */
const PATIENCE_MS = { person: 20, nobody: 3_000 } as const;

/** What the keeper is given. */
export interface MemoryNewsDeps {
  /** Reads what there is to say since an epoch; empty where there is nothing. */
  readonly load: (epoch: Epoch) => Promise<string>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** News as it was read. */
interface Known {
  readonly text: string;
  /** The epoch it was read for. */
  readonly of: string;
  readonly atMs: number;
}

export class MemoryNews {
  readonly #deps: MemoryNewsDeps;
  #known: Known | null = null;
  #reading: Promise<void> | null = null;

  constructor(deps: MemoryNewsDeps) {
    this.#deps = deps;
  }

  /** Begins to read anew where what is at hand is old. Nothing need wait for it. Never throws. */
  refresh(epoch: Epoch): void {
    if (this.#reading === null && this.#fresh(epoch) === null) void this.renew(epoch);
  }

  /** Reads anew, as after a turn. Never throws. */
  renew(epoch: Epoch): Promise<void> {
    const { load, clock, logger } = this.#deps;
    const atMs = clock.now();
    const reading = load(epoch)
      .then((text) => {
        this.#known = { text, of: epoch.loadedAt, atMs };
      })
      .catch((error: unknown) => logger.warn("memory.news_failed", { error }))
      .finally(() => {
        if (this.#reading === reading) this.#reading = null;
      });
    this.#reading = reading;
    return reading;
  }

  /** What there is to say now; what was said last where it cannot be read in time. */
  async text(epoch: Epoch, waiting: "person" | "nobody"): Promise<string> {
    const fresh = this.#fresh(epoch);
    if (fresh !== null && this.#reading === null) return fresh.text;
    this.refresh(epoch);
    await inTime(this.#reading ?? Promise.resolve(), PATIENCE_MS[waiting]);
    return this.#known?.of === epoch.loadedAt ? this.#known.text : "";
  }

  /** What is at hand and young enough; an epoch brings the news of its moment with it. */
  #fresh(epoch: Epoch): Known | null {
    const now = this.#deps.clock.now();
    if (this.#known?.of !== epoch.loadedAt && epoch.news !== undefined)
      this.#known = { text: epoch.news, of: epoch.loadedAt, atMs: Date.parse(epoch.loadedAt) };
    const known = this.#known;
    return known !== null && known.of === epoch.loadedAt && now - known.atMs < FRESH_MS ? known : null;
  }
}

async function inTime(work: Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, passed]);
  clearTimeout(timer);
}
