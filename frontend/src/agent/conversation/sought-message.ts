/** Search parameters of a conversation's address. Pure. */

export interface SoughtMessage {
  /** The message to be shown and marked. */
  readonly message?: string | undefined;
}

/** Lists every key, also rejected ones: keys left out here would pass unvalidated. */
export function soughtMessage(search: Readonly<Record<string, unknown>>): SoughtMessage {
  const { message } = search;
  return { message: typeof message === "string" && message !== "" ? message.slice(0, 300) : undefined };
}
