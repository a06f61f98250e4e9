/** What the address of a thread of texts holds: the text or call to show. Every key is named, also when it is refused: what is left out would pass unchecked. */
export function textParams(given: Readonly<Record<string, unknown>>): { at?: string | undefined } {
  return { at: typeof given["at"] === "string" ? given["at"] : undefined };
}
