/**
 * The hosts our own code may talk to: those of configured addresses and of the listed push services, nothing
 * else.
 */

/** Says whether a URL may be called. */
export type EgressRule = (url: URL) => boolean;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

function matchesHost(pattern: string, url: URL): boolean {
  return pattern.startsWith("*.") ? url.hostname.endsWith(pattern.slice(1)) : url.host === pattern;
}

/**
 * A rule from configured base addresses (exact origins, or `https://*.domain` for any host below it; empty ones are left out) and host patterns
 * (`host[:port]` or `*.domain`), the latter over https only, or http on loopback for a laptop.
 */
export function egressRule(baseUrls: readonly string[], hostPatterns: readonly string[]): EgressRule {
  const bases = baseUrls.filter((base) => base !== "").map((base) => new URL(base));
  const isOneOfMany = (base: URL): boolean => base.hostname.startsWith("*.");
  const origins = new Set(bases.filter((base) => !isOneOfMany(base)).map(({ origin }) => origin));
  const patterns = [...hostPatterns, ...bases.filter(isOneOfMany).map(({ hostname }) => hostname)]
    .map((pattern) => pattern.trim().toLowerCase())
    .filter((pattern) => pattern !== "");
  return (url) => {
    if (url.username !== "" || url.password !== "") return false;
    if (origins.has(url.origin)) return true;
    const secure = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
    return secure && patterns.some((pattern) => matchesHost(pattern, url));
  };
}
