/** What approvals need of the world. Given by `src/approvals/open.ts`; nothing here knows a vendor, a tool, a kind of effect or a socket. */
import type { CallFacts, Precondition } from "./tables/approvals.ts";
import type { TenantDb } from "../platform/db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Json } from "../kernel/hash.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { Logger } from "../kernel/log.ts";
import type { Judge, PolicyTool } from "./policy/index.ts";
import type { Policy } from "./api/policy.ts";
import type { Approval, EffectWords, LayoutField, Lint } from "./api/approval.ts";
import type { OutcomeDelivery } from "../agent/api/objects.ts";

/** An effect by its bytes: everything that will be sent, and nothing that will not. What is hashed, shown and executed. */
export interface EffectBytes {
  /** Names the effect kind that says and does all else. */
  readonly kind: string;
  readonly document: Record<string, Json>;
}

/** An effect with its title, as stored. */
export interface EffectDocument extends EffectBytes {
  readonly title: string;
}

/** One effect a call resolves to. */
export interface ResolvedEffect extends EffectBytes {
  /** Position of another effect of the same call without which this one makes no sense. */
  readonly needs?: number;
}

/** A message that left for somebody, in a thread that drafts wait on. */
export interface SentMessage {
  /** The provider's id of it. */
  readonly id: string;
  readonly threadKey: string;
  /** ISO. */
  readonly at: string;
  /** Who wrote it, in words. */
  readonly who: string;
  readonly text: string;
  /** Whether a person wrote it outside Steward. */
  readonly byHand: boolean;
}

/** What a call would do, resolved from its arguments against the outside records as they are now. All else follows from the effects. */
export type Resolution =
  | {
      readonly kind: "resolved";
      readonly effects: readonly ResolvedEffect[];
      /** What was found at the look-up and must still hold when an effect runs; what follows from the documents is added. */
      readonly observed: readonly Precondition[];
      /** Warnings that needed a look-up; pointers name the effect first where there are several. */
      readonly lints: readonly Lint[];
      readonly urgent: boolean;
      /** Addresses and numbers of recipients that stand in the contacts, as they were looked up. */
      readonly inContacts?: readonly string[];
      /** The arguments as people read and edit them, where the call gave others that mean the same. */
      readonly arguments?: Readonly<Record<string, Json>>;
      /** Names of recipients by address, where the documents hold none. */
      readonly names?: Readonly<Record<string, string>>;
    }
  /** The arguments are wrong; `message` says how to fix them. */
  | { readonly kind: "retry"; readonly message: string }
  /** It cannot be done now. */
  | { readonly kind: "failed"; readonly message: string };

/** A call that resolved. */
export type Resolved = Extract<Resolution, { kind: "resolved" }>;

/** What policy judges a resolved call by. */
export type ResolutionFacts = CallFacts;

/** Who gets to read an effect: no one (a record is kept), the team alone, or somebody outside, whose quiet hours hold. */
export type Audience = "no_one" | "team" | "outside";

/** The newest message of a thread as a look-up found it. */
export interface SeenMessage {
  /** Null where the thread was empty. */
  readonly messageId: string | null;
  /** The address or number of who is answered; null where that is not known. */
  readonly from: string | null;
  readonly at: string | undefined;
  readonly direction: "incoming" | "outgoing" | undefined;
}

/** All that follows from an effect's bytes. */
export interface EffectDescription {
  /** Such as "Text message to Maria Lopez". */
  readonly title: string;
  /** The person or thing it is aimed at, in words. */
  readonly target: string;
  readonly words: EffectWords;
  /** Every leaf once, in the order a person reads them. */
  readonly layout: readonly LayoutField[];
  readonly audience: Audience;
  /** Addresses or numbers it goes to. */
  readonly recipients: readonly string[];
  /** What makes it stale when news comes on it, such as `sms:+14125550142`; null where nothing does. */
  readonly threadKey: string | null;
  /** Whether it puts somebody into the contacts. */
  readonly makesContact: boolean;
  /** Whether only admins may decide on it, signed in. */
  readonly adminsOnly: boolean;
  readonly lints: readonly Lint[];
  /** Kinds of preconditions that guard it; null where its kind is gone and all do. */
  readonly guards: readonly string[] | null;
  /** What must hold when it runs and is known from the bytes alone. */
  readonly preconditions: readonly Precondition[];
}

/** What approvals read of effect kinds. Implemented by `effects/kinds.ts`. Pure; a kind that is gone reads as its bare leaves. */
export interface EffectKinds {
  describe(effect: EffectBytes, names?: Readonly<Record<string, string>>): EffectDescription;
  /** What a precondition is about, as it stands in documents (null: everything), and the message it records. */
  precondition(one: Precondition): { readonly about: string | null; readonly seen: SeenMessage | null };
}

/**
 * Validates arguments by the tool's schema and resolves them. `form` is the tool's schema as form fields, of some tools by the arguments of the call. Throws AppError
 * `invalid_arguments` (with `details.issues`) where the schema refuses, `not_found` for a tool that is gone.
 */
export interface ResolveCall {
  resolve(tool: string, args: Record<string, Json>, scope: ResolveScope): Promise<Resolution>;
  form(tool: string, args: Record<string, Json>): Approval["form"];
  /** What the tool declares of itself, for policy; null for a tool that is gone. */
  power(tool: string): PolicyTool | null;
  /** What the tool does, in words for people; its name for one that is gone. */
  title(tool: string): string;
}

/** Where a call is resolved. */
interface ResolveScope {
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

/** Whether a precondition still holds; the reason in words where it does not. */
export type Checked = { readonly holds: true } | { readonly holds: false; readonly reason: string };

/** Performs effects at the provider. Implemented by `effects/executor.ts`. Errors are IntegrationError with an honest outcome. */
export interface EffectExecutor {
  /** How a crash is settled for this kind: `key` repeats with the same key, `look_up` asks the provider, `none` goes to a person. */
  recovery(kind: string): "key" | "look_up" | "none";
  /** The account an effect is done at, and how far apart its effects are to be; null where nothing limits them. */
  pace(effect: EffectBytes): { readonly account: string; readonly everyMs: number } | null;
  /** How people call whoever performs an effect of this kind; null where it is Steward itself. */
  provider(kind: string): string | null;
  /** How long an idempotency key holds at the provider, in ms; 0 where there are none. */
  keyWindowMs(kind: string): number;
  /** No call that changes anything leaves when it can't be over by `deadlineMs`. */
  perform(
    effect: EffectBytes,
    options: { readonly idempotencyKey: string; readonly deadlineMs: number },
  ): Promise<Performed>;
  lookUp(
    effect: EffectBytes,
    options: {
      readonly claimedAt: string;
      readonly now: number;
      /** What the effect was performed with; the ledger always says it. */
      readonly idempotencyKey?: string;
      readonly takenProviderIds: readonly string[];
    },
  ): Promise<LookedUp>;
  /** A call that undoes a done effect, and its words for the button; null where nothing does. */
  compensation(
    effect: EffectBytes,
    providerId: string | null,
  ): { readonly label: string; readonly effect: EffectBytes } | null;
  /** Checks, for an effect about to be performed, what was recorded at proposal. Failures of the provider are thrown: not known is not true. */
  check(precondition: Precondition, effect: EffectBytes): Promise<Checked>;
}

/** Everything the use cases are given. One per tenant and request or step. */
export interface ApprovalDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly resolver: ResolveCall;
  readonly effects: EffectKinds;
  readonly executor: EffectExecutor;
  readonly policy: () => Promise<Policy>;
  /** Judges a call by the policy as it is at that moment, for the agent that made it. */
  readonly judge: Judge;
  /** IANA name of the tenant's zone, for quiet hours. */
  readonly timeZone: string;
  /** Messages of ours in these threads since the earliest of their times (ISO), oldest first. */
  readonly sentSince: (
    threads: readonly { readonly threadKey: string; readonly since: string }[],
  ) => Promise<readonly SentMessage[]>;
  /** Ids of the examples that approvals were kept as, by approval. */
  readonly keptExamples: (approvalIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Keeps the isolate alive until the work is over, even when the request that started it is gone. */
  readonly keepAlive: (work: Promise<unknown>) => void;
  /** Tells the conversation what became of an approval. Throws if it could not be put on disk there. */
  readonly deliverOutcome: (conversationId: string, outcome: OutcomeDelivery) => Promise<void>;
  /** Shows a changed approval to the team's open pages; best effort, never throws. */
  readonly publish: (approval: Approval) => Promise<void>;
  /** Has the approval's conversation show a change; best effort, never throws. Never called while that conversation is proposing it. */
  readonly showInConversation: (approval: Approval) => Promise<void>;
  /** Alerts the team's devices. Repeats with the same approval and occasion alert once. `onRecorded`: it is on record, and devices will be reached. */
  readonly notify: (
    approval: Approval,
    occasion: "requested" | "reminder" | "needs_human",
    ordinal: number,
    onRecorded?: () => void,
  ) => Promise<void>;
  /** Whether it is on record that the team was asked to decide. */
  readonly isAlerted: (approvalId: string) => Promise<boolean>;
  /** Tells whoever wrote a text themselves that it did not go out. Repeats with the same approval tell once. */
  readonly notifyWriter: (approval: Approval) => Promise<void>;
  /** Replaces the approval's notifications by what was decided. Best effort, never throws. */
  readonly resolveNotification: (approval: Approval) => Promise<void>;
  /** Looks at once whether a rule is earned or lost by a decision that was just counted; never throws, and the clock looks again. */
  readonly counted: (tallyId: string) => void;
  readonly workflow: {
    /** Starts the approval's Workflow; "already exists" is success. */
    start(approvalId: string): Promise<void>;
    /** Wakes it after a decision or from the reconciler; a gone instance is no error. */
    nudge(approvalId: string): Promise<void>;
  };
}
