/** Ports of notifications. Implemented in `src/notifications/open.ts`. */
import type { TenantDb } from "../platform/db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { Logger } from "../kernel/log.ts";
import type { Approval } from "../approvals/api/approval.ts";
import type { FeedEvent } from "../platform/api/socket.ts";

/** A device's push endpoint, and the keys for end-to-end encryption (RFC 8291). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Delivery options (RFC 8030 section 5). */
export interface PushOptions {
  /** Seconds the push service keeps it for an offline device. */
  readonly ttlSeconds: number;
  readonly urgency: "normal" | "high";
  /** At most 32 base64url characters: a newer message with the same topic replaces a pending one. */
  readonly topic: string;
}

/** The push service's response. `status` is null if there was none. */
export type PushResult =
  | { readonly kind: "sent"; readonly status: number }
  /** The device is permanently gone: 404, 410, or an invalid key. */
  | { readonly kind: "gone"; readonly status: number | null }
  /** 413. */
  | { readonly kind: "too_large"; readonly status: number }
  /** 429, 5xx or no response: may be retried. */
  | { readonly kind: "try_later"; readonly status: number | null; readonly retryAfterMs: number | null }
  /** 401, 403: our VAPID keys were rejected. */
  | { readonly kind: "vapid_refused"; readonly status: number }
  /** Anything else; a retry would not help. */
  | { readonly kind: "failed"; readonly status: number | null };

/** Sends one encrypted message to one device, once. Never throws. */
export type SendPush = (target: PushTarget, payload: string, options: PushOptions) => Promise<PushResult>;

/** Ports of the use cases. */
export interface NotificationDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly sendPush: SendPush;
  /** IANA name of the tenant's time zone; read only if staff quiet hours or on-call hours are set. */
  readonly timeZone: () => Promise<string>;
  /** Origin of the app, for links. */
  readonly appUrl: string;
  /** Whether push messages may be sent to this URL (configuration `PUSH_ALLOWED_HOSTS`). */
  readonly allowsEndpoint: (url: URL) => boolean;
  /** Notifies all open pages or, with a reader, only that member's. Best effort, never throws. */
  readonly publish: (event: FeedEvent, reader?: string | null) => Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** A text to a person on call about a notification. `id` is its dedupe key, which makes it idempotent. */
export interface TextOnCall {
  readonly id: string;
  readonly person: { readonly id: string; readonly name: string };
  /** The recipient; null if no admin has set a number. */
  readonly phone: string | null;
  readonly text: string;
}

/**
 * Status of a text to a person on call. `failed` includes unknown outcomes: the person is then also notified
 * by push.
 */
export type TextState = "under_way" | "sent" | "failed";

/** Additional ports for on-call escalation. */
export interface RingDeps extends NotificationDeps {
  readonly findApproval: (approvalId: string) => Promise<Approval | null>;
  /**
   * Sends the text as a system effect, through executor and ledger under the admin's standing rule. False if
   * there is no line or number. Throws if it could not be recorded; idempotent.
   */
  readonly textOnCall: (text: TextOnCall) => Promise<boolean>;
  readonly textState: (id: string) => Promise<TextState>;
}
