/**
 * The only way anything outside is changed: approved effect documents, performed by their kind. Only this
 * folder imports an integration's `write.ts`, and only approvals' `advance` calls it, under a claim in the
 * ledger.
 */
import { z } from "zod";
import type { EffectDocument, EffectExecutor } from "../approvals/ports.ts";
import { quoTexting, type QuoAccount } from "../integrations/quo/read.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { readDocument, type Action } from "./action.ts";
import { checkPrecondition } from "./check-precondition.ts";
import { contactCreate } from "./contact-create.ts";
import { contactDelete } from "./contact-delete.ts";
import { smsSend } from "./sms-send.ts";

/** Every kind of effect there is. */
export const ACTIONS: readonly Action[] = [smsSend, contactCreate, contactDelete];

/** Every document names the connection it was approved for. */
const connectionOf = z.object({ connectionId: z.string().min(1) });

/**
 * What the executor needs of the world: the tenant's own account by connection id, or the one it has; null
 * where there is none.
 */
export type FindAccount = (connectionId?: string) => Promise<QuoAccount | null>;

/** Makes the executor of one tenant. */
export function createExecutor(findAccount: FindAccount): EffectExecutor {
  const prepare = async (effect: EffectDocument) => {
    const action = findAction(effect.kind);
    if (action === null) {
      throw new IntegrationError("steward", `nothing performs ${effect.kind}`, { outcome: "not_applied" });
    }
    const document: unknown = readDocument(action.document, effect);
    return {
      action,
      document,
      account: await accountOf(findAccount, connectionOf.parse(effect.document).connectionId),
    };
  };

  return {
    recovery: (kind) => findAction(kind)?.recovery ?? "none",
    keyWindowMs: () => 0,
    async perform(effect, { idempotencyKey }) {
      const { action, document, account } = await prepare(effect);
      return action.perform(document, account, idempotencyKey);
    },
    async lookUp(effect, options) {
      const { action, document, account } = await prepare(effect);
      return action.lookUp(document, account, options);
    },
    compensation(effect, providerId) {
      const action = findAction(effect.kind);
      return action === null ? null : action.compensate(readDocument(action.document, effect), providerId);
    },
    async check(precondition) {
      const connectionId = precondition.kind === "newest_message" ? precondition.connectionId : undefined;
      return checkPrecondition(precondition, quoTexting(await accountOf(findAccount, connectionId)));
    },
  };
}

function findAction(kind: string): Action | null {
  return ACTIONS.find((action) => action.kind === kind) ?? null;
}

async function accountOf(findAccount: FindAccount, connectionId?: string): Promise<QuoAccount> {
  const account = await findAccount(connectionId);
  if (account !== null) return account;
  throw new IntegrationError("quo", "the connection is not there any more", { outcome: "not_applied" });
}
