/** Where the live service is known to differ from the saved description. Applied before anything is judged by it, so that this file is the whole list. */

/** Times have zones without a colon (`+0000`), which the description's format does not allow: so do its own examples. */
export function applyDeltas(spec: { readonly paths: unknown }): void {
  withoutTimeFormat(spec.paths);
}

function withoutTimeFormat(node: unknown): void {
  if (node === null || typeof node !== "object") return;
  const fields = node as Record<string, unknown>;
  if (fields["format"] === "date-time") delete fields["format"];
  for (const value of Object.values(fields)) withoutTimeFormat(value);
}
