/**
 * `defineEffect`: everything there is to know of one kind of effect, in one file. Gate, policy, quiet hours, duplicates, warnings, notifications,
 * cards, receipts and outcomes read the descriptor; nothing outside its file names a kind.
 */
import * as z from "zod";
import type { Audience, Checked, EffectBytes, LookedUp, SeenMessage } from "../ports.ts";
import type { Precondition } from "../tables/approvals.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { fromFeatures } from "../../kernel/features.ts";
import type { AccountOf, VendorName } from "../../platform/vendors.ts";
import type { Clock } from "../../kernel/clock.ts";
import { E164_PATTERN } from "../../kernel/e164.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { Json } from "../../kernel/hash.ts";
import type { Logger } from "../../kernel/log.ts";
import type { EffectWords, LayoutField, Lint } from "../api/approval.ts";

/** What effects need of the tenant beside a vendor's account: features add and open what their own effects need. */
export interface EffectServices {}

/** With what the platform has. */
export interface EffectTenant extends EffectServices {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The same, whose own calls outside change nothing after a time. Left out where it makes none. */
  until?(deadlineMs: number): EffectTenant;
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Opens what the feature's effects need of a team. What calls outside changes nothing after `deadlineMs`. */
    readonly effectServices?: (ctx: TenantContext, deadlineMs: number) => Partial<EffectServices>;
  }
}

const openers = fromFeatures((features) => features.flatMap(({ effectServices = [] }) => effectServices));

/** Opens what effects of one team need. Cheap. */
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

/** What a look-up is given besides the document. */
export interface LookUpOptions {
  readonly claimedAt: string;
  readonly now: number;
  /** What `perform` was given: for effects that leave it with the provider. */
  readonly idempotencyKey?: string;
  /** Provider ids other effects have already been proven by. */
  readonly takenProviderIds: readonly string[];
}

/** What an effect left behind. `summary` is its words' `sent` where left out. */
export interface Done {
  readonly providerId: string | null;
  readonly link?: string;
  readonly summary?: string;
  /** A sentence about what came of it, after the summary: a link to join by. */
  readonly note?: string;
}

/** What a look-up found. */
export type Found = { readonly kind: "found"; readonly done: Done } | Exclude<LookedUp, { kind: "found" }>;

/** One line of a layout: the leaves at `path`, where `*` stands for any one segment, and an empty list for its items. */
export interface LayoutRule {
  readonly path: string;
  readonly label: string;
  readonly role: LayoutField["role"];
  readonly format?: NonNullable<LayoutField["format"]>;
  readonly implied?: boolean;
}

/** How one effect is spoken of, by its document and the names known for its addresses. */
export interface Sayings {
  readonly title: string;
  readonly target: string;
  readonly ask: string;
  readonly sent: string;
}

/** Whose account, or without a vendor what of the tenant. */
type World<Vendor extends VendorName | null> = Vendor extends VendorName ? AccountOf<Vendor> : EffectTenant;

/** Something that must still hold when an effect runs. Its kind is persisted. */
export interface PreconditionKind<Observed extends z.ZodType = z.ZodType, Document = unknown> {
  readonly kind: string;
  /** What is kept of it beside its kind; rows of earlier releases fit too. */
  readonly observed: Observed;
  /** The value in documents that it is about. */
  about(observed: z.output<Observed>): string;
  /** The message it records as the newest of a thread. */
  seen?(observed: z.output<Observed>): SeenMessage;
  /** Where the document alone says what must hold. */
  of?(document: Document): z.output<Observed> | undefined;
  /** Failures of a provider are thrown: not known is not true. */
  check(
    observed: z.output<Observed>,
    world: CheckWorld,
    /** Of the effect about to be performed. */
    document: EffectBytes["document"],
  ): Promise<Checked>;
}

/** What a check may look at. */
export interface CheckWorld extends EffectTenant {
  /** Throws IntegrationError `not_applied` where there is none. */
  account<Vendor extends VendorName>(vendor: Vendor, connectionId?: string): Promise<AccountOf<Vendor>>;
}

/** One kind of effect. `Document` is what its documents hold; anything else in them is refused before a call is made. */
export interface EffectKind<
  Document extends z.ZodType = z.ZodType,
  Vendor extends VendorName | null = VendorName | null,
> {
  /** Persisted with approvals and effects. */
  readonly kind: string;
  /** Whose account performs it; null: what it does is the tenant's own. */
  readonly vendor: Vendor;
  /** What of the vendor's consent it takes (`ConsentCapability`); left out where every consent allows it. */
  readonly capability?: string;
  readonly document: Document;
  readonly words: Omit<EffectWords, "ask" | "sent">;
  says(document: z.output<Document>, names: Readonly<Record<string, string>>): Sayings;
  readonly layout: readonly LayoutRule[];
  /** Who gets to read it. */
  audience(document: z.output<Document>): Audience;
  /** Addresses or numbers it goes to. */
  recipients(document: z.output<Document>): readonly string[];
  threadKey(document: z.output<Document>): string | null;
  /** Whether it puts somebody into the contacts: that no rule lets through unasked. */
  readonly makesContact: boolean;
  /** Whether only admins may decide on it, signed in. */
  readonly adminsOnly: boolean;
  readonly preconditions: readonly PreconditionKind<z.ZodType, z.output<Document>>[];
  /** Warnings the document alone gives; paths point into it. */
  lints(document: z.output<Document>): readonly Lint[];
  /** How a crash is settled: with the same key again, by looking it up, or by a person. */
  readonly recovery: "key" | "look_up" | "none";
  /** With `key`: for how long doing it again is safe, in ms. */
  readonly keyWindowMs: number;
  perform(document: z.output<Document>, world: World<Vendor>, idempotencyKey: string): Promise<Done>;
  lookUp(document: z.output<Document>, world: World<Vendor>, options: LookUpOptions): Promise<Found>;
  /** The effect that undoes this one once done; null where nothing does. */
  compensate(
    document: z.output<Document>,
    providerId: string | null,
  ): { readonly label: string; readonly effect: EffectBytes } | null;
  /** What must follow once it was performed, or found to have been; a repeat changes nothing. A failure is logged and changes nothing about the effect. */
  performed(document: z.output<Document>, done: Done, tenant: EffectTenant): Promise<void>;
  /** What must follow once it was put before people; `effectId` is its own. A repeat changes nothing; a failure is logged and changes nothing about the draft. */
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

/** A kind and the maker of its effects. */
type DefinedEffect<Document extends z.ZodType> = EffectKind & {
  /** An effect of this kind. */
  of(document: z.input<Document>): EffectBytes;
};

/** Declares a kind: checks that its parts fit its document, fills in what it does not have and hands it back. */
export function defineEffect<Document extends z.ZodType, Vendor extends VendorName | null = null>(
  given: Omit<EffectKind<Document, Vendor>, Optional> & Partial<Pick<EffectKind<Document, Vendor>, Optional>>,
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
    of: (document) => ({ kind: given.kind, document: document as Record<string, Json> }),
  } as DefinedEffect<Document>;
}

/** A precondition and the maker of its stored form. */
type DefinedPrecondition<Observed extends z.ZodType, Document> = PreconditionKind<z.ZodType, Document> & {
  /** What a look-up observed, to be held against when the effect runs. */
  observe(observed: z.input<Observed>): Precondition;
};

/** Declares a precondition. */
export function definePrecondition<Observed extends z.ZodType, Document = unknown>(
  given: PreconditionKind<Observed, Document>,
): DefinedPrecondition<Observed, Document> {
  return {
    ...given,
    observe: (observed) => ({ kind: given.kind, ...(observed as Record<string, Json>) }),
  } as DefinedPrecondition<Observed, Document>;
}

/**
 * For how long after the claim an empty answer is no proof. No provider says by when its lists and searches hold what it has accepted, and a wrong
 * “absent” sends twice: only an attempt that died between its call and the answer waits so long, and only where nothing came of it.
 */
const LAG_MS = 2 * 60_000;
/** How far the provider's clock may be behind ours. */
const SKEW_MS = 10_000;

/** What an empty look-up says: nothing while the provider may still lag. */
export function notFound({ claimedAt, now }: LookUpOptions): Found {
  return now - Date.parse(claimedAt) < LAG_MS ? { kind: "unknown" } : { kind: "absent" };
}

/** What a look-up says of a record that still has its old values: setting them once more does no harm, so nothing is waited for. */
export const NOT_SET: Found = { kind: "absent" };

/** The earliest time, at the provider, of what was done under a claim. */
export function sinceClaim({ claimedAt }: LookUpOptions): string {
  return new Date(Date.parse(claimedAt) - SKEW_MS).toISOString();
}

/** What stands in a thread after one of its messages, oldest first; all of it where that is not among them. */
export function sinceMessage<Message extends { readonly id: string }>(
  thread: readonly Message[],
  messageId: string | null,
): readonly Message[] {
  return thread.slice(thread.findIndex(({ id }) => id === messageId) + 1);
}

/** Runs a look-up; a provider that cannot answer proves nothing. */
export async function unlessUnanswered(look: () => Promise<Found>): Promise<Found> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof IntegrationError) return { kind: "unknown" };
    throw error;
  }
}

export const e164Schema = z.string().regex(E164_PATTERN);
