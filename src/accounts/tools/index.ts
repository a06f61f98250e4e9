/** Tools for customers' files: their state and history, and follow-ups. */
import { nearAccounts, stageRules, type NearAccounts } from "../index.ts";
import type { StageRule } from "../api/account-stages.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";
import { defineToolset } from "../../agent/tools/define-toolset.ts";
import { mail, type MailServices } from "../../messaging/tools/mail/index.ts";
import { messages, type MessageServices } from "../../messaging/tools/messages/index.ts";
import * as tools from "./tools.ts";

export interface AccountServices {
  readonly files: WorkspaceDeps;
  readonly timeZone: string;
  /** The team's current stages. */
  readonly stages: () => Promise<readonly StageRule[]>;
  readonly near: NearAccounts;
  /** Indexes an account for search; returns whether that succeeded. */
  readonly index: (id: string) => Promise<boolean>;
  /** Opened if a follow-up uses it. Throw AppError `not_configured`. */
  readonly mail: () => Promise<MailServices>;
  readonly messages: () => Promise<MessageServices>;
}

export const accounts = defineToolset<AccountServices>({
  name: "accounts",
  title: "Accounts",
  place: 210,
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
