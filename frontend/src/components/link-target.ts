/** Where a link in outside text may lead: the web, a mail, a phone, or a page of our own. Everything else is no link. Pure. */
export interface LinkTarget {
  readonly href: string;
  /** The host shown beside the link; null for our own pages. */
  readonly host: string | null;
  readonly inside: boolean;
}

const INSIDE = /^\/(?:conversations|approvals|activity|settings)(?:\/|$|\?)/;

export function linkTarget(href: string): LinkTarget | null {
  if (INSIDE.test(href)) return { href, host: null, inside: true };
  let address: URL;
  try {
    address = new URL(href);
  } catch {
    return null;
  }
  if (address.protocol === "mailto:" || address.protocol === "tel:") {
    return { href: address.href, host: address.pathname.slice(0, 80), inside: false };
  }
  if (address.protocol !== "https:" && address.protocol !== "http:") return null;
  if (address.username !== "" || address.password !== "") return null;
  return { href: address.href, host: address.host, inside: false };
}
