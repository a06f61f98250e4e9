/** Where to go after sign-in: only a path of our own, never an address somebody else put into the link. Pure. */
export function safeNext(value: unknown): string | undefined {
  return typeof value === "string" && /^\/(?![/\\])/.test(value) ? value : undefined;
}
