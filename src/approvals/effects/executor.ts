/**
 * The only code that changes anything outside Steward: it performs approved documents through their kinds.
 * Only effects import an integration's `write.ts`, and only `advance` calls this, under a claim in the
 * ledger.
 */
import * as z from "zod";
import type { EffectBytes, EffectExecutor, Performed } from "../ports.ts";
import type { Precondition } from "../tables/approvals.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import { listOf, vendorOf, type AccountOf, type OneOf, type VendorName } from "../../platform/vendors.ts";
import type { Done, EffectKind, EffectTenant } from "./define-effect.ts";
import { allKinds, findKind, findPrecondition } from "./kinds.ts";

/** Finds the tenant's account of a vendor, by connection ID or the only one; null if there is none. */
export type FindAccount = <Vendor extends VendorName>(
  vendor: Vendor,
  connectionId?: string,
  /** As `httpUntil`. */
  deadlineMs?: number,
) => Promise<AccountOf<Vendor> | null>;

/** Every document for a vendor names the approved connection; the team's own files have none. */
const connectionOf = z.object({ connectionId: z.string().min(1).optional() });

export function createExecutor(
  find: FindAccount,
  tenant: EffectTenant,
  kinds: readonly EffectKind[] = allKinds(),
): EffectExecutor {
  const account = accountFinder(find);
  const prepare = async ({ kind: name, document: bytes }: EffectBytes, deadlineMs = Infinity) => {
    const kind = findKind(kinds, name);
    if (kind === null) throw notApplied("steward", `nothing performs ${name}`);
    const parsed = kind.document.safeParse(bytes);
    if (!parsed.success) throw notApplied("steward", `the ${name} document is not complete`, parsed.error);
    const { connectionId } = connectionOf.parse(bytes);
    const vendors = vendorsOf(kind);
    const world =
      vendors.length === 0
        ? (tenant.until?.(deadlineMs) ?? tenant)
        : await account(vendors, connectionId, deadlineMs);
    return { kind, document: parsed.data, world };
  };

  const followed = async (kind: EffectKind, document: unknown, done: Done, effectId: string) => {
    await kind.performed(document, done, tenant).catch((error: unknown) => {
      tenant.logger.warn("effect.not_followed", { effectId, error });
    });
    return performedOf(kind, document, done);
  };

  return {
    recovery: (name) => findKind(kinds, name)?.recovery ?? "none",
    pace({ kind: name, document }) {
      const [vendor = null] = vendorsOf(findKind(kinds, name));
      const { data } = connectionOf.safeParse(document);
      return vendor === null
        ? null
        : { account: `${vendor}:${data?.connectionId ?? ""}`, everyMs: vendorOf(vendor).effectEveryMs };
    },
    provider(name, by) {
      const kind = findKind(kinds, name);
      const vendors = vendorsOf(kind);
      const vendor = vendors.find((one) => one === by);
      if (vendor === undefined && kind?.provider !== undefined) return kind.provider;
      const [first = null] = vendors;
      return first === null ? null : vendorOf(vendor ?? first).title;
    },
    keyWindowMs: (name) => findKind(kinds, name)?.keyWindowMs ?? 0,
    async perform(effect, { idempotencyKey, deadlineMs }) {
      const { kind, document, world } = await prepare(effect, deadlineMs);
      const done = await kind.perform(document, world as never, idempotencyKey);
      return followed(kind, document, done, idempotencyKey);
    },
    async lookUp(effect, options) {
      const { kind, document, world } = await prepare(effect);
      const found = await kind.lookUp(document, world as never, options);
      return found.kind === "found"
        ? {
            kind: "found",
            performed: await followed(kind, document, found.done, options.idempotencyKey ?? ""),
          }
        : found;
    },
    compensation(effect, providerId) {
      const kind = findKind(kinds, effect.kind);
      const document = kind?.document.safeParse(effect.document);
      return document?.success === true ? (kind?.compensate(document.data, providerId) ?? null) : null;
    },
    async check(precondition, { document }) {
      const found = findPrecondition(kinds, precondition.kind);
      if (found === null) throw notApplied("steward", `nothing checks ${precondition.kind}`);
      return found.check(observedOf(found.observed, precondition), { ...tenant, account }, document);
    },
  };
}

/** Runs the `proposed` callbacks of effects. Never throws. */
export async function afterProposal(
  tenant: EffectTenant,
  effects: readonly EffectBytes[],
  approvalId: string,
): Promise<void> {
  for (const [index, effect] of effects.entries()) {
    const kind = findKind(allKinds(), effect.kind);
    const document = kind?.document.safeParse(effect.document);
    if (kind === null || document?.success !== true) continue;
    const effectId = await derivedId("effect", approvalId, String(index));
    await kind.proposed(document.data, tenant, effectId).catch((error: unknown) => {
      tenant.logger.warn("effect.not_noted", { approvalId, error });
    });
  }
}

function accountFinder(find: FindAccount) {
  return async <Vendor extends VendorName>(
    vendors: OneOf<Vendor>,
    connectionId?: string,
    deadlineMs?: number,
  ): Promise<AccountOf<Vendor>> => {
    const listed = listOf(vendors);
    for (const vendor of listed) {
      const account = await find(vendor, connectionId, deadlineMs);
      if (account !== null) return account;
    }
    throw notApplied(listed[0] ?? "steward", "the connection is not there any more");
  };
}

/** Vendors of a kind: several for one that a team’s mailbox performs, whoever keeps it. */
function vendorsOf(kind: EffectKind | null): readonly VendorName[] {
  return [kind?.vendor ?? []].flat().filter((vendor) => vendor !== null);
}

function performedOf(kind: EffectKind, document: unknown, done: Done): Performed {
  const { providerId, link = null, summary = kind.says(document, {}).sent, note } = done;
  return { providerId, link, summary: note === undefined ? summary : `${summary}. ${note}` };
}

function observedOf(schema: z.ZodType, precondition: Precondition): unknown {
  const parsed = schema.safeParse(precondition);
  if (parsed.success) return parsed.data;
  throw notApplied("steward", `what was recorded of ${precondition.kind} is not complete`, parsed.error);
}

function notApplied(vendor: string, message: string, cause?: unknown): IntegrationError {
  return new IntegrationError(vendor, message, { outcome: "not_applied", cause });
}
