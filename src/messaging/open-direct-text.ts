/** Wires direct texts. */
import { newestOf, textEffect } from "./effects/sms-send.ts";
import type { TenantContext } from "../platform/context.ts";
import type { DirectTextDeps } from "./texts/index.ts";
import { approvalDeps } from "../approvals/open.ts";
import { openTexting } from "../integrations/open.ts";

export async function directTextDeps(ctx: TenantContext): Promise<DirectTextDeps> {
  return {
    approvals: await approvalDeps(ctx),
    texting: () => openTexting(ctx),
    textFrom: (texting, line, { number, name, contact }, text) =>
      textEffect(
        texting,
        line,
        { number, name, contactId: contact?.id ?? null, company: contact?.company ?? null },
        text,
      ),
    newestOf,
    async openConversation(identity) {
      return (await ctx.objects.conversation(identity.conversationId)).open(identity);
    },
  };
}
