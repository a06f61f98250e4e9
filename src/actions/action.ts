/** What an effect kind owns: how it is performed, found again after a crash, and undone. */
import * as z from "zod";
import type { EffectDocument, LookedUp, Performed } from "../approvals/ports.ts";
import { IntegrationError } from "../kernel/errors.ts";
import type { GitHubAccount } from "../integrations/github/read.ts";
import type { GoogleAccount } from "../integrations/google/read.ts";
import type { QuoAccount } from "../integrations/quo/read.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";

/** What a look-up is told besides the document. */
export interface LookUpOptions {
  readonly claimedAt: string;
  readonly now: number;
  /** Provider ids other effects have already been proven by. */
  readonly takenProviderIds: readonly string[];
}

/** What effects are performed with, by whose they are. */
export interface Accounts {
  readonly quo: QuoAccount;
  readonly google: GoogleAccount;
  readonly workspace: WorkspaceDeps;
  readonly github: GitHubAccount;
}

/**
 * One effect kind. `Document` is what its documents hold; anything else in them is refused before a call is
 * made.
 */
export interface Action<
  Document extends z.ZodType = z.ZodType,
  Vendor extends keyof Accounts = keyof Accounts,
> {
  readonly kind: string;
  /** Whose account performs it. */
  readonly vendor: Vendor;
  readonly document: Document;
  /** How a crash is settled: Quo and Gmail have no idempotency keys, so their effects are looked up. */
  readonly recovery: "key" | "look_up" | "none";
  /** With `key`: for how long doing it again is safe; 0 where left out. */
  readonly keyWindowMs?: number;
  perform(
    document: z.output<Document>,
    account: Accounts[Vendor],
    idempotencyKey: string,
  ): Promise<Performed>;
  lookUp(document: z.output<Document>, account: Accounts[Vendor], options: LookUpOptions): Promise<LookedUp>;
  /** The effect that undoes this one once done; null where nothing does. */
  compensate(
    document: z.output<Document>,
    providerId: string | null,
  ): { label: string; effect: EffectDocument } | null;
}

/** Declares an action: checks that its parts fit its document and hands it back. */
export function defineAction<Document extends z.ZodType, Vendor extends keyof Accounts>(
  action: Action<Document, Vendor>,
): Action {
  return action;
}

/** For how long an empty answer is no proof: a provider's lists can lag behind what it has accepted. */
const LAG_MS = 2 * 60_000;
/** How far the provider's clock may be behind ours. */
const SKEW_MS = 10_000;

/** What an empty look-up says: nothing while the provider may still lag. */
export function notFound({ claimedAt, now }: LookUpOptions): LookedUp {
  return now - Date.parse(claimedAt) < LAG_MS ? { kind: "unknown" } : { kind: "absent" };
}

/** The earliest time, at the provider, of what was done under a claim. */
export function sinceClaim({ claimedAt }: LookUpOptions): string {
  return new Date(Date.parse(claimedAt) - SKEW_MS).toISOString();
}

/** Runs a look-up; a provider that cannot answer proves nothing. */
export async function unlessUnanswered(look: () => Promise<LookedUp>): Promise<LookedUp> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof IntegrationError) return { kind: "unknown" };
    throw error;
  }
}

/** A document as an action wants it. Throws IntegrationError `not_applied`: nothing has left. */
export function readDocument<Document extends z.ZodType>(
  schema: Document,
  effect: EffectDocument,
): z.output<Document> {
  const parsed = schema.safeParse(effect.document);
  if (parsed.success) return parsed.data;
  throw new IntegrationError("steward", `the ${effect.kind} document is not complete`, {
    outcome: "not_applied",
    cause: parsed.error,
  });
}

export const e164Schema = z.string().regex(/^\+[1-9]\d{1,14}$/);
