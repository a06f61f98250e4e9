/** Parses a call's arguments by the tool's schema. */
import * as z from "zod";
import type { AnyTool } from "./define-tool.ts";

/** `path` is a JSON pointer. */
interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** The parsed arguments, or their problems. */
export function parseInput(
  tool: AnyTool,
  input: unknown,
):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly InputIssue[] } {
  const parsed = tool.input.safeParse(renamed(tool, input));
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    issues: parsed.error.issues.map((issue) => ({
      path: issue.path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
      message: `${issue.message}${takes(tool, issue)}`,
    })),
  };
}

/** The arguments under the tool's own names. One that is given under both is left for the schema to reject. */
function renamed({ alsoNamed }: AnyTool, input: unknown): unknown {
  if (alsoNamed === undefined || input === null || typeof input !== "object") return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const own = alsoNamed[name];
      return [own === undefined || own in input ? name : own, value];
    }),
  );
}

/** Suggests the existing arguments for an unknown one. */
function takes(tool: AnyTool, { code, path }: z.core.$ZodIssue): string {
  if (code !== "unrecognized_keys" || path.length > 0 || !(tool.input instanceof z.ZodObject)) return "";
  return `. ${tool.name} takes: ${Object.keys(tool.input.shape).join(", ")}`;
}
