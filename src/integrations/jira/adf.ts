/** Reads the Atlassian Document Format, and compares documents (developer.atlassian.com, "Atlassian Document Format"; read 2026-11-23). */
import * as z from "zod";
import type { AdfNode } from "../../platform/code-sandbox/index.ts";

const markSchema = z.object({ type: z.string(), attrs: z.record(z.string(), z.unknown()).optional() });
export const adfSchema: z.ZodType<AdfNode> = z.lazy(() =>
  z.object({
    type: z.string(),
    text: z.string().optional(),
    attrs: z.record(z.string(), z.unknown()).optional(),
    marks: z.array(markSchema).optional(),
    content: z.array(adfSchema).optional(),
    version: z.number().optional(),
  }),
);

/** A document, or text of Jira's older format. */
export type JiraText = AdfNode | string | null | undefined;

/** Whether a document says the same as the one its Markdown was converted to: then nothing is lost by editing it as Markdown. */
export function isSame(document: JiraText, converted: AdfNode): boolean {
  if (document === null || document === undefined || typeof document === "string") return true;
  return JSON.stringify(plain(document)) === JSON.stringify(plain(converted));
}

/** Removes attributes Jira adds to every node. */
function plain(node: AdfNode): unknown {
  const attrs = Object.entries(node.attrs ?? {}).filter(
    ([key, value]) =>
      !["localId", "__confluenceMetadata"].includes(key) && value !== null && value !== undefined,
  );
  const marks = (node.marks ?? [])
    .map(({ type, attrs: of }) => `${type}:${String(typeof of?.["href"] === "string" ? of["href"] : "")}`)
    .toSorted();
  const content = merged(
    (node.content ?? [])
      .flatMap(unspaced)
      .filter((one) => !(one.type === "paragraph" && (one.content ?? []).length === 0)),
  );
  return [
    node.type,
    node.text ?? "",
    Object.fromEntries(attrs.toSorted(([left], [right]) => (left < right ? -1 : 1))),
    marks,
    content.map(plain),
  ];
}

/** Moves leading and trailing spaces outside the marks. */
function unspaced(node: AdfNode): AdfNode[] {
  const { text = "", marks = [] } = node;
  if (node.type !== "text" || marks.length === 0) return [node];
  const [, before = "", inner = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  const space = (value: string): AdfNode[] => (value === "" ? [] : [{ type: "text", text: value }]);
  return [...space(before), ...(inner === "" ? [] : [{ ...node, text: inner }]), ...space(after)];
}

/** Merges adjacent text nodes with the same marks. */
function merged(nodes: readonly AdfNode[]): AdfNode[] {
  const list: AdfNode[] = [];
  for (const node of nodes) {
    const last = list.at(-1);
    const isSame =
      last?.type === "text" &&
      node.type === "text" &&
      JSON.stringify(last.marks ?? []) === JSON.stringify(node.marks ?? []);
    if (isSame) list[list.length - 1] = { ...last, text: `${last.text ?? ""}${node.text ?? ""}` };
    else list.push(node);
  }
  return list;
}
