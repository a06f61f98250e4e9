/** Search parameters of the explorer: the open conversation, the open file, and the account to start from. */
export interface ExplorerParams {
  readonly c?: string | undefined;
  readonly file?: string | undefined;
  readonly quote?: string | undefined;
  readonly about?: string | undefined;
}

export function explorerParams(search: Record<string, unknown>): ExplorerParams {
  return {
    c: wordsIn(search["c"], 100),
    file: wordsIn(search["file"], 500),
    quote: wordsIn(search["quote"], 1_000),
    about: wordsIn(search["about"], 200),
  };
}

function wordsIn(given: unknown, chars: number): string | undefined {
  const words = typeof given === "string" || typeof given === "number" ? String(given).slice(0, chars) : "";
  return words === "" ? undefined : words;
}
