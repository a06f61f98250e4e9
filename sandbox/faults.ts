/**
 * Fault injection for healthy services. A fault applies before the effect, or with `afterEffect` after it: it then waits for a request
 * that had an effect and spoils only its response. `cutAfterChunks` and `chunkDelayMs` keep the response and affect only how it streams.
 */
import * as z from "zod";

const MAX_FAULTS = 100;

/** Body of `POST /control/faults`. */
export const faultInput = z.strictObject({
  service: z.string().min(1),
  /** Response status; defaults to 500 without `hang` or `cut`. */
  status: z.int().min(400).max(599).optional(),
  /** Share of matching requests to hit, spread evenly: 0.25 hits every fourth. Default: all. */
  rate: z.number().gt(0).max(1).optional(),
  /** Holds the request for this many milliseconds, or with `true` until the fault is cleared. */
  hang: z.union([z.literal(true), z.int().positive()]).optional(),
  /** Drops the connection without a response. */
  cut: z.boolean().optional(),
  /** Requests still to hit; by default until cleared. 0 clears the service's faults. */
  count: z.int().min(0).optional(),
  /** Drops a streamed response after this many chunks. Other responses are unaffected. */
  cutAfterChunks: z.int().min(0).optional(),
  /** Delays every chunk of a streamed response by this much. Other responses are unaffected. */
  chunkDelayMs: z.int().positive().max(60_000).optional(),
  /** Performs the effect, then fails the response. */
  afterEffect: z.boolean().optional(),
  /** Only requests with this method. */
  method: z.string().optional(),
  /** Only requests whose path below the service's prefix starts with this. */
  path: z.string().optional(),
  /** Clears the service's faults, or the one with `id`, and releases held requests. */
  clear: z.boolean().optional(),
  id: z.int().optional(),
});

export type FaultInput = z.infer<typeof faultInput>;

/** When a fault applies: before the effect, after it, or while streaming. */
type Place = "before" | "after" | "stream";

/** How a fault affects one request. */
export interface FaultHit {
  readonly status: number | null;
  readonly cut: boolean;
  readonly cutAfterChunks: number | null;
  readonly chunkDelayMs: number;
  /** Resolves when the request has been held long enough; false means that it must be dropped because the caller or the fault is gone. */
  hold(signal: AbortSignal): Promise<boolean>;
}

/** A fault as listed by `GET /control/faults`. */
export interface FaultItem extends Omit<FaultInput, "id" | "clear"> {
  readonly id: number;
  readonly hits: number;
  /** Requests currently held. */
  readonly held: number;
}

export interface Faults {
  add(input: FaultInput): void;
  list(): FaultItem[];
  /** Removes a service's faults, or one of them, and releases held requests. */
  clear(service: string, id?: number): void;
  /** Removes all faults and drops held requests, so that nothing from before a reset happens afterwards. */
  reset(): void;
  /** Takes the first applicable fault and counts the hit. */
  take(service: string, request: { method: string; path: string }, place: Place): FaultHit | null;
}

interface Fault {
  readonly id: number;
  readonly input: FaultInput;
  hits: number;
  held: number;
  share: number;
  readonly cleared: AbortController;
}

/** Faults live in memory: a restarted sandbox is healthy. */
export function createFaults(): Faults {
  let faults: Fault[] = [];
  let lastId = 0;

  const applies = (fault: Fault, service: string, request: { method: string; path: string }): boolean =>
    fault.input.service === service &&
    (fault.input.count === undefined || fault.hits < fault.input.count) &&
    (fault.input.method === undefined || fault.input.method.toUpperCase() === request.method) &&
    (fault.input.path === undefined || request.path.startsWith(fault.input.path));

  const remove = (gone: readonly Fault[], held: "released" | "dropped"): void => {
    faults = faults.filter((fault) => !gone.includes(fault));
    for (const fault of gone) fault.cleared.abort(held);
  };
  const clear = (service: string, one?: number): void =>
    remove(
      faults.filter(({ input, id }) => input.service === service && (one === undefined || id === one)),
      "released",
    );

  return {
    clear,
    reset: () => remove(faults, "dropped"),
    add(input) {
      if (input.clear === true || input.count === 0) return clear(input.service, input.id);
      lastId += 1;
      faults.push({ id: lastId, input, hits: 0, held: 0, share: 0, cleared: new AbortController() });
      if (faults.length > MAX_FAULTS) remove(faults.slice(0, 1), "released");
    },
    list: () =>
      faults
        .filter(
          (fault) => fault.held > 0 || fault.input.count === undefined || fault.hits < fault.input.count,
        )
        .map(({ id, input, hits, held }) => ({ ...input, id, hits, held })),
    take(service, request, place) {
      for (const fault of faults) {
        if (placeOf(fault.input) !== place) continue;
        if (!applies(fault, service, request)) continue;
        fault.share += fault.input.rate ?? 1;
        if (fault.share < 1) continue;
        fault.share -= 1;
        fault.hits += 1;
        return hitOf(fault);
      }
      return null;
    },
  };
}

function placeOf({ afterEffect, cutAfterChunks, chunkDelayMs }: FaultInput): Place {
  if (cutAfterChunks !== undefined || chunkDelayMs !== undefined) return "stream";
  return afterEffect === true ? "after" : "before";
}

function hitOf(fault: Fault): FaultHit {
  const { status, hang, cut, cutAfterChunks = null, chunkDelayMs = 0 } = fault.input;
  return {
    status: status ?? (hang === undefined && cut !== true ? 500 : null),
    cut: cut === true,
    cutAfterChunks,
    chunkDelayMs,
    async hold(signal) {
      if (hang !== undefined) {
        fault.held += 1;
        await until(AbortSignal.any([signal, fault.cleared.signal]), hang === true ? null : hang);
        fault.held -= 1;
      }
      return !signal.aborted && fault.cleared.signal.reason !== "dropped";
    },
  };
}

function until(signal: AbortSignal, ms: number | null): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = ms === null ? undefined : setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
