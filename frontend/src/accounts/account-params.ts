/** Search parameters of the account list. Unknown ones are dropped. */
export interface AccountParams {
  readonly q?: string | undefined;
  readonly stage?: string | undefined;
  /** One of the team’s fields. */
  readonly by?: string | undefined;
  readonly order?: "asc" | "desc" | undefined;
  readonly within?: number | undefined;
  readonly layout?: "board" | undefined;
}

export function accountParams(search: Record<string, unknown>): AccountParams {
  return {
    q: wordsIn(search["q"], 200),
    stage: wordsIn(search["stage"], 100),
    by: wordsIn(search["by"], 40),
    order: orderIn(search["order"]),
    within: daysIn(search["within"]),
    layout: search["layout"] === "board" ? "board" : undefined,
  };
}

function orderIn(given: unknown): "asc" | "desc" | undefined {
  return given === "asc" || given === "desc" ? given : undefined;
}

function daysIn(given: unknown): number | undefined {
  const days = Number(given);
  return Number.isInteger(days) && days > 0 && days <= 1_000 ? days : undefined;
}

/** A number in an address arrives as one. */
function wordsIn(given: unknown, chars: number): string | undefined {
  const words = typeof given === "string" || typeof given === "number" ? String(given).slice(0, chars) : "";
  return words === "" ? undefined : words;
}
