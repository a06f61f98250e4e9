/** Where a link in outside text may lead: the web, a mail address, a phone number, or a page of the app. Everything else is plain text. Pure. */
export interface LinkTarget {
  readonly href: string;
  /** The host shown beside the link; null for our own pages. */
  readonly host: string | null;
  readonly inside: boolean;
}

/** Placeholder origin for resolving addresses; no one can register it (RFC 2606). */
const OWN = "https://inside.invalid";

/** A page of ours after browser resolution; paths that escape by dots or backslashes are rejected. */
function insidePath(href: string, roots: ReadonlySet<string>): string | null {
  if (!href.startsWith("/")) return null;
  const address = parsed(href, OWN);
  if (address === null || address.origin !== OWN || !roots.has(address.pathname.split("/")[1] ?? ""))
    return null;
  return address.pathname + address.search + address.hash;
}

function parsed(href: string, base?: string): URL | null {
  try {
    return new URL(href, base);
  } catch {
    return null;
  }
}

/** `roots` are the first parts of our own addresses. */
export function linkTarget(href: string, roots: ReadonlySet<string>): LinkTarget | null {
  const inside = insidePath(href, roots);
  if (inside !== null) return { href: inside, host: null, inside: true };
  const address = parsed(href);
  if (address === null) return null;
  if (address.protocol === "mailto:" || address.protocol === "tel:") {
    return { href: address.href, host: address.pathname.slice(0, 80), inside: false };
  }
  if (address.protocol !== "https:" && address.protocol !== "http:") return null;
  if (address.username !== "" || address.password !== "") return null;
  return { href: address.href, host: address.host, inside: false };
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Characters that no workspace path contains; the server decides the rest. */
const NEVER_IN_PATH = /[\p{C}\\:*?"<>|]/u;

/**
 * Resolves a link in a workspace file: relative to that file's folder, or from the root with a leading slash. Null if it isn't a valid path: another
 * scheme or host, above the root, a hidden slash. Fragments are dropped.
 */
export function fileTarget(href: string, folder: string): LinkTarget | null {
  if (SCHEME.test(href) || href.startsWith("//")) return null;
  const [written = ""] = href.split("#");
  if (written === "") return null;
  const names = walked(written, written.startsWith("/") ? [] : folder.split("/").filter(Boolean));
  if (names === null || names.length === 0) return null;
  return { href: `/workspace/${names.map(encodeURIComponent).join("/")}`, host: null, inside: true };
}

/** The resolved position after each segment of a path; null if a segment is invalid or leads above the root. */
function walked(written: string, from: readonly string[]): string[] | null {
  const names = [...from];
  for (const part of written.split("/")) {
    const name = decoded(part);
    if (name === null || name.includes("/") || NEVER_IN_PATH.test(name)) return null;
    if (name === "..") {
      if (names.pop() === undefined) return null;
    } else if (name !== "" && name !== ".") names.push(name);
  }
  return names;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const PLAIN = /^[\x21-\x7e]+$/;

/** Whether a link's text already shows its target: its address or host, in plain letters, and nothing else. */
export function saysHost(words: string, target: LinkTarget): boolean {
  const said = words.trim();
  if (target.host !== null && !PLAIN.test(said)) return false;
  if (target.host === null || said === target.host) return true;
  const address = parsed(said) ?? (said.startsWith("www.") ? parsed(`http://${said}`) : null);
  return address !== null && address.href === target.href;
}
