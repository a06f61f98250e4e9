/** Resolves edited arguments for approvals, with the same schema and resolution as a model's call. */
import { formOf } from "../../approvals/index.ts";
import type { ResolveCall } from "../../approvals/ports.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Acting } from "./call.ts";
import { findTool } from "./catalogue.ts";
import { resolverOf } from "./define-tool.ts";
import type { Toolset } from "./define-toolset.ts";
import { inputSchemaOf } from "./model-tools.ts";
import { parseInput } from "./parse-input.ts";
import { policyToolOf } from "./powers.ts";

/** Opens a toolset's services for a caller. */
type Open = (toolset: Toolset, acting: Acting) => unknown;

export function createResolver(tenantId: string, open: Open): ResolveCall {
  return {
    async resolve(name, args, { conversationId, toolCallId, agent, rule }) {
      const entry = findTool(name);
      const resolver = entry === null ? null : resolverOf(entry.tool);
      if (entry === null || resolver === null)
        throw new AppError("not_found", `The tool ${name} no longer exists.`);
      const input = parseInput(entry.tool, args);
      if (!input.ok) {
        throw new AppError("invalid_arguments", "Some fields need a change.", {
          details: { issues: input.issues },
        });
      }
      const acting = { conversationId, agent, runId: null, speaker: null, callId: toolCallId };
      const services = await open(entry.toolset, acting);
      return resolver.resolve(input.value, services, {
        id: toolCallId,
        tenantId,
        conversationId,
        agent,
        asker: null,
        rule,
      });
    },
    form(name, args) {
      const tool = findTool(name)?.tool;
      if (tool === undefined) return [];
      const own = tool.effect === "external" ? tool.formFor?.(args) : undefined;
      return formOf(own ?? inputSchemaOf(tool));
    },
    power(name) {
      const entry = findTool(name);
      return entry === null ? null : policyToolOf(entry.tool);
    },
    title(name) {
      return findTool(name)?.tool.title ?? name;
    },
  };
}
