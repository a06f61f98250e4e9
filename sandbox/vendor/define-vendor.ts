/**
 * A vendor folder: initial world, operations by the specification's IDs, and error format. Every request and response is validated
 * against the specification; an invalid response of ours becomes an error and fails the test suite.
 */
import {
  json,
  readJson,
  SandboxError,
  type CreateService,
  type SandboxContext,
  type SandboxRequest,
  type SandboxService,
  type Violation,
} from "../service.ts";
import type { Section } from "../state.ts";
import type { Judge, Operation } from "./judge.ts";
import { relatedParts, type Media } from "./multipart.ts";

/** Converted to the vendor's error body. `reason` is the vendor's own code, if any. */
export class Refused extends Error {
  readonly status: number;
  readonly said: string | undefined;
  readonly reason: string | undefined;

  constructor(status: number, said?: string, reason?: string) {
    super(said ?? `refused with ${status}`);
    this.status = status;
    this.said = said;
    this.reason = reason;
  }
}

/** An authenticated, valid request. `caller` is what `admit` returned. */
export interface VendorCall<State, Caller> {
  readonly context: SandboxContext;
  readonly state: State;
  readonly caller: Caller;
  readonly request: SandboxRequest;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The uploaded file. */
  readonly media: Media | null;
}

/** A response with a status other than 200; a `null` body is empty. */
export class Answer {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A response with a file's bytes. */
export class MediaAnswer {
  readonly media: Media;

  constructor(media: Media) {
    this.media = media;
  }
}

export interface Vendor<State extends object, Caller> extends Pick<SandboxService, "name" | "prefix"> {
  /** Loaded with the first request, because it is slow. */
  judge(): Judge;
  /** The state, from `worldOf`. Changes by operations are saved automatically. */
  world(context: SandboxContext): Section<State>;
  /** Authenticates a request. Throws Refused. */
  admit(request: SandboxRequest, operation: Operation, state: State, context: SandboxContext): Caller;
  /** By operation ID; others return 404. Each returns a body for 200, or an Answer. */
  readonly operations: Readonly<Record<string, (call: VendorCall<State, Caller>) => unknown>>;
  refuse(status: number, said?: string, reason?: string): Response;
  /** Status for requests that violate the specification. */
  readonly invalid?: number;
  /** Additional control API and inbound events. */
  readonly more?: (context: SandboxContext) => Pick<SandboxService, "control" | "inbound">;
}

/** A vendor's world: created once per sandbox, shared, and recreated by a reset. */
export function worldOf<State extends object>(
  name: string,
  make: (context: SandboxContext) => State,
): (context: SandboxContext) => Section<State> {
  const sections = new WeakMap<SandboxContext, Section<State>>();
  return (context) => {
    const section = sections.get(context) ?? context.section<State>(name, () => make(context));
    sections.set(context, section);
    return section;
  };
}

export function defineVendor<State extends object, Caller>(vendor: Vendor<State, Caller>): CreateService {
  let judge: Judge | undefined;
  return (context) => {
    const section = vendor.world(context);
    const violations: Violation[] = [];

    const answer = (request: SandboxRequest): Response => {
      judge ??= vendor.judge();
      const match = judge.match(request.method, request.path);
      const perform = match === null ? undefined : vendor.operations[match.operation.id];
      if (match === null || perform === undefined) throw new Refused(404);
      const { operation, pathValues: path } = match;
      const caller = vendor.admit(request, operation, section.value, context);
      const given = judged(request, operation, vendor.invalid);
      const made = perform({ context, state: section.value, caller, request, path, ...given });
      section.save();
      const file = fileIn(made, operation);
      if (file !== null) return file;
      const { status, body: told } = made instanceof Answer ? made : new Answer(200, made);
      const wrong = operation.answer(status, told);
      if (wrong.length === 0) return told === null ? new Response(null, { status: 204 }) : json(told, status);
      const at = new Date(context.now()).toISOString();
      violations.push({ service: vendor.name, operation: operation.id, issues: wrong, at });
      return vendor.refuse(500, "The sandbox's own answer breaks the specification.");
    };

    return {
      name: vendor.name,
      prefix: vendor.prefix,
      handle(request) {
        try {
          return answer(request);
        } catch (error) {
          if (error instanceof Refused) return vendor.refuse(error.status, error.said, error.reason);
          throw error;
        }
      },
      reset: () => section.reset(),
      faultAnswer: (status) => vendor.refuse(status),
      violations: () => violations,
      ...vendor.more?.(context),
    };
  };
}

/** The validated request. Throws Refused if it violates the specification. */
function judged(request: SandboxRequest, operation: Operation, invalid = 400) {
  const query = operation.query(request.url.searchParams);
  const { body, media } = bodyOf(request, operation, invalid);
  const issues = [...(query.ok ? [] : query.issues), ...operation.body(body)];
  if (!query.ok || issues.length > 0) throw new Refused(invalid, `Invalid request. ${issues.join("; ")}`);
  return { query: query.value, body, media };
}

/** The file response; null for JSON. */
function fileIn(made: unknown, { givesMedia = false }: Operation): Response | null {
  if (!givesMedia || !(made instanceof MediaAnswer)) return null;
  const { type, bytes } = made.media;
  return new Response(new Uint8Array(bytes), { headers: { "content-type": type } });
}

function bodyOf(
  request: SandboxRequest,
  { takesMedia = false }: Operation,
  invalid: number,
): { readonly body: unknown; readonly media: Media | null } {
  if (takesMedia) {
    const parts = relatedParts(request);
    if (parts === null) throw new Refused(invalid, "The body must be multipart/related: JSON and a file.");
    return { body: parsed(parts.json, invalid), media: parts.media };
  }
  if (request.body.length === 0) return { body: undefined, media: null };
  return { body: parsed(request.body, invalid), media: null };
}

function parsed(body: Buffer, invalid: number): unknown {
  try {
    return readJson({ body });
  } catch (error) {
    if (error instanceof SandboxError) throw new Refused(invalid, error.message);
    throw error;
  }
}
