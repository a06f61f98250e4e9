/** The sites a team lets Steward read on the web. Pure. */

/** Whether an address is on a listed site: https, its host or a part below it, no port, no sign-in. */
export function isOnSites(url: URL, sites: readonly string[]): boolean {
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "")
    return false;
  return sites.some((site) => url.hostname === site || url.hostname.endsWith(`.${site}`));
}
