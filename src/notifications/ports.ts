/** What notifications need of the world. Given by `src/notifications/open.ts`. */
import type { TenantDb } from "../platform/db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { Logger } from "../kernel/log.ts";
import type { Approval } from "../approvals/api/approval.ts";
import type { FeedEvent } from "../platform/api/socket.ts";

/** Where a device's push service takes messages, and the keys only the device can open them with (RFC 8291). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** How a message is delivered (RFC 8030 section 5). */
export interface PushOptions {
  /** Seconds the push service keeps it for a device that is away. */
  readonly ttlSeconds: number;
  readonly urgency: "normal" | "high";
  /** At most 32 characters of base64url: a newer message with the same topic replaces one that still waits. */
  readonly topic: string;
}

/** What the push service said. `status` is null where no answer came. */
export type PushResult =
  | { readonly kind: "sent"; readonly status: number }
  /** The device is gone for good: 404, 410, or a key that is none. */
  | { readonly kind: "gone"; readonly status: number | null }
  /** 413. */
  | { readonly kind: "too_large"; readonly status: number }
  /** 429, 5xx or no answer: it may be tried again. */
  | { readonly kind: "try_later"; readonly status: number | null; readonly retryAfterMs: number | null }
  /** 401, 403: our VAPID keys are not accepted. */
  | { readonly kind: "vapid_refused"; readonly status: number }
  /** Anything else; trying again would not help. */
  | { readonly kind: "failed"; readonly status: number | null };

/** Sends one encrypted message to one device, once. Never throws. */
export type SendPush = (target: PushTarget, payload: string, options: PushOptions) => Promise<PushResult>;

/** Everything the use cases are given. */
export interface NotificationDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly sendPush: SendPush;
  /** IANA name of the tenant's zone; asked where staff quiet hours or on-call hours are set. */
  readonly timeZone: () => Promise<string>;
  /** Origin of the app, for links. */
  readonly appUrl: string;
  /** Whether push messages may be sent to this address (configuration `PUSH_ALLOWED_HOSTS`). */
  readonly allowsEndpoint: (url: URL) => boolean;
  /** Tells open pages. Best effort, never throws. */
  /** To every open page; with a reader, to that member's alone. */
  readonly publish: (event: FeedEvent, reader?: string | null) => Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** A text to somebody on call about one notification. `id` is its dedupe key: a repeat sends nothing twice. */
export interface TextOnCall {
  readonly id: string;
  readonly person: { readonly id: string; readonly name: string };
  /** Where to; null where no admin has set a number. */
  readonly phone: string | null;
  readonly text: string;
}

/** How a text to somebody on call stands. `failed` is also one of which it cannot be known: then the person is notified too. */
export type TextState = "under_way" | "sent" | "failed";

/** What asking the people on call needs beside notifications. */
export interface RingDeps extends NotificationDeps {
  readonly findApproval: (approvalId: string) => Promise<Approval | null>;
  /**
   * Sends the text as a system effect: through executor and ledger, by the admin's standing rule. False where there is no line or number
   * for it. Throws where it could not be put on record; a repeat finds what is there.
   */
  readonly textOnCall: (text: TextOnCall) => Promise<boolean>;
  /** How the text with this id stands now. */
  readonly textState: (id: string) => Promise<TextState>;
}
