/**
 * Routes every sandbox request: rejects foreign hosts and pages, applies faults around the owning service, and turns errors into
 * responses.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultHit, Faults } from "./faults.ts";
import { json, SandboxError, type SandboxRequest, type SandboxService } from "./service.ts";

const LOCAL_NAMES = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/i;

/** Thrown to drop a connection without a (further) response. */
export class CutConnection extends Error {
  override readonly name = "CutConnection";
}

/** Tracks whether the current request has had an external effect. */
export interface EffectTracker {
  mark(): void;
  run<T>(work: () => Promise<T>): Promise<{ value: T; hadEffect: boolean }>;
}

/** Follows a request across awaits. */
export function createEffectTracker(): EffectTracker {
  const current = new AsyncLocalStorage<{ hadEffect: boolean }>();
  return {
    mark() {
      const request = current.getStore();
      if (request !== undefined) request.hadEffect = true;
    },
    async run(work) {
      const request = { hadEffect: false };
      const value = await current.run(request, work);
      return { value, hadEffect: request.hadEffect };
    },
  };
}

/** Routes by longest prefix; the service with the empty prefix comes last. */
export function createRouter(
  services: readonly SandboxService[],
  faults: Faults,
  effects: EffectTracker,
): (request: SandboxRequest) => Promise<Response> {
  const byPrefix = [...services].sort((a, b) => b.prefix.length - a.prefix.length);

  return async (request) => {
    try {
      refuseForeign(request);
      const service = byPrefix.find(
        ({ prefix }) => request.path === prefix || request.path.startsWith(`${prefix}/`),
      );
      if (service === undefined) throw new SandboxError(404, `Nothing answers at ${request.path}.`);
      const path = request.path.slice(service.prefix.length) || "/";
      return await answer(service, { ...request, path }, faults, effects);
    } catch (error) {
      if (error instanceof CutConnection) throw error;
      return errorAnswer(error);
    }
  };
}

async function answer(
  service: SandboxService,
  request: SandboxRequest,
  faults: Faults,
  effects: EffectTracker,
): Promise<Response> {
  const fail = (status: number): Response =>
    service.faultAnswer?.(status) ??
    json({ error: { message: "A fault was switched on for this." } }, status);

  const before = faults.take(service.name, request, "before");
  const refusal = before === null ? null : await strike(before, request.signal, null);
  if (refusal !== null) return fail(refusal);

  const { value: response, hadEffect } = await effects.run(async () => service.handle(request));

  const after = hadEffect ? faults.take(service.name, request, "after") : null;
  const failure = after === null ? null : await strike(after, request.signal, response);
  if (failure !== null) return fail(failure);

  const streams = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const stream = streams ? faults.take(service.name, request, "stream") : null;
  return stream === null ? response : spoilStream(response, stream, request.signal);
}

/** Applies a fault: waits, then drops the connection or returns the status to respond with. Null if the response was only delayed. */
async function strike(hit: FaultHit, signal: AbortSignal, response: Response | null): Promise<number | null> {
  const goesOn = await hit.hold(signal);
  const isCut = hit.cut || !goesOn;
  if (isCut || hit.status !== null) await response?.body?.cancel();
  if (isCut) throw new CutConnection();
  return hit.status;
}

/** The response with its chunks delayed or cut off. */
function spoilStream(response: Response, hit: FaultHit, signal: AbortSignal): Response {
  let pieces = 0;
  const spoiled = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, controller) {
      if (hit.cutAfterChunks !== null && pieces >= hit.cutAfterChunks) throw new CutConnection();
      pieces += 1;
      // If the caller is gone, the stream is cancelled anyway.
      if (hit.chunkDelayMs > 0) await sleep(hit.chunkDelayMs, undefined, { signal }).catch(() => undefined);
      controller.enqueue(piece);
    },
  });
  return new Response(response.body?.pipeThrough(spoiled) ?? null, response);
}

/** Rejects requests from other sites, whether by DNS rebinding, form or script. */
function refuseForeign(request: SandboxRequest): void {
  if (!LOCAL_NAMES.test(request.url.hostname)) {
    throw new SandboxError(421, "The sandbox answers only to localhost.");
  }
  const origin = request.headers.get("origin");
  if (origin === null || request.method === "GET" || request.method === "HEAD") return;
  if (!URL.canParse(origin) || !LOCAL_NAMES.test(new URL(origin).hostname)) {
    throw new SandboxError(403, "The sandbox takes changes only from local pages.");
  }
}

function errorAnswer(error: unknown): Response {
  if (error instanceof SandboxError) {
    const details = error.details === undefined ? {} : { details: error.details };
    return json({ error: { message: error.message, ...details } }, error.status);
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return json({ error: { message: "The sandbox itself failed; its log says more." } }, 500);
}
