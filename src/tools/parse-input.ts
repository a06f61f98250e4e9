/** Reads a call's arguments by the tool's schema. */
import type { AnyTool } from "./define-tool.ts";

/** One thing wrong with the arguments; `path` is a JSON pointer. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** The arguments as the schema reads them, or what is wrong with them. */
export function parseInput(
  tool: AnyTool,
  input: unknown,
):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly InputIssue[] } {
  const parsed = tool.input.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    issues: parsed.error.issues.map(({ path, message }) => ({
      path: path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
      message,
    })),
  };
}
