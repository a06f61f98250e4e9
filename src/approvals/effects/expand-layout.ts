/** Applies a kind's layout to a document: every leaf once, those without a rule last. Pure. */
import { leavesOf, type RawLeaf } from "../../kernel/json-leaves.ts";
import type { Json } from "../../kernel/hash.ts";
import type { LayoutField } from "../api/approval.ts";
import type { LayoutRule } from "./define-effect.ts";

export function expandLayout(rules: readonly LayoutRule[], document: Record<string, Json>): LayoutField[] {
  const left = new Set(leavesOf(document));
  const fields: LayoutField[] = [];
  for (const { path: pattern, label, role, format = null, implied = false } of rules) {
    for (const leaf of left) {
      if (!fits(leaf, pattern)) continue;
      left.delete(leaf);
      fields.push({ path: leaf.path, label, role, format, implied });
    }
  }
  const rest = [...left].map(({ path }): LayoutField => ({
    path,
    label: "",
    role: "detail",
    format: null,
    implied: false,
  }));
  return [...fields, ...rest];
}

function fits({ path }: RawLeaf, pattern: string): boolean {
  if (pattern.endsWith("/*") && path === pattern.slice(0, -2)) return true;
  const [parts, wanted] = [path.split("/"), pattern.split("/")];
  return (
    parts.length === wanted.length && wanted.every((part, index) => part === "*" || part === parts[index])
  );
}
