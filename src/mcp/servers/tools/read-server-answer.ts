import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { serverCall } from "../effects/server-call.ts";
import { effects } from "../../../approvals/tables/approvals.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { ServersServices } from "./offered.ts";

/** The answer to an approved call. People read it in the receipt, models as external content. */
export const readServerAnswer = defineTool({
  name: "read_server_answer",
  title: "Read a tool server’s answer",
  done: "Read a tool server’s answer",
  description: "Brings what a server answered to a call of use_server_tool that was approved and done.",
  input: z.strictObject({ approval: z.string().trim().min(1).max(100).describe("Id of the approval") }),
  effect: "read",
  egress: "none",
  summarize: () => "Reading a tool server’s answer",
  async run({ approval }, { deps }: ServersServices) {
    const isIt = and(eq(effects.approvalId, approval), eq(effects.kind, serverCall.kind)) ?? sql`false`;
    const effect = await deps.db.find(effects, isIt);
    if (effect === null) return retry("There is no such call of a server's tool.");
    if (effect.receipt === null) return retry("It isn't done, so there is no answer.");
    return { kind: "ok", data: { answer: effect.receipt.summary }, outside: true };
  },
});
