const PATH = /^\/(?![/\\])/;
/** Placeholder origin for resolving the path. */
const OWN = "https://inside.invalid";

/** Where to go after sign-in: only a path on our origin after browser resolution, never another site from the link. Pure. */
export function safeNext(value: unknown): string | undefined {
  if (typeof value !== "string" || !PATH.test(value)) return undefined;
  try {
    const { origin, pathname, search, hash } = new URL(value, OWN);
    return origin === OWN && PATH.test(pathname) ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}
