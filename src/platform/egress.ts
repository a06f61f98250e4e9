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
 * A rule from configured base addresses (exact origins; empty ones are left out) and host patterns
 * (`host[:port]` or `*.domain`), the latter over https only, or http on loopback for a laptop.
 */
export function egressRule(baseUrls: readonly string[], hostPatterns: readonly string[]): EgressRule {
  const origins = new Set(baseUrls.filter((base) => base !== "").map((base) => new URL(base).origin));
  const patterns = hostPatterns
    .map((pattern) => pattern.trim().toLowerCase())
    .filter((pattern) => pattern !== "");
  return (url) => {
    if (url.username !== "" || url.password !== "") return false;
    if (origins.has(url.origin)) return true;
    const secure = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
    return secure && patterns.some((pattern) => matchesHost(pattern, url));
  };
}
