/**
 * Webhooks of outside services: one way to accept them. A source says in which form a delivery comes and how it is proven and read; everything else is
 * the same for all: the connection in the address fixes tenant and secrets, nothing in a body is believed and nothing is read before its signature is
 * proven, a team whose accepted work piles up is sent no more, and a delivery is acknowledged once it is on disk, before any work.
 */
import type { TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError, tooMuch } from "../../kernel/errors.ts";
import { acceptEvent, type AcceptedEvent } from "./accept.ts";
import type { InboundEvent } from "./types.ts";

/**
 * The form of a body. An address takes one form, by its content type and first byte: a body made for one address must mean nothing at another, where
 * words that somebody wrote into it could be read as its fields.
 */
export type WebhookForm = "json" | "form";

const FORMS = {
  json: { type: "application/json", begins: /^[\s\ufeff]*[[{]/ },
  form: { type: "application/x-www-form-urlencoded", begins: /^[\w.-]+=/ },
} as const satisfies Record<WebhookForm, { readonly type: string; readonly begins: RegExp }>;
/** As much of a body as its form is read from. */
const BEGINNING_BYTES = 64;

/** A service that delivers webhooks. `Signature` is what its deliveries are signed by, as its own code reads it. */
export interface WebhookSource<Signature = unknown> {
  /** The vendor's name: the part of the address behind `/webhooks/`. */
  readonly vendor: string;
  readonly form: WebhookForm;
  /** The signatures of a delivery that are fresh enough to be looked at; none refuses it unread. */
  readonly signatures: (headers: Headers, nowMs: number) => readonly Signature[];
  readonly isSigned: (
    signatures: readonly Signature[],
    body: Uint8Array<ArrayBuffer>,
    secrets: readonly string[],
  ) => Promise<boolean>;
  /** What a proven body says; null for what is no event of the vendor's. `id` of the event is its dedupe key. */
  readonly read: (body: unknown, headers: Headers, nowIso: string) => InboundEvent | null;
}

/** Who a webhook's connection belongs to and what its deliveries are signed with. Holds secrets: never log or store it. */
export interface WebhookSecrets {
  readonly tenantId: string;
  readonly secrets: readonly string[];
}

/** A delivery as it arrives. */
export interface WebhookDelivery {
  readonly connectionId: string;
  readonly headers: Headers;
  /** The raw body, read only once the delivery may be genuine. */
  readonly body: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Reads a body as JSON. Throws `invalid_json`. */
  readonly parse: (body: Uint8Array<ArrayBuffer>) => unknown;
}

/** What accepting is given. */
export interface WebhookDeps {
  readonly clock: Clock;
  readonly db: (tenantId: string) => TenantDb;
  /**
   * Null for a connection that is none, disabled, or another vendor's. `isFresh`, for a delivery that the known secrets do not prove, asks again, once in
   * two seconds for a connection: refusals beyond that cost no query.
   */
  readonly secrets: (
    vendor: string,
    connectionId: string,
    isFresh?: boolean,
  ) => Promise<WebhookSecrets | null>;
  /** Whether more accepted work of the team waits than is worked on in time. */
  readonly isFull: (tenantId: string) => boolean;
  /** What the deployment's own app at a vendor is told: for all teams at one address, signed with one secret. */
  readonly ofApp: (vendor: string) => AppWebhooks;
}

/** Webhooks of an app that many teams allowed. Holds a secret: never log or store it. */
export interface AppWebhooks {
  /** None where the deployment has no such app. */
  readonly secrets: readonly string[];
  /** Whose an account of the vendor is, as a proven body names it; null where it is nobody's, or not one team's alone. */
  readonly connectionOf: (
    accountId: string,
  ) => Promise<{ readonly tenantId: string; readonly connectionId: string } | null>;
}

/** A delivery that was accepted. */
export interface AcceptedDelivery extends AcceptedEvent {
  readonly tenantId: string;
  readonly event: InboundEvent;
}

/** What a sender is asked to wait where a team's accepted work piles up. */
const ROOM_SECONDS = 60;

/** Proves, reads and keeps a delivery. Throws `invalid_signature` (401) before any work, `unavailable` (503), `invalid_request`, `invalid_json`. */
export async function acceptDelivery<Signature>(
  deps: WebhookDeps,
  source: WebhookSource<Signature>,
  delivery: WebhookDelivery,
): Promise<AcceptedDelivery> {
  const { tenantId, body } = await provenDelivery(deps, source, delivery);
  const event = source.read(delivery.parse(body), delivery.headers, isoTime(deps.clock.now()));
  if (event === null) throw new AppError("invalid_request", "Steward can’t read this event.");
  const from = { vendor: source.vendor, connectionId: delivery.connectionId };
  const accepted = await acceptEvent({ db: deps.db(tenantId), clock: deps.clock }, from, event);
  return { ...accepted, tenantId, event };
}

/** Proves what an app was told and hands back its raw bytes; whose it is they say. Throws `invalid_request`, `invalid_signature` (401) before any work. */
export async function provenForApp<Signature>(
  { clock, ofApp }: Pick<WebhookDeps, "clock" | "ofApp">,
  source: Omit<WebhookSource<Signature>, "read">,
  { headers, body: readBody }: Pick<WebhookDelivery, "headers" | "body">,
): Promise<Uint8Array<ArrayBuffer>> {
  mustBeOfType(source.form, headers);
  const { secrets } = ofApp(source.vendor);
  const signatures = source.signatures(headers, clock.now());
  if (signatures.length === 0 || secrets.length === 0) throw notSigned();
  const body = await readBody();
  if (!(await source.isSigned(signatures, body, secrets))) throw notSigned();
  mustBeginAs(source.form, body);
  return body;
}

/**
 * Proves a delivery and hands back whose it is and its raw bytes. Throws `invalid_request`, `invalid_signature` (401) before any work, `unavailable` (503)
 * where there is no room for the work it asks for.
 */
export async function provenDelivery<Signature>(
  deps: Pick<WebhookDeps, "clock" | "secrets" | "isFull">,
  source: Omit<WebhookSource<Signature>, "read">,
  { connectionId, headers, body: readBody }: Pick<WebhookDelivery, "connectionId" | "headers" | "body">,
): Promise<{ readonly tenantId: string; readonly body: Uint8Array<ArrayBuffer> }> {
  mustBeOfType(source.form, headers);
  const signatures = source.signatures(headers, deps.clock.now());
  if (signatures.length === 0) throw notSigned();
  const known = await deps.secrets(source.vendor, connectionId);
  if (known === null) throw notSigned();
  const body = await readBody();
  const isProven = (secrets: WebhookSecrets) => source.isSigned(signatures, body, secrets.secrets);
  let owner: WebhookSecrets | null = known;
  if (!(await isProven(known))) {
    // The secret may have been replaced a moment ago.
    owner = await deps.secrets(source.vendor, connectionId, true);
    if (owner === null || !(await isProven(owner))) throw notSigned();
  }
  mustBeginAs(source.form, body);
  mustHaveRoom(deps, owner.tenantId);
  return { tenantId: owner.tenantId, body };
}

/** Throws `unavailable` (503) where more accepted work of a team waits than is worked on in time: before anything is stored. */
export function mustHaveRoom({ isFull }: Pick<WebhookDeps, "isFull">, tenantId: string): void {
  if (isFull(tenantId)) throw tooMuch(ROOM_SECONDS);
}

function notSigned(): AppError {
  return new AppError("invalid_signature", "The signature is missing, stale or wrong.");
}

function mustBeOfType(form: WebhookForm, headers: Headers): void {
  const { type } = FORMS[form];
  const given = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (given !== type) throw new AppError("invalid_request", `This address takes ${type} only.`);
}

function mustBeginAs(form: WebhookForm, body: Uint8Array<ArrayBuffer>): void {
  const { type, begins } = FORMS[form];
  if (!begins.test(new TextDecoder().decode(body.subarray(0, BEGINNING_BYTES))))
    throw new AppError("invalid_request", `The body isn’t ${type}.`);
}
