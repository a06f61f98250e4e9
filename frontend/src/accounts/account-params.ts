/** Search parameters of the account list. Unknown ones are dropped. */
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
