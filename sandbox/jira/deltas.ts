/**
 * Known differences between the live service and the stored specification. Applied before any validation, so this file is the complete
 * list.
 */

/** Times have zones without a colon (`+0000`), as in the specification's examples but contrary to its format. */
export function applyDeltas(spec: { readonly paths: unknown }): void {
  withoutTimeFormat(spec.paths);
}

function withoutTimeFormat(node: unknown): void {
  if (node === null || typeof node !== "object") return;
  const fields = node as Record<string, unknown>;
  if (fields["format"] === "date-time") delete fields["format"];
  for (const value of Object.values(fields)) withoutTimeFormat(value);
}
