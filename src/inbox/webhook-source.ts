/**
 * Webhooks of outside services: one way to accept them. A source says how a delivery is proven and read; everything else is the same for all: the
 * connection in the address fixes tenant and secrets, nothing in a body is believed and nothing is read before its signature is proven, and a
 * delivery is acknowledged once it is on disk, before any work.
 */
import type { TenantDb } from "../db/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { acceptEvent, type AcceptedEvent } from "./accept.ts";
import type { InboundEvent } from "./types.ts";

/** A service that delivers webhooks. `Signature` is what its deliveries are signed by, as its own code reads it. */
export interface WebhookSource<Signature = unknown> {
  /** The vendor's name: the part of the address behind `/webhooks/`. */
  readonly vendor: string;
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
  /** Null for a connection that is none, disabled, or another vendor's. `isFresh` asks again, for a delivery that the known secrets do not prove. */
  readonly secrets: (
    vendor: string,
    connectionId: string,
    isFresh?: boolean,
  ) => Promise<WebhookSecrets | null>;
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

/** Proves, reads and keeps a delivery. Throws `invalid_signature` (401) before any work, `invalid_request`, `invalid_json`. */
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

/** Proves what an app was told and hands back its raw bytes; whose it is they say. Throws `invalid_signature` (401) before any work. */
export async function provenForApp<Signature>(
  { clock, ofApp }: Pick<WebhookDeps, "clock" | "ofApp">,
  source: Pick<WebhookSource<Signature>, "vendor" | "signatures" | "isSigned">,
  { headers, body: readBody }: Pick<WebhookDelivery, "headers" | "body">,
): Promise<Uint8Array<ArrayBuffer>> {
  const refused = new AppError("invalid_signature", "The signature is missing, stale or wrong.");
  const { secrets } = ofApp(source.vendor);
  const signatures = source.signatures(headers, clock.now());
  if (signatures.length === 0 || secrets.length === 0) throw refused;
  const body = await readBody();
  if (!(await source.isSigned(signatures, body, secrets))) throw refused;
  return body;
}

/** Proves a delivery and hands back whose it is and its raw bytes. Throws `invalid_signature` (401) before any work. */
export async function provenDelivery<Signature>(
  { clock, secrets }: Pick<WebhookDeps, "clock" | "secrets">,
  source: Pick<WebhookSource<Signature>, "vendor" | "signatures" | "isSigned">,
  { connectionId, headers, body: readBody }: Pick<WebhookDelivery, "connectionId" | "headers" | "body">,
): Promise<{ readonly tenantId: string; readonly body: Uint8Array<ArrayBuffer> }> {
  const refused = new AppError("invalid_signature", "The signature is missing, stale or wrong.");
  const signatures = source.signatures(headers, clock.now());
  if (signatures.length === 0) throw refused;
  const known = await secrets(source.vendor, connectionId);
  if (known === null) throw refused;
  const body = await readBody();
  if (await source.isSigned(signatures, body, known.secrets)) return { tenantId: known.tenantId, body };
  // The secret may have been replaced a moment ago.
  const now = await secrets(source.vendor, connectionId, true);
  if (now === null || !(await source.isSigned(signatures, body, now.secrets))) throw refused;
  return { tenantId: now.tenantId, body };
}
