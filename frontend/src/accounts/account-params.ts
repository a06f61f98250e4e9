/** What the address of the list of accounts holds. Anything else in it is left out. */
export interface AccountParams {
  readonly q?: string | undefined;
  readonly stage?: string | undefined;
}

export function accountParams(search: Record<string, unknown>): AccountParams {
  return { q: wordsIn(search["q"], 200), stage: wordsIn(search["stage"], 100) };
}

/** A number in an address arrives as one. */
function wordsIn(given: unknown, chars: number): string | undefined {
  const words = typeof given === "string" || typeof given === "number" ? String(given).slice(0, chars) : "";
  return words === "" ? undefined : words;
}
