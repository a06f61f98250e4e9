/**
 * What a message's tail says of the workspace: today's notes, and what changed since the prompt snapshot was read. It is read after each turn of a
 * person and when somebody comes back, beside other work, so that it is at hand when their message comes.
 */
import type { PromptSnapshot } from "./conversations/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { settledWithin } from "../kernel/time-limit.ts";

/** The heading of changed files, after today's notes. */
export const CHANGES_MARK = "Changed in the workspace since <memory> and <files> were read:";

/** A delta this young is not read again. */
const FRESH_MS = 60_000;
/** How long a message may wait for a delta that is being read, where a person waits for its answer and where no one does. */
const TIMEOUT_MS = { person: 20, unattended: 3_000 } as const;

interface WorkspaceDeltaDeps {
  /** Reads what there is to say since a snapshot; empty where there is nothing. */
  readonly load: (snapshot: PromptSnapshot) => Promise<string>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A delta as it was read. */
interface Known {
  readonly text: string;
  /** When the snapshot was read that it follows. */
  readonly of: string;
  readonly atMs: number;
}

export class WorkspaceDelta {
  readonly #deps: WorkspaceDeltaDeps;
  #known: Known | null = null;
  #reading: Promise<void> | null = null;

  constructor(deps: WorkspaceDeltaDeps) {
    this.#deps = deps;
  }

  /** Begins to read again where what is at hand is old. Nothing need wait for it. Never throws. */
  refresh(snapshot: PromptSnapshot): void {
    if (this.#reading === null && this.#fresh(snapshot) === null) void this.renew(snapshot);
  }

  /** Reads again, as after a turn. Never throws. */
  renew(snapshot: PromptSnapshot): Promise<void> {
    const { load, clock, logger } = this.#deps;
    const atMs = clock.now();
    const reading = load(snapshot)
      .then((text) => {
        this.#known = { text, of: snapshot.loadedAt, atMs };
      })
      .catch((error: unknown) => logger.warn("workspace.delta_failed", { error }))
      .finally(() => {
        if (this.#reading === reading) this.#reading = null;
      });
    this.#reading = reading;
    return reading;
  }

  /** What there is to say now; what was said last where it cannot be read in time. */
  async text(snapshot: PromptSnapshot, waiting: keyof typeof TIMEOUT_MS): Promise<string> {
    const fresh = this.#fresh(snapshot);
    if (fresh !== null && this.#reading === null) return fresh.text;
    this.refresh(snapshot);
    await settledWithin(TIMEOUT_MS[waiting], this.#reading ?? Promise.resolve(), undefined);
    return this.#known?.of === snapshot.loadedAt ? this.#known.text : "";
  }

  /** What is at hand and young enough; a snapshot brings the delta of its moment with it. */
  #fresh(snapshot: PromptSnapshot): Known | null {
    const now = this.#deps.clock.now();
    if (this.#known?.of !== snapshot.loadedAt && snapshot.news !== undefined)
      this.#known = { text: snapshot.news, of: snapshot.loadedAt, atMs: Date.parse(snapshot.loadedAt) };
    const known = this.#known;
    return known !== null && known.of === snapshot.loadedAt && now - known.atMs < FRESH_MS ? known : null;
  }
}
