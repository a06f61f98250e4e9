/** The schema's complaints, by the field they are about. Pure. */
import { ApiError } from "../../api/api-error.ts";

function pointerOf(path: unknown): string {
  if (Array.isArray(path)) return path.map((part) => `/${String(part)}`).join("");
  if (typeof path !== "string") return "";
  return path === "" || path.startsWith("/") ? path : `/${path.replaceAll(".", "/")}`;
}

/** Pointer → message, from `details.issues` of an `invalid_arguments` refusal. Empty for every other failure. */
export function issuesByField(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== "invalid_arguments") return {};
  const issues = error.details["issues"];
  if (!Array.isArray(issues)) return {};
  const byField: Record<string, string> = {};
  for (const issue of issues as readonly { path?: unknown; message?: unknown }[]) {
    const pointer = pointerOf(issue?.path);
    if (pointer !== "")
      byField[pointer] ??= typeof issue.message === "string" ? issue.message : "Not accepted";
  }
  return byField;
}
