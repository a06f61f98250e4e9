/**
 * Workspace changes for a message's tail: today's notes, and changes since the prompt snapshot. Preloaded
 * after each turn of a person and when someone opens the conversation, so that it is ready when their
 * message arrives.
 */
import type { PromptSnapshot } from "./conversations/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { settledWithin } from "../kernel/time-limit.ts";

/** The heading of changed files, after today's notes. */
export const CHANGES_MARK = "Changed in the workspace since <memory> and <files> were read:";

/** A delta younger than this is not read again. */
const FRESH_MS = 60_000;
/** Maximum wait for a delta in progress, with and without a person waiting. */
const TIMEOUT_MS = { person: 20, unattended: 3_000 } as const;

interface WorkspaceDeltaDeps {
  /** Reads the changes since a snapshot; empty if there are none. */
  readonly load: (snapshot: PromptSnapshot) => Promise<string>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Known {
  readonly text: string;
  /** The read time of the snapshot it is relative to. */
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

  /** Starts a refresh in the background if the delta is old. Never throws. */
  refresh(snapshot: PromptSnapshot): void {
    if (this.#reading === null && this.#fresh(snapshot) === null) void this.renew(snapshot);
  }

  /** Refreshes the delta, as after a turn. Never throws. */
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

  /** The current delta, or the last known one if it can't be read in time. */
  async text(snapshot: PromptSnapshot, waiting: keyof typeof TIMEOUT_MS): Promise<string> {
    const fresh = this.#fresh(snapshot);
    if (fresh !== null && this.#reading === null) return fresh.text;
    this.refresh(snapshot);
    await settledWithin(TIMEOUT_MS[waiting], this.#reading ?? Promise.resolve(), undefined);
    return this.#known?.of === snapshot.loadedAt ? this.#known.text : "";
  }

  /** The known delta if it is recent and belongs to this snapshot. */
  #fresh(snapshot: PromptSnapshot): Known | null {
    const now = this.#deps.clock.now();
    if (this.#known?.of !== snapshot.loadedAt && snapshot.news !== undefined)
      this.#known = { text: snapshot.news, of: snapshot.loadedAt, atMs: Date.parse(snapshot.loadedAt) };
    const known = this.#known;
    return known !== null && known.of === snapshot.loadedAt && now - known.atMs < FRESH_MS ? known : null;
  }
}
