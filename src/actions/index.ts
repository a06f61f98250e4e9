/**
 * The only way anything outside is changed: approved effect documents, performed by their kind. Only this
 * folder imports an integration's `write.ts`, and only approvals' `advance` calls it, under a claim in the
 * ledger.
 */
import * as z from "zod";
import type { EffectDocument, EffectExecutor } from "../approvals/ports.ts";
import { quoTexting } from "../integrations/quo/read.ts";
import { IntegrationError } from "../kernel/errors.ts";
import type { TextRecords } from "../texts/index.ts";
import { readDocument, type Accounts, type Action } from "./action.ts";
import { checkFile, checkPrecondition, checkThread } from "./check-precondition.ts";
import { contactCreate } from "./contact-create.ts";
import { contactDelete } from "./contact-delete.ts";
import { emailLabel } from "./email-label.ts";
import { emailSend } from "./email-send.ts";
import { fileWrite } from "./file-write.ts";
import { githubCommit } from "./github-commit.ts";
import { smsSend } from "./sms-send.ts";

/** Every kind of effect there is. */
export const ACTIONS: readonly Action[] = [
  smsSend,
  contactCreate,
  contactDelete,
  emailSend,
  emailLabel,
  fileWrite,
  githubCommit,
];

/** Every document for the outside names the connection it was approved for; the team's own files have none. */
const connectionOf = z.object({ connectionId: z.string().min(1).optional() });

/**
 * What the executor needs of the world: the tenant's own account of each vendor by connection id, or the one it has; null
 * where there is none.
 */
export type FindAccounts = {
  readonly [Vendor in keyof Accounts]: (connectionId?: string) => Promise<Accounts[Vendor] | null>;
};

/** Makes the executor of one tenant. */
export function createExecutor(
  find: FindAccounts,
  records: Pick<TextRecords, "hasOptedOut">,
): EffectExecutor {
  const prepare = async (effect: EffectDocument) => {
    const action = findAction(effect.kind);
    if (action === null) {
      throw new IntegrationError("steward", `nothing performs ${effect.kind}`, { outcome: "not_applied" });
    }
    const document: unknown = readDocument(action.document, effect);
    return {
      action,
      document,
      account: await accountOf(find, action.vendor, connectionOf.parse(effect.document).connectionId),
    };
  };

  return {
    recovery: (kind) => findAction(kind)?.recovery ?? "none",
    keyWindowMs: (kind) => findAction(kind)?.keyWindowMs ?? 0,
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
      if (precondition.kind === "file_unchanged") {
        return checkFile(precondition, await accountOf(find, "workspace"));
      }
      if (precondition.kind === "newest_email") {
        return checkThread(precondition, await accountOf(find, "google", precondition.connectionId));
      }
      const connectionId = precondition.kind === "newest_message" ? precondition.connectionId : undefined;
      const account = await accountOf(find, "quo", connectionId);
      return checkPrecondition(precondition, quoTexting(account), records.hasOptedOut);
    },
  };
}

function findAction(kind: string): Action | null {
  return ACTIONS.find((action) => action.kind === kind) ?? null;
}

async function accountOf<Vendor extends keyof Accounts>(
  find: FindAccounts,
  vendor: Vendor,
  connectionId?: string,
): Promise<Accounts[Vendor]> {
  const account = await find[vendor](connectionId);
  if (account !== null) return account;
  throw new IntegrationError(vendor, "the connection is not there any more", { outcome: "not_applied" });
}
