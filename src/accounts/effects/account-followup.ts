/**
 * Records a sent follow-up in the account's history. It follows the e-mail or text in the same approval, and
 * runs only once that has its receipt. For a call it is the only effect: a person marks the call as made.
 */
import * as z from "zod";
import { entriesAfter, noteInHistory } from "../index.ts";
import { causeOf } from "../../approvals/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { followupChannelSchema } from "../api/account-stages.ts";
import { defineEffect, type EffectTenant } from "../../approvals/effects/define-effect.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";

const documentSchema = z.strictObject({
  accountId: z.string().min(1),
  name: z.string(),
  channel: followupChannelSchema,
  /** How the history names it: the subject, else the first words. */
  about: z.string(),
  /** For a call: the script. */
  script: z.string().nullable(),
  rationale: z.string(),
  contextUsed: z.array(z.string()),
  /** Derived from the call that drafted it; identifies the draft in the history. */
  draftId: z.string().min(1),
});
type Document = z.output<typeof documentSchema>;

const SENT = {
  email: "Follow-up e-mail sent",
  sms: "Follow-up text sent",
  call_script: "Follow-up call made",
} as const;
const DRAFTED = {
  email: "Follow-up e-mail drafted",
  sms: "Follow-up text drafted",
  call_script: "Call script drafted",
} as const;

export const accountFollowup = defineEffect({
  kind: "account.followup",
  document: documentSchema,
  words: { name: "Follow-up", plural: "follow-ups", verb: "record", done: "Recorded" },
  says({ name, channel, about }) {
    const isCall = channel === "call_script";
    return {
      title: isCall ? `Call ${name}` : `Follow-up with ${name}`,
      target: name,
      ask: isCall
        ? `Did you call ${name}? Approving marks the call as made.`
        : `Record the follow-up with ${name}?`,
      sent: isCall ? `Call marked as made: ${name}` : `Recorded in the history of ${name}: ${about}`,
    };
  },
  layout: [
    { path: "/name", label: "Account", role: "recipient" },
    { path: "/script", label: "What to say (approve once you've called)", role: "body" },
    { path: "/rationale", label: "Why this account", role: "detail" },
    { path: "/about", label: "About", role: "detail" },
    { path: "/channel", label: "Way", role: "detail" },
    { path: "/contextUsed/*", label: "Written from", role: "detail", format: "file" },
    { path: "/contextUsed", label: "Written from", role: "detail" },
    { path: "/accountId", label: "Number", role: "id" },
    { path: "/draftId", label: "Draft", role: "id" },
  ],
  audience: () => "team",
  threadKey: ({ accountId }) => `followup:${accountId}`,
  recovery: "look_up",
  async perform(document, tenant, effectId) {
    const { id } = await note(tenant, document, {
      effectId,
      sentence: sentenceOf(SENT, document),
      isSent: true,
    });
    return { providerId: `${document.accountId}:${id}`, link: `/accounts/${document.accountId}` };
  },
  async lookUp(document, tenant) {
    const sentence = sentenceOf(SENT, document);
    const found = (await entriesAfter(tenant.files(), document.accountId, "")).find(
      (entry) =>
        entry.sentence === sentence &&
        entry.evidence.kind === "approval" &&
        entry.evidence.id === document.draftId,
    );
    return found === undefined
      ? { kind: "absent" }
      : { kind: "found", done: { providerId: `${document.accountId}:${found.id}` } };
  },
  async proposed(document, tenant, effectId) {
    await note(tenant, document, { effectId, sentence: sentenceOf(DRAFTED, document), isSent: false });
  },
});

/** `Follow-up e-mail sent: “Your quote”.` */
function sentenceOf(words: typeof SENT | typeof DRAFTED, { channel, about }: Document): string {
  const said = about.replace(/\s+/g, " ").trim();
  return said === "" ? `${words[channel]}.` : `${words[channel]}: “${said.slice(0, 160)}”.`;
}

async function note(
  tenant: EffectTenant,
  { accountId, draftId }: Document,
  {
    effectId,
    sentence,
    isSent,
  }: { readonly effectId: string; readonly sentence: string; readonly isSent: boolean },
) {
  const files = tenant.files();
  return onOwnFiles(async () =>
    noteInHistory(files, accountId, {
      sentence,
      wanted: isSent ? { lastContactAt: isoTime(tenant.clock.now()) } : {},
      evidence: { kind: "approval", id: draftId },
      origin: {
        author: { kind: "agent", id: "followup_agent", name: "Follow-ups" },
        ...(await causeOf(files.db, effectId)),
        reviewed: true,
      },
    }),
  );
}
