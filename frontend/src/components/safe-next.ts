const PATH = /^\/(?![/\\])/;
/** Stands in for our own origin while the path is resolved. */
const OWN = "https://inside.invalid";

/** Where to go after sign-in: only a path of our own as the browser would resolve it, never an address somebody put into the link. Pure. */
export function safeNext(value: unknown): string | undefined {
  if (typeof value !== "string" || !PATH.test(value)) return undefined;
  try {
    const { origin, pathname, search, hash } = new URL(value, OWN);
    return origin === OWN && PATH.test(pathname) ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}
