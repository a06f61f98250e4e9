/** Search parameters of the contact list. Unknown ones are dropped. */
export interface ContactParams {
  readonly q?: string | undefined;
}

export function contactParams(search: Record<string, unknown>): ContactParams {
  const q = search["q"];
  const words = typeof q === "string" || typeof q === "number" ? String(q).slice(0, 200) : "";
  return { q: words === "" ? undefined : words };
}
