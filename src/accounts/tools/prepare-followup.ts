import * as z from "zod";
import { followupMaterials } from "../index.ts";
import { followupChannelSchema } from "../api/account-stages.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import type { AccountServices } from "./index.ts";
import { accountNamed } from "./named.ts";

/** Collects the material of a follow-up. */
export const prepareFollowup = defineTool({
  name: "prepare_followup",
  title: "Gather what a follow-up is drafted from",
  done: "Gathered what a follow-up is drafted from",
  description:
    "Brings what a follow-up with an account is drafted from: how things stand, what was said last, the way they answer most, and how they write (greeting, sign-off, length, tone; measured).",
  keywords: "draft communication style tone formality client customer",
  input: z.strictObject({
    account: z.string().trim().min(1).max(200).describe("Its number or name"),
    channel: followupChannelSchema.optional().describe("Where one is asked for"),
    purpose: z.string().trim().min(1).max(500).optional(),
  }),
  effect: "read",
  egress: "none",
  summarize: ({ account }) => `Gathering what is known of ${account}`,
  async run({ account, channel, purpose }, { files, stages }: AccountServices) {
    const found = await accountNamed(files.db, account);
    if ("retry" in found) return retry(found.retry);
    const { due, to, style, sources, ...rest } = await followupMaterials(files, await stages(), {
      id: found.id,
      channel,
      purpose,
    });
    const { counted, sample, ...measured } = style;
    return {
      kind: "ok",
      outside: true,
      data: {
        account: due.account_id,
        name: due.account_name,
        stage: due.stage,
        why: due.why,
        nextSteps: due.next_steps,
        pendingActions: due.pending_actions,
        ...rest,
        to: { ...to },
        style: { ...measured, counted: { ...counted }, sample: [...sample] },
        lastSaid: sources.map((one) => ({ ...one })),
      },
    };
  },
});
