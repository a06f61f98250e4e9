/** Calls a tool on a team's own server. Its effect there is unknown, so it is sent once, and a person checks after a crash. */
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
  /** The target host. */
  host: z.string().min(1),
  tool: z.string().min(1),
  /** Hash of the description an admin allowed. */
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
      // AppErrors are thrown before anything is sent (the tool is off, gone or changed), so retrying is pointless.
      if (!(error instanceof AppError)) throw error;
      throw new IntegrationError("mcp", error.message, { outcome: "not_applied", status: 403, cause: error });
    });
    const said = text.trim() === "" ? "The answer was empty." : text;
    return {
      providerId: null,
      summary: `${isError ? "The server says it failed" : "The server answered"}: ${said}`.slice(
        0,
        SUMMARY_CHARS,
      ),
    };
  },
});
