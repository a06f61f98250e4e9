/** The sites a team lets Steward read. Pure. */

/** Whether a URL is on a listed site: https, the host or a subdomain, no port, no credentials. */
export function isOnSites(url: URL, sites: readonly string[]): boolean {
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "")
    return false;
  return sites.some((site) => url.hostname === site || url.hostname.endsWith(`.${site}`));
}
