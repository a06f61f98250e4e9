/** Restricts outgoing calls to the hosts of configured URLs and listed push services. */

/** Whether a URL may be called. */
export type EgressRule = (url: URL) => boolean;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

function matchesHost(pattern: string, url: URL): boolean {
  return pattern.startsWith("*.") ? url.hostname.endsWith(pattern.slice(1)) : url.host === pattern;
}

/**
 * A rule from configured base URLs (exact origins, or `https://*.domain` for subdomains; empty ones are
 * ignored) and host patterns (`host[:port]` or `*.domain`), which allow only https, or http on loopback.
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

/** Suffixes of private names (RFC 6762, RFC 8375, RFC 9476, ICANN “internal”). */
const PRIVATE_ENDS = [
  "localhost",
  "local",
  "internal",
  "lan",
  "intranet",
  "corp",
  "home",
  "home.arpa",
  "alt",
];

/**
 * A rule for a service configured by a team: only its own origin, public and encrypted. IP addresses and
 * private names are refused; for public names that resolve to private addresses, we rely on the platform,
 * which can't reach private networks. A laptop may call itself.
 */
export function ownServiceRule(baseUrl: string, isLaptop: boolean): EgressRule {
  const base = URL.parse(baseUrl);
  return (url) => {
    if (url.origin !== base?.origin || url.username !== "" || url.password !== "") return false;
    if (isLaptop && url.protocol === "http:" && LOOPBACK.has(url.hostname)) return true;
    return url.protocol === "https:" && isPublicName(url.hostname);
  };
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (name.startsWith("[") || /^[\d.]+$/.test(name) || !name.includes(".")) return false;
  return !PRIVATE_ENDS.some((end) => name === end || name.endsWith(`.${end}`));
}
