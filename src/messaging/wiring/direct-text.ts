/** Composition of texting a contact oneself. */
import { newestOf, textEffect } from "../effects/sms-send.ts";
import type { Env } from "../../platform/env.ts";
import type { DirectTextDeps } from "../texts/index.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { openTexting } from "../../integrations/open.ts";
import { conversationsOf } from "../../agent/open.ts";

/** What texting oneself is given; one tenant's. */
export async function directTextDeps(env: Env, tenantId: string): Promise<DirectTextDeps> {
  return {
    approvals: await approvalDeps(env, tenantId),
    texting: () => openTexting(env, tenantId),
    textFrom: (texting, line, { number, name, contact }, text) =>
      textEffect(
        texting,
        line,
        { number, name, contactId: contact?.id ?? null, company: contact?.company ?? null },
        text,
      ),
    newestOf,
    async openConversation(identity) {
      return (await conversationsOf(env, tenantId)(identity.conversationId)).open(identity);
    },
  };
}
