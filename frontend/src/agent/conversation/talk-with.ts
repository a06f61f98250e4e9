/** The agent of a new chat, from its address. */
export interface TalkWith {
  /** An agent's name; Steward by default. */
  readonly agent?: string | undefined;
}

export function talkWith({ agent }: Record<string, unknown>): TalkWith {
  return { agent: typeof agent === "string" && /^[a-z-]{1,100}$/.test(agent) ? agent : undefined };
}
