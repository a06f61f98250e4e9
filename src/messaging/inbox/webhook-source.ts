/**
 * Accepts webhooks of outside services in one way. A source defines the body format, how a delivery is
 * verified, and how it is parsed. Everything else is shared: the connection in the URL determines the tenant
 * and secrets; nothing in a body is trusted or parsed before its signature is verified; deliveries are
 * refused while a team's accepted work piles up; and a delivery is acknowledged once stored, before any work.
 */
import type { TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError, tooMuch } from "../../kernel/errors.ts";
import { acceptEvent, type AcceptedEvent } from "./accept.ts";
import type { InboundEvent } from "./types.ts";
import { fromFeatures } from "../../kernel/features.ts";

/**
 * Body format. Each URL accepts one format, by content type and first byte: a body made for one URL must be
 * meaningless at another, where a sender's text could be parsed as fields.
 */
export type WebhookForm = "json" | "form";

const FORMS = {
  json: { type: "application/json", begins: /^[\s\ufeff]*[[{]/ },
  form: { type: "application/x-www-form-urlencoded", begins: /^[\w.-]+=/ },
} as const satisfies Record<WebhookForm, { readonly type: string; readonly begins: RegExp }>;
/** Bytes inspected to determine the format. */
const BEGINNING_BYTES = 64;

/** A service that delivers webhooks. `Signature` is the source's own signature type. */
export interface WebhookSource<Signature = unknown> {
  /** Vendor name: the URL segment after `/webhooks/`. */
  readonly vendor: string;
  readonly form: WebhookForm;
  /** Signatures of a delivery with a fresh timestamp; if empty, the delivery is refused unread. */
  readonly signatures: (headers: Headers, nowMs: number) => readonly Signature[];
  isSigned(
    signatures: readonly Signature[],
    body: Uint8Array<ArrayBuffer>,
    secrets: readonly string[],
  ): Promise<boolean>;
  /** Parses a verified body; null if it is not an event of the vendor. The event's `id` is its dedupe key. */
  readonly read: (body: unknown, headers: Headers, nowIso: string) => InboundEvent | null;
}

/** The owner of a webhook's connection and its signing secrets. Contains secrets: never log or store it. */
export interface WebhookSecrets {
  readonly tenantId: string;
  readonly secrets: readonly string[];
}

interface WebhookDelivery {
  readonly connectionId: string;
  readonly headers: Headers;
  /** The raw body, read only if the delivery may be genuine. */
  readonly body: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Parses JSON. Throws `invalid_json`. */
  readonly parse: (body: Uint8Array<ArrayBuffer>) => unknown;
}

export interface WebhookDeps {
  readonly clock: Clock;
  readonly db: (tenantId: string) => TenantDb;
  /**
   * Null for a connection that does not exist, is disabled, or belongs to another vendor. `isFresh` bypasses
   * the cache for a delivery that the cached secrets do not verify, at most once every two seconds per
   * connection, so that further refusals cost no query.
   */
  readonly secrets: (
    vendor: string,
    connectionId: string,
    isFresh?: boolean,
  ) => Promise<WebhookSecrets | null>;
  /** Whether a team has more accepted work waiting than can be processed in time. */
  readonly isFull: (tenantId: string) => boolean;
  /** Webhooks of the deployment's own app at a vendor: one URL and one secret for all teams. */
  readonly ofApp: (vendor: string) => AppWebhooks;
}

/** Webhooks of an app installed by many teams. Contains a secret: never log or store it. */
export interface AppWebhooks {
  /** Empty if the deployment has no such app. */
  readonly secrets: readonly string[];
  /**
   * The connection of the vendor account named in a verified body; null if no team, or more than one, has it.
   */
  readonly connectionOf: (
    accountId: string,
  ) => Promise<{ readonly tenantId: string; readonly connectionId: string } | null>;
}

export interface AcceptedDelivery extends AcceptedEvent {
  readonly tenantId: string;
  readonly event: InboundEvent;
}

/** Retry-After for senders while a team's accepted work piles up. */
const ROOM_SECONDS = 60;

/**
 * Verifies, parses and stores a delivery. Throws `invalid_signature` (401) before any work, `unavailable`
 * (503), `invalid_request`, `invalid_json`.
 */
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

/**
 * Verifies an app's delivery and returns its raw bytes, which name the account. Throws `invalid_request`,
 * `invalid_signature` (401) before any work.
 */
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
 * Verifies a delivery and returns its owner and raw bytes. Throws `invalid_request`, `invalid_signature`
 * (401) before any work, `unavailable` (503) if the team has no capacity left.
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
    // The secret may have just been replaced.
    owner = await deps.secrets(source.vendor, connectionId, true);
    if (owner === null || !(await isProven(owner))) throw notSigned();
  }
  mustBeginAs(source.form, body);
  mustHaveRoom(deps, owner.tenantId);
  return { tenantId: owner.tenantId, body };
}

/**
 * Throws `unavailable` (503), before anything is stored, if a team has more accepted work waiting than can be
 * processed in time.
 */
export function mustHaveRoom({ isFull }: Pick<WebhookDeps, "isFull">, tenantId: string): void {
  if (isFull(tenantId)) throw tooMuch(ROOM_SECONDS);
}

function notSigned(): AppError {
  return new AppError("invalid_signature", "The signature is missing, stale or wrong.");
}

function mustBeOfType(form: WebhookForm, headers: Headers): void {
  const { type } = FORMS[form];
  const given = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (given !== type) throw new AppError("invalid_request", `This address only accepts ${type}.`);
}

function mustBeginAs(form: WebhookForm, body: Uint8Array<ArrayBuffer>): void {
  const { type, begins } = FORMS[form];
  if (!begins.test(new TextDecoder().decode(body.subarray(0, BEGINNING_BYTES))))
    throw new AppError("invalid_request", `The body isn’t ${type}.`);
}

declare module "../../kernel/features.ts" {
  interface Feature {
    readonly webhooks?: readonly WebhookSource[];
  }
}

const sources = fromFeatures((features) => features.flatMap(({ webhooks = [] }) => webhooks));

/** The source of a vendor; null for one whose webhooks mean nothing to us. */
export function webhookSource(vendor: string): WebhookSource | null {
  return sources().find((source) => source.vendor === vendor) ?? null;
}
