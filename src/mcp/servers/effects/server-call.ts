/** One call of a tool of a team's own server. Nobody knows what it does there but who runs it: it is sent once, and after a crash a person looks. */
import * as z from "zod";
import { jsonSchema } from "../../../platform/api/common.ts";
import { callOnServer } from "../index.ts";
import { AppError, IntegrationError } from "../../../kernel/errors.ts";
import type { Json } from "../../../kernel/hash.ts";
import { defineEffect } from "../../../approvals/effects/define-effect.ts";

const SUMMARY_CHARS = 4_000;

const documentSchema = z.strictObject({
  serverId: z.string().min(1),
  server: z.string().min(1),
  /** Where it goes. */
  host: z.string().min(1),
  tool: z.string().min(1),
  /** Over what the tool read when an admin allowed it. */
  hash: z.string().length(64),
  input: z.record(z.string(), jsonSchema),
});

export const serverCall = defineEffect({
  kind: "server.call",
  document: documentSchema,
  words: {
    name: "Tool call",
    plural: "tool calls",
    verb: "call",
    done: "Called",
    message: null,
    irreversible: "Steward can’t take back what the server does with it.",
  },
  says: ({ server, tool }) => ({
    title: `${tool} on ${server}`,
    target: server,
    ask: `Call ${tool} on ${server}?`,
    sent: `Called ${tool} on ${server}`,
  }),
  layout: [
    { path: "/server", label: "Server", role: "recipient" },
    { path: "/host", label: "Address", role: "detail" },
    { path: "/tool", label: "Tool", role: "subject" },
    { path: "/serverId", label: "Server", role: "id" },
    { path: "/hash", label: "Version", role: "id" },
    { path: "/input", label: "Input", role: "detail", implied: true },
  ],
  audience: () => "team",
  recovery: "none",
  async perform({ serverId, tool, hash, input }, tenant) {
    const call = { serverId, tool, hash, input: input as Record<string, Json>, as: "ask" } as const;
    const { text, isError } = await callOnServer(tenant.servers(), call).catch((error: unknown) => {
      // Ours are thrown before anything is sent: the tool is off, gone, or reads otherwise than it was allowed. Trying again helps nobody.
      if (!(error instanceof AppError)) throw error;
      throw new IntegrationError("mcp", error.message, { outcome: "not_applied", status: 403, cause: error });
    });
    const said = text.trim() === "" ? "It answered nothing." : text;
    return {
      providerId: null,
      summary: `${isError ? "The server says it failed" : "The server answered"}: ${said}`.slice(
        0,
        SUMMARY_CHARS,
      ),
    };
  },
});
