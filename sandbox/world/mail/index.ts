/** The e-mail of a company's world: the same on every machine on the same day, with dates counted back from now. */
import type { MailDraft } from "../../google/gmail/compose.ts";
import type { DemoTenant } from "../company.ts";

/** One e-mail in one mailbox. */
export interface WorldMail {
  readonly mailbox: string;
  /** Tells it from every other e-mail of the mailbox. */
  readonly key: string;
  readonly threadKey: string;
  readonly labelIds: readonly string[];
  readonly draft: MailDraft;
}

/** Every e-mail of a company, in any order. Pure: equal tenants and times give equal mail. */
export function companyMail(_tenant: DemoTenant, _nowMs: number): WorldMail[] {
  return [];
}
