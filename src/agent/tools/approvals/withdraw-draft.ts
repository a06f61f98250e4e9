import * as z from "zod";
import { AppError } from "../../../kernel/errors.ts";
import { defineTool } from "../define-tool.ts";
import { asksForChange } from "../../schedules/tools/own-words.ts";
import type { ApprovalServices } from "./index.ts";

/**
 * Withdraws a pending draft. Needs no approval, because nothing is sent, and the card shows who withdrew it
 * and why.
 */
export const withdrawDraft = defineTool({
  name: "withdraw_draft",
  title: "Withdraw a draft",
  done: "Withdrew a draft",
  description:
    "Takes back a draft that still waits for a decision, so that nobody can approve it. One of this conversation where it no longer fits; any other only when a " +
    "person's newest message asks for it and names it. To change a draft, propose it again with replaces instead.",
  keywords: "cancel discard remove delete take back undo never mind scrap pending draft approval",
  input: z.strictObject({
    approvalId: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe("The draft's id, from <context> or list_approvals"),
    reason: z.string().trim().min(1).max(300).optional().describe("Why, in a few words; stands on the card"),
  }),
  effect: "internal",
  egress: "none",
  summarize: () => "Withdrawing a draft",
  async run({ approvalId, reason }, { drafts }: ApprovalServices, { agent, conversationId, asker }) {
    const { kind, id, name } = asker?.speaker ?? { kind: "system" as const, name: "" };
    const speaker = kind === "user" ? { id: id ?? name, name } : null;
    try {
      const title = await drafts.withdraw({
        approvalId,
        agent,
        conversationId,
        onPersonsWord: async ({ title, by }, whose) => asksForChange(asker, "withdraw", title, whose, by),
        speaker,
        reason: reason ?? "No longer needed",
      });
      return { kind: "ok", data: { status: "withdrawn", title } };
    } catch (error) {
      if (error instanceof AppError && REFUSALS.has(error.code))
        return { kind: "failed", message: `Not withdrawn: ${error.message}` };
      throw error;
    }
  },
});

const REFUSALS: ReadonlySet<string> = new Set(["not_found", "already_decided", "forbidden"]);
