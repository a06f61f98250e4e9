/**
 * `defineEffect` holds everything about one kind of effect in one file. Gate, policy, quiet hours,
 * duplicate checks, warnings, notifications, cards, receipts and outcomes read it; no other file names a
 * kind.
 */
import * as z from "zod";
import type { Audience, Checked, EffectBytes, LookedUp, LookUpOptions, SeenMessage } from "../ports.ts";
export type { LookUpOptions };
import type { Precondition } from "../tables/approvals.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { fromFeatures } from "../../kernel/features.ts";
import type { AccountOf, OneOf, VendorName } from "../../platform/vendors.ts";
import type { Clock } from "../../kernel/clock.ts";
import { E164_PATTERN } from "../../kernel/e164.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { Json } from "../../kernel/hash.ts";
import type { Logger } from "../../kernel/log.ts";
import type { EffectWords, LayoutField, Lint } from "../api/approval.ts";

/** What effects need besides a vendor account. Features extend this interface and provide their part. */
export interface EffectServices {}

/** With the platform's part. */
export interface EffectTenant extends EffectServices {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The same tenant, whose external calls change nothing after `deadlineMs`. Missing if it makes none. */
  until?(deadlineMs: number): EffectTenant;
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Opens the feature's part for a team. External calls change nothing after `deadlineMs`. */
    readonly effectServices?: (ctx: TenantContext, deadlineMs: number) => Partial<EffectServices>;
  }
}

const openers = fromFeatures((features) => features.flatMap(({ effectServices = [] }) => effectServices));

/** Opens all parts for one team, without I/O. */
export function effectTenant(ctx: TenantContext, deadlineMs = Infinity): EffectTenant {
  const opened = openers().map((open) => open(ctx, deadlineMs));
  return {
    ...(Object.assign({}, ...opened) as EffectServices),
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    until: (ends) => effectTenant(ctx, ends),
  };
}

/** The result of an effect. `summary` defaults to the kind's `sent` phrase. */
export interface Done {
  readonly providerId: string | null;
  readonly link?: string;
  readonly summary?: string;
  /** A sentence shown after the summary, such as a link to join. */
  readonly note?: string;
}

/** What a look-up found. */
export type Found = { readonly kind: "found"; readonly done: Done } | Exclude<LookedUp, { kind: "found" }>;

/** A line of a layout: the leaves at `path`. `*` matches any one segment; an empty list matches its items. */
export interface LayoutRule {
  readonly path: string;
  readonly label: string;
  readonly role: LayoutField["role"];
  readonly format?: NonNullable<LayoutField["format"]>;
  readonly implied?: boolean;
}

/** The phrases for one effect, from its document and the recipients' known names. */
export interface Sayings {
  readonly title: string;
  readonly target: string;
  readonly ask: string;
  readonly sent: string;
}

/** The vendor's account, or the tenant for kinds without a vendor. */
type World<Vendor extends VendorName | null> = Vendor extends VendorName ? AccountOf<Vendor> : EffectTenant;

/** A condition that must still hold when an effect runs. Its kind is persisted. */
export interface PreconditionKind<Observed extends z.ZodType = z.ZodType, Document = unknown> {
  readonly kind: string;
  /** Whether our own records answer it, so that the card of a waiting draft can say that it no longer holds. */
  readonly isOnRecord?: true;
  /** Schema of the stored observation; must accept those of earlier releases. */
  readonly observed: Observed;
  /** The value in documents that it concerns. */
  about(observed: z.output<Observed>): string;
  /** The newest message of the thread, if it records one. */
  seen?(observed: z.output<Observed>): SeenMessage;
  /** Derives the observation, if the document alone determines it. */
  of?(document: Document): z.output<Observed> | undefined;
  /** Throws if the provider fails, because unknown doesn't mean true. */
  check(
    observed: z.output<Observed>,
    world: CheckWorld,
    /** The document of the effect to perform. */
    document: EffectBytes["document"],
  ): Promise<Checked>;
}

export interface CheckWorld extends EffectTenant {
  /** Throws IntegrationError `not_applied` if there is none. */
  account<Vendor extends VendorName>(
    vendor: OneOf<Vendor>,
    connectionId?: string,
  ): Promise<AccountOf<Vendor>>;
}

/** One kind of effect. Fields of a document that are not in its schema are rejected before any call. */
export interface EffectKind<
  Document extends z.ZodType = z.ZodType,
  Vendor extends VendorName | null = VendorName | null,
> {
  /** Persisted with approvals and effects. */
  readonly kind: string;
  /** The vendor whose account performs it, or several of which a team has one; null for effects on the tenant's own data. */
  readonly vendor: Vendor | readonly Vendor[];
  /** What the account is called where several vendors may keep it: "the mailbox". */
  readonly provider?: string;
  /** Required capability of the vendor's consent (`ConsentCapability`); missing if every consent allows it. */
  readonly capability?: string;
  readonly document: Document;
  readonly words: Omit<EffectWords, "ask" | "sent">;
  says(document: z.output<Document>, names: Readonly<Record<string, string>>): Sayings;
  readonly layout: readonly LayoutRule[];
  audience(document: z.output<Document>): Audience;
  /** Addresses or numbers of the recipients. */
  recipients(document: z.output<Document>): readonly string[];
  threadKey(document: z.output<Document>): string | null;
  /** Whether it creates a contact, which always requires approval. */
  readonly makesContact: boolean;
  /** Whether only signed-in admins may decide on it. */
  readonly adminsOnly: boolean;
  readonly preconditions: readonly PreconditionKind<z.ZodType, z.output<Document>>[];
  /** Warnings from the document alone; paths point into it. */
  lints(document: z.output<Document>): readonly Lint[];
  /** How a dead attempt is settled: repeat with the same key, look it up, or ask a person. */
  readonly recovery: "key" | "look_up" | "none";
  /** For `key`: how long a repeat is safe, in ms. */
  readonly keyWindowMs: number;
  perform(document: z.output<Document>, world: World<Vendor>, idempotencyKey: string): Promise<Done>;
  lookUp(document: z.output<Document>, world: World<Vendor>, options: LookUpOptions): Promise<Found>;
  /** The effect that undoes this one; null if there is none. */
  compensate(
    document: z.output<Document>,
    providerId: string | null,
  ): { readonly label: string; readonly effect: EffectBytes } | null;
  /**
   * Called after it was performed or found to be. Must be idempotent. A failure is logged and doesn't affect
   * the effect.
   */
  performed(document: z.output<Document>, done: Done, tenant: EffectTenant): Promise<void>;
  /**
   * Called after it was proposed, with the effect's ID. Must be idempotent. A failure is logged and doesn't
   * affect the draft.
   */
  proposed(document: z.output<Document>, tenant: EffectTenant, effectId: string): Promise<void>;
}

type Optional =
  | "vendor"
  | "recipients"
  | "threadKey"
  | "makesContact"
  | "adminsOnly"
  | "preconditions"
  | "lints"
  | "keyWindowMs"
  | "lookUp"
  | "compensate"
  | "performed"
  | "proposed";

type Given<Document extends z.ZodType, Vendor extends VendorName | null> = Omit<
  EffectKind<Document, Vendor>,
  Optional | "words"
> &
  Partial<Pick<EffectKind<Document, Vendor>, Optional>> & {
    /** By default it is no message, and can be undone. */
    readonly words: Omit<EffectKind["words"], "message" | "irreversible"> & Partial<EffectKind["words"]>;
  };

type DefinedEffect<Document extends z.ZodType> = EffectKind & {
  of(document: z.input<Document>): EffectBytes;
};

/** Declares a kind. Checks that its parts fit its document and fills in defaults. */
export function defineEffect<Document extends z.ZodType, Vendor extends VendorName | null = null>(
  given: Given<Document, Vendor>,
): DefinedEffect<Document> {
  return {
    vendor: null,
    recipients: () => [],
    threadKey: () => null,
    makesContact: false,
    adminsOnly: false,
    preconditions: [],
    lints: () => [],
    keyWindowMs: 0,
    lookUp: () => Promise.resolve({ kind: "unknown" }),
    compensate: () => null,
    performed: () => Promise.resolve(),
    proposed: () => Promise.resolve(),
    ...given,
    words: { message: null, irreversible: null, ...given.words },
    of: (document) => ({ kind: given.kind, document: document as Record<string, Json> }),
  } as DefinedEffect<Document>;
}

type DefinedPrecondition<Observed extends z.ZodType, Document> = PreconditionKind<z.ZodType, Document> & {
  /** Stores what a look-up observed. */
  observe(observed: z.input<Observed>): Precondition;
};

export function definePrecondition<Observed extends z.ZodType, Document = unknown>(
  given: PreconditionKind<Observed, Document>,
): DefinedPrecondition<Observed, Document> {
  return {
    ...given,
    observe: (observed) => ({ kind: given.kind, ...(observed as Record<string, Json>) }),
  } as DefinedPrecondition<Observed, Document>;
}

/**
 * How long after the claim an empty look-up proves nothing. No provider says when its lists contain an
 * accepted record, and a wrong `absent` would send twice. Only an attempt that died during its call waits
 * this long, and only if the look-up finds nothing.
 */
const LAG_MS = 2 * 60_000;
/** Maximum lag of the provider's clock behind ours. */
const SKEW_MS = 10_000;

/** The result of an empty look-up: inconclusive while the provider may lag. */
export function notFound({ claimedAt, now }: LookUpOptions): Found {
  return now - Date.parse(claimedAt) < LAG_MS ? { kind: "unknown" } : { kind: "absent" };
}

/** The result if a record still has its old values. Setting them again is harmless, so there is no wait. */
export const NOT_SET: Found = { kind: "absent" };

/** The earliest possible time of the record at the provider. */
export function sinceClaim({ claimedAt }: LookUpOptions): string {
  return new Date(Date.parse(claimedAt) - SKEW_MS).toISOString();
}

/** The messages of a thread after the given one, oldest first; all of them if it isn't there. */
export function sinceMessage<Message extends { readonly id: string }>(
  thread: readonly Message[],
  messageId: string | null,
): readonly Message[] {
  return thread.slice(thread.findIndex(({ id }) => id === messageId) + 1);
}

/** Runs a look-up. A provider that doesn't answer is inconclusive. */
export async function unlessUnanswered(look: () => Promise<Found>): Promise<Found> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof IntegrationError) return { kind: "unknown" };
    throw error;
  }
}

export const e164Schema = z.string().regex(E164_PATTERN);
