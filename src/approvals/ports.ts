/**
 * Ports of approvals, connected in `src/approvals/open.ts`. Nothing in this file knows a vendor, a tool, an
 * effect kind or a socket.
 */
import type { CallFacts, Precondition } from "./tables/approvals.ts";
import type { TenantDb } from "../platform/db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Json } from "../kernel/hash.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { Logger } from "../kernel/log.ts";
import type { Judge, PolicyTool } from "./policy/index.ts";
import type { Policy } from "../team/api/policy.ts";
import type { Approval, EffectWords, LayoutField, Lint } from "./api/approval.ts";
import type { OutcomeDelivery } from "../agent/api/objects.ts";

/** Exactly what is hashed, shown and executed: everything that will be sent, and nothing else. */
export interface EffectBytes {
  /** Name of the effect kind, which defines its behavior. */
  readonly kind: string;
  readonly document: Record<string, Json>;
}

/** An effect with its title, as stored. */
export interface EffectDocument extends EffectBytes {
  readonly title: string;
}

export interface ResolvedEffect extends EffectBytes {
  /** Position of another effect of the same call that this one requires. */
  readonly needs?: number;
}

/** A message that the team sent on a thread with drafts. */
export interface SentMessage {
  /** The provider's ID. */
  readonly id: string;
  readonly threadKey: string;
  /** ISO. */
  readonly at: string;
  /** The author's name. */
  readonly who: string;
  readonly text: string;
  /** Whether a person wrote it outside Steward. */
  readonly byHand: boolean;
}

/** What a call would do, resolved from its arguments and the current external records. */
export type Resolution =
  | {
      readonly kind: "resolved";
      readonly effects: readonly ResolvedEffect[];
      /**
       * Preconditions observed during the look-up that must still hold at execution. Those that follow from the
       * documents are added later.
       */
      readonly observed: readonly Precondition[];
      /** Warnings that needed a look-up. With several effects, pointers start with the effect's index. */
      readonly lints: readonly Lint[];
      readonly urgent: boolean;
      /** Addresses and numbers of the recipients found in the contacts. */
      readonly inContacts?: readonly string[];
      /** The arguments as people read and edit them, if the call used equivalent ones. */
      readonly arguments?: Readonly<Record<string, Json>>;
      /** Names of recipients by address, if the documents have none. */
      readonly names?: Readonly<Record<string, string>>;
    }
  /** The arguments are wrong; `message` says how to fix them. */
  | { readonly kind: "retry"; readonly message: string }
  /** It cannot be done now. */
  | { readonly kind: "failed"; readonly message: string };

export type Resolved = Extract<Resolution, { kind: "resolved" }>;

export type ResolutionFacts = CallFacts;

/** Who reads an effect: no one (a record is changed), only the team, or someone outside, for whom quiet hours apply. */
export type Audience = "no_one" | "team" | "outside";

/** The newest message of a thread at the time of the look-up. */
export interface SeenMessage {
  /** Null where the thread was empty. */
  readonly messageId: string | null;
  /** Address or number of the sender; null if unknown. */
  readonly from: string | null;
  readonly at: string | undefined;
  readonly direction: "incoming" | "outgoing" | undefined;
}

/** Everything derived from an effect's bytes. */
export interface EffectDescription {
  /** Such as "Text message to Maria Lopez". */
  readonly title: string;
  /** The recipient or record, in words. */
  readonly target: string;
  readonly words: EffectWords;
  /** Each leaf once, in reading order. */
  readonly layout: readonly LayoutField[];
  readonly audience: Audience;
  /** Addresses or numbers of the recipients. */
  readonly recipients: readonly string[];
  /** The thread whose new messages make it stale, such as `sms:+14125550142`; null if none does. */
  readonly threadKey: string | null;
  /** Whether it creates a contact. */
  readonly makesContact: boolean;
  /** Whether only signed-in admins may decide on it. */
  readonly adminsOnly: boolean;
  readonly lints: readonly Lint[];
  /** Kinds of preconditions that guard it; null if the effect kind no longer exists, in which case all do. */
  readonly guards: readonly string[] | null;
  /** Preconditions that follow from the bytes alone. */
  readonly preconditions: readonly Precondition[];
}

/**
 * What approvals read from effect kinds; implemented by `effects/kinds.ts`. Pure. An effect whose kind no
 * longer exists is shown as bare leaves.
 */
export interface EffectKinds {
  describe(effect: EffectBytes, names?: Readonly<Record<string, string>>): EffectDescription;
  /**
   * `about`: the value in documents that the precondition concerns (null: everything); `seen`: the message it
   * recorded; `isOnRecord`: whether our own records answer it.
   */
  precondition(one: Precondition): {
    readonly about: string | null;
    readonly seen: SeenMessage | null;
    readonly isOnRecord: boolean;
  };
}

/**
 * Validates arguments by the tool's schema and resolves them. `form` returns the schema as form fields,
 * which may depend on the arguments. Throws `invalid_arguments` (with `details.issues`) if the schema
 * rejects them, `not_found` if the tool no longer exists.
 */
export interface ResolveCall {
  resolve(tool: string, args: Record<string, Json>, scope: ResolveScope): Promise<Resolution>;
  form(tool: string, args: Record<string, Json>): Approval["form"];
  /** The tool's declaration for policy; null if the tool no longer exists. */
  power(tool: string): PolicyTool | null;
  /** The tool's title for people, or its name if it no longer exists. */
  title(tool: string): string;
}

interface ResolveScope {
  readonly conversationId: string;
  /** The call the approval was made for. */
  readonly toolCallId: string;
  readonly agent: string;
  /** The rule that requires approval. */
  readonly rule?: string;
}

export interface Performed {
  readonly providerId: string | null;
  readonly summary: string;
  readonly link: string | null;
}

export type LookedUp =
  | { readonly kind: "found"; readonly performed: Performed }
  /** The provider certainly doesn't have it. An empty answer within the provider's lag is `unknown` instead. */
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" };

/** `reason` is a sentence for people. */
export type Checked = { readonly holds: true } | { readonly holds: false; readonly reason: string };

export interface LookUpOptions {
  readonly claimedAt: string;
  readonly now: number;
  /** The key given to `perform`, for effects that store it at the provider; always set for an effect from the ledger. */
  readonly idempotencyKey?: string;
  /** IDs at the provider that already prove other effects. */
  readonly takenProviderIds: readonly string[];
}

/**
 * Performs effects at the provider; implemented by `effects/executor.ts`. Throws IntegrationError with the
 * true outcome.
 */
export interface EffectExecutor {
  /**
   * How to settle a dead attempt: `key` repeats the call with the same idempotency key, `look_up` searches
   * the provider's records, `none` asks a person.
   */
  recovery(kind: string): "key" | "look_up" | "none";
  /** The vendor account and the minimum interval between its effects; null if unlimited. */
  pace(effect: EffectBytes): { readonly account: string; readonly everyMs: number } | null;
  /**
   * The vendor's name for people; null if Steward performs the effect itself. Where several vendors may perform it: the one that `vendor`
   * names, as errors do, else what all of them are.
   */
  provider(kind: string, vendor?: string): string | null;
  /** How long the provider honors an idempotency key, in ms; 0 if it supports none. */
  keyWindowMs(kind: string): number;
  /** Makes no changing call that can't finish by `deadlineMs`. */
  perform(
    effect: EffectBytes,
    options: { readonly idempotencyKey: string; readonly deadlineMs: number },
  ): Promise<Performed>;
  lookUp(effect: EffectBytes, options: LookUpOptions): Promise<LookedUp>;
  /** The effect that undoes a done one, with its button label; null if there is none. */
  compensation(
    effect: EffectBytes,
    providerId: string | null,
  ): { readonly label: string; readonly effect: EffectBytes } | null;
  /** Checks a precondition right before an effect. Throws if the provider fails, because unknown doesn't mean true. */
  check(precondition: Precondition, effect: EffectBytes): Promise<Checked>;
}

/** Dependencies of all use cases. One per tenant and request or step. */
export interface ApprovalDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly resolver: ResolveCall;
  readonly effects: EffectKinds;
  readonly executor: EffectExecutor;
  readonly policy: () => Promise<Policy>;
  /** Judges a call of an agent by the current policy. */
  readonly judge: Judge;
  /**
   * Has the cheap model hold a draft against sentences of the team: for each why it goes against it, or null where it doesn't. Null where it can't be said.
   * Never throws.
   */
  readonly judgeDraft: (asked: {
    readonly conversationId: string;
    readonly rules: readonly string[];
    readonly draft: string;
  }) => Promise<readonly (string | null)[] | null>;
  /** IANA time zone of the tenant, for quiet hours. */
  readonly timeZone: string;
  /** Messages that the team sent in these threads since the earliest of the given ISO times, oldest first. */
  readonly sentSince: (
    threads: readonly { readonly threadKey: string; readonly since: string }[],
  ) => Promise<readonly SentMessage[]>;
  /** What the other side of each of these threads wrote last, since an ISO time; a message a line. */
  readonly lastWords: (
    threadKeys: readonly string[],
    since: string,
  ) => Promise<ReadonlyMap<string, { readonly at: string; readonly text: string }>>;
  /** IDs of the examples that these approvals were saved as, by approval. */
  readonly keptExamples: (approvalIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Keeps the isolate alive until the promise settles, even after the request ended. */
  readonly keepAlive: (work: Promise<unknown>) => void;
  /** Delivers an outcome to the conversation. Throws if the conversation could not store it. */
  readonly deliverOutcome: (conversationId: string, outcome: OutcomeDelivery) => Promise<void>;
  /** Refreshes an approval on the team's open pages. Best effort, never throws. */
  readonly publish: (approval: Approval) => Promise<void>;
  /**
   * Refreshes an approval in its conversation. Best effort, never throws. Never called while that
   * conversation is proposing it.
   */
  readonly showInConversation: (approval: Approval) => Promise<void>;
  /**
   * Alerts the team's devices, once for all pending drafts of a request. Repeats for the same occasion alert once. `onRecorded` is called
   * once the alert is stored and will be delivered.
   */
  readonly notify: (
    approval: Approval,
    occasion: "requested" | "reminder" | "needs_human",
    ordinal: number,
    onRecorded?: () => void,
  ) => Promise<void>;
  /** Tells the author of their own message that it was not sent. Repeats for the same approval notify once. */
  readonly notifyWriter: (approval: Approval) => Promise<void>;
  /** Replaces the approval's notifications with the decision. Best effort, never throws. */
  readonly resolveNotification: (approval: Approval) => Promise<void>;
  /** Checks whether a counted decision earns or loses a rule. Never throws; scheduled work checks again. */
  readonly counted: (tallyId: string) => void;
  readonly workflow: {
    /** Starts the approval's Workflow; one that already exists is not an error. */
    start(approvalId: string): Promise<void>;
    /** Wakes the Workflow; one that no longer exists is not an error. */
    nudge(approvalId: string): Promise<void>;
  };
}
