/**
 * `execute_followup` resolves a draft to a client into the e-mail or text to be sent, with the same code as
 * any other, and into the history entry that follows its receipt. A call script sends nothing: a person marks
 * the call as made.
 */
import * as z from "zod";
import { accountFollowup } from "../effects/account-followup.ts";
import { emailSend, smsSend } from "../../messaging/effects/all.ts";
import { followupMaterials } from "../index.ts";
import { approvalIdOf } from "../../approvals/index.ts";
import type { Resolution } from "../../approvals/ports.ts";
import { followupChannelSchema } from "../api/account-stages.ts";
import type { Call } from "../../agent/tools/call.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import { resolveEmail } from "../../messaging/tools/mail/index.ts";
import { resolveText } from "../../messaging/tools/messages/index.ts";
import type { AccountServices } from "./index.ts";
import { accountNamed } from "./named.ts";

const inputSchema = z.strictObject({
  account: z.string().trim().min(1).max(200).describe("Its number or name"),
  channel: followupChannelSchema,
  subject: z
    .string()
    .trim()
    .max(200)
    .regex(/^\P{Cc}*$/u, "must be one line")
    .optional()
    .describe("Of an e-mail"),
  body: z.string().trim().min(1).max(6_000).describe("The exact words to send; of a call what to say"),
  rationale: z.string().trim().min(1).max(400).describe("Why this client, now, in a sentence"),
  contextUsed: z
    .array(z.string().trim().min(1).max(500))
    .max(12)
    .optional()
    .describe("Files it was written from"),
});
type Input = z.output<typeof inputSchema>;

/** Submits a follow-up for approval; once sent, it is recorded in the account's history. */
export const executeFollowup = defineTool({
  name: "execute_followup",
  title: "Follow up with a client",
  done: "Drafted a follow-up",
  description:
    "Drafts a follow-up to an account's own address or number. Nothing is sent until a person approves; a call script waits until a person marks the call as made. Then the account's history tells of it.",
  keywords: "client customer check in write e-mail text call remind",
  input: inputSchema,
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: false,
  effects: [emailSend.kind, smsSend.kind, accountFollowup.kind],
  summarize: ({ account }) => `Drafting a follow-up with ${account}`,
  async resolve(input, services: AccountServices, call): Promise<Resolution> {
    const found = await accountNamed(services.files.db, input.account);
    if ("retry" in found) return retry(found.retry);
    const { due, to } = await followupMaterials(services.files, await services.stages(), { id: found.id });
    const record = accountFollowup.of({
      accountId: found.id,
      name: due.account_name,
      channel: input.channel,
      about: aboutOf(input),
      script: input.channel === "call_script" ? input.body : null,
      rationale: input.rationale,
      contextUsed: input.contextUsed ?? [],
      draftId: await approvalIdOf(call.tenantId, call.conversationId, call.id),
    });
    if (input.channel === "call_script")
      return { kind: "resolved", effects: [record], observed: [], lints: [], urgent: false };
    const sent = await resolveSent(input, to, services, call);
    if (sent.kind !== "resolved") return sent;
    return { ...sent, effects: [...sent.effects, { ...record, needs: sent.effects.length - 1 }] };
  },
});

function aboutOf({ subject = "", body }: Input): string {
  return subject === "" ? `${body.replace(/\s+/g, " ").slice(0, 80).trim()}…` : subject;
}

/** The e-mail or text itself. It goes only to the account's own address or number. */
async function resolveSent(
  { channel, subject = "", body }: Input,
  to: { readonly email: string; readonly phone: string },
  services: AccountServices,
  call: Call,
): Promise<Resolution> {
  if (channel === "email") {
    if (to.email === "")
      return { kind: "failed", message: "The account has no e-mail address. Choose another channel." };
    if (subject === "") return retry("An e-mail needs a subject.");
    return resolveEmail({ to: to.email, subject, text: body }, await services.mail(), call);
  }
  if (to.phone === "")
    return { kind: "failed", message: "The account has no phone number. Choose another channel." };
  return resolveText({ to: to.phone, text: body }, await services.messages(), call);
}
