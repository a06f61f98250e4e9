/** What stands after the question mark of a conversation's address. Pure. */

export interface SoughtMessage {
  /** The message to be shown and marked. */
  readonly message?: string | undefined;
}

/** Every key is named, also when it is refused: what is left out here would pass unchecked. */
export function soughtMessage(search: Readonly<Record<string, unknown>>): SoughtMessage {
  const { message } = search;
  return { message: typeof message === "string" && message !== "" ? message.slice(0, 300) : undefined };
}
