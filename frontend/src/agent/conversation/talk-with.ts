/** What a new chat is about, from its address. */
const MAX_CHARACTERS = 200;

export interface TalkWith {
  /** `the account Little Oaks (10002)`, `Maria Lopez (214 Birch St #3B)`. */
  readonly about?: string | undefined;
}

export function talkWith({ about }: Record<string, unknown>): TalkWith {
  return { about: typeof about === "string" && about !== "" ? about.slice(0, MAX_CHARACTERS) : undefined };
}
