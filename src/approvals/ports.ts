/** What approvals need of the world. Given by `src/app/approvals.ts`; nothing here knows a vendor, a tool or a socket. */
import type { Precondition, TenantDb } from "../db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Json } from "../kernel/hash.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { Logger } from "../kernel/log.ts";
import type { PolicyTool } from "../policy/index.ts";
import type { Policy } from "../protocol/account.ts";
import type { Approval, Lint } from "../protocol/approval.ts";
import type { OutcomeDelivery } from "../protocol/objects.ts";

/** One effect a call resolves to: everything that will be sent, and nothing that will not. */
export interface EffectDocument {
  /** Such as `sms.send`; names the file in `src/actions` that performs it. */
  readonly kind: string;
  readonly title: string;
  readonly document: Record<string, Json>;
}

/** What an external call would do, resolved from its arguments against the outside records as they are now. */
export type Resolution =
  | {
      readonly kind: "resolved";
      readonly effects: readonly EffectDocument[];
      /** Card title, e.g. "Text message to Maria Lopez". */
      readonly title: string;
      readonly target: string;
      readonly lints: readonly Lint[];
      readonly preconditions: readonly Precondition[];
      readonly threadKey: string | null;
      readonly urgent: boolean;
      /** Facts policy may judge by. */
      readonly facts: ResolutionFacts;
    }
  /** The arguments are wrong; `message` says how to fix them. */
  | { readonly kind: "retry"; readonly message: string }
  /** It cannot be done now. */
  | { readonly kind: "failed"; readonly message: string };

/** A resolution that can be proposed. */
export type Resolved = Extract<Resolution, { kind: "resolved" }>;

/** What policy rules may bound a call by. */
export interface ResolutionFacts {
  readonly recipientInternal: boolean;
  readonly recipientIsSpeaker: boolean;
  readonly repliesToText: boolean;
}

/**
 * Validates arguments by the tool's schema and resolves them. `form` is the tool's schema as form fields. Throws AppError
 * `invalid_arguments` (with `details.issues`) where the schema refuses, `not_found` for a tool that is gone.
 */
export interface ResolveCall {
  resolve(tool: string, args: Record<string, Json>, scope: ResolveScope): Promise<Resolution>;
  form(tool: string): Approval["form"];
  /** What the tool declares of itself, for policy; null for a tool that is gone. */
  power(tool: string): PolicyTool | null;
}

/** Where a call is resolved. */
export interface ResolveScope {
  readonly conversationId: string;
  /** The call the approval was made for. */
  readonly toolCallId: string;
  readonly agent: string;
  /** The rule by which the call waits. */
  readonly rule?: string;
}

/** Result of performing an effect at the provider. */
export interface Performed {
  readonly providerId: string | null;
  readonly summary: string;
  readonly link: string | null;
}

/** Result of looking an effect up after a crash. */
export type LookedUp =
  | { readonly kind: "found"; readonly performed: Performed }
  /** The provider certainly does not have it. An empty answer within the provider's lag is not certain: that is `unknown`. */
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" };

/** Performs effects at the provider. Implemented by `src/actions`. Errors are IntegrationError with an honest outcome. */
export interface EffectExecutor {
  /** How a crash is settled for this kind: `key` repeats with the same key, `look_up` asks the provider, `none` goes to a person. */
  recovery(kind: string): "key" | "look_up" | "none";
  /** How long an idempotency key holds at the provider, in ms; 0 where there are none. */
  keyWindowMs(kind: string): number;
  perform(effect: EffectDocument, options: { readonly idempotencyKey: string }): Promise<Performed>;
  lookUp(
    effect: EffectDocument,
    options: {
      readonly claimedAt: string;
      readonly now: number;
      readonly takenProviderIds: readonly string[];
    },
  ): Promise<LookedUp>;
  /** A call that undoes a done effect, and its words for the button; null where nothing does. */
  compensation(
    effect: EffectDocument,
    providerId: string | null,
  ): { label: string; effect: EffectDocument } | null;
  /** Checks what was recorded at proposal; the reason in words when something moved. */
  check(precondition: Precondition): Promise<{ holds: true } | { holds: false; reason: string }>;
}

/** Everything the use cases are given. One per tenant and request or step. */
export interface ApprovalDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly resolver: ResolveCall;
  readonly executor: EffectExecutor;
  readonly policy: () => Promise<Policy>;
  /** IANA name of the tenant's zone, for quiet hours. */
  readonly timeZone: string;
  /** Keeps the isolate alive until the work is over, even when the request that started it is gone. */
  readonly keepAlive: (work: Promise<unknown>) => void;
  /** Tells the conversation what became of an approval. Throws if it could not be put on disk there. */
  readonly deliverOutcome: (conversationId: string, outcome: OutcomeDelivery) => Promise<void>;
  /** Shows a changed approval to open pages; best effort, never throws. */
  readonly announce: (approval: Approval) => Promise<void>;
  /** Rings the team's devices. Repeats with the same approval and occasion ring once. */
  readonly notify: (
    approval: Approval,
    occasion: "requested" | "reminder" | "needs_human",
    ordinal: number,
  ) => Promise<void>;
  /** Replaces the approval's notifications by what was decided. Best effort, never throws. */
  readonly resolveNotification: (approval: Approval) => Promise<void>;
  readonly workflow: {
    /** Starts the approval's Workflow; "already exists" is success. */
    start(approvalId: string): Promise<void>;
    /** Wakes it after a decision or from the reconciler; a gone instance is no error. */
    nudge(approvalId: string): Promise<void>;
  };
}
