/**
 * Resolves edited arguments for approvals: the same schema and the same resolution a model's call goes
 * through.
 */
import type { ResolveCall, ResolveScope } from "../approvals/ports.ts";
import { AppError } from "../kernel/errors.ts";
import { findTool } from "./catalogue.ts";
import { resolverOf } from "./define-tool.ts";
import { formOf } from "./form.ts";
import { parseInput } from "./parse-input.ts";
import type { ToolContext } from "./ports.ts";
import { policyToolOf } from "./powers.ts";

/** Makes the resolver of one tenant. */
export function createResolver(
  context: Omit<ToolContext, "scope" | "asker" | "mail"> & {
    readonly tenantId: string;
    /** The e-mail of whom the agent acted for when it made the call, whoever edits. */
    readonly mailFor: (scope: ResolveScope) => ReturnType<ToolContext["mail"]>;
  },
): ResolveCall {
  return {
    async resolve(name, args, scope) {
      const tool = findTool(name);
      const resolver = tool === null ? null : resolverOf(tool);
      if (tool === null || resolver === null)
        throw new AppError("not_found", `The tool ${name} does not exist any more.`);
      const input = parseInput(tool, args);
      if (!input.ok) {
        throw new AppError("invalid_arguments", "Some fields are not right.", {
          details: { issues: input.issues },
        });
      }
      const { tenantId, mailFor, ...world } = context;
      return resolver.resolve(input.value, {
        ...world,
        asker: null,
        mail: () => mailFor(scope),
        scope: {
          tenantId,
          conversationId: scope.conversationId,
          callId: scope.toolCallId,
          agent: scope.agent,
          ...(scope.rule === undefined ? {} : { rule: scope.rule }),
        },
      });
    },
    form(name) {
      const tool = findTool(name);
      return tool === null ? [] : formOf(tool);
    },
    power(name) {
      const tool = findTool(name);
      return tool === null ? null : policyToolOf(tool);
    },
  };
}
