/** Customers' files: how things stand with each, and how they came to stand so; and following them up. */
import { nearAccounts, stageRules, type NearAccounts } from "../index.ts";
import type { StageRule } from "../api/account-stages.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";
import { defineToolset } from "../../agent/tools/define-toolset.ts";
import { mail, type MailServices } from "../../messaging/tools/mail/index.ts";
import { messages, type MessageServices } from "../../messaging/tools/messages/index.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface AccountServices {
  readonly files: WorkspaceDeps;
  readonly timeZone: string;
  /** The team's stages, as they are now. */
  readonly stages: () => Promise<readonly StageRule[]>;
  readonly near: NearAccounts;
  /** Brings an account into the search index; whether that was done. */
  readonly index: (id: string) => Promise<boolean>;
  /** Opened where a follow-up goes out by it. Throw AppError `not_configured`. */
  readonly mail: () => Promise<MailServices>;
  readonly messages: () => Promise<MessageServices>;
}

export const accounts = defineToolset<AccountServices>({
  name: "accounts",
  title: "Accounts",
  tools: Object.values(tools),
  open: async (tenant, acting) => ({
    files: tenant.files(),
    timeZone: await tenant.timeZone(),
    stages: () => stageRules(tenant.db),
    near: nearAccounts((query) => tenant.retrieve(query, { userId: null })),
    index: (id) => tenant.indexAccount(id),
    mail: async () => (await mail.open(tenant, acting)) as MailServices,
    messages: async () => (await messages.open(tenant, acting)) as MessageServices,
  }),
});
