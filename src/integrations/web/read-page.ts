/**
 * Reads one page of a listed site, for models that can't read the web themselves. Every URL, redirects included, is checked against the
 * list. Accepts text and HTML only, with size and time limits.
 */
import { AppError } from "../../kernel/errors.ts";
import type { OutsideHttp, OutsideResponse } from "../../kernel/outside-http.ts";
import { isOnSites } from "./sites.ts";

const MAX_HOPS = 4;
const TIMEOUT_MS = 10_000;
const PAGE_CHARS = 24_000;

export interface PageReader {
  readonly sites: readonly string[];
  /** Restricted to listed sites, with a response size limit. */
  readonly http: OutsideHttp;
  readonly textOf: (html: string) => Promise<string>;
}

export interface Page {
  /** The final URL. */
  readonly url: string;
  readonly text: string;
  /** Whether the text was truncated. */
  readonly cut: boolean;
}

/** Throws AppError `forbidden` for a URL outside the listed sites, `upstream_failed` if there is no readable page, and IntegrationError. */
export async function readPage(reader: PageReader, address: string): Promise<Page> {
  let url = listed(URL.parse(address), reader.sites);
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const answer = await reader.http({
      vendor: "web",
      method: "GET",
      url: url.href,
      headers: { accept: "text/html, text/plain;q=0.9", "user-agent": "Steward" },
      timeoutMs: TIMEOUT_MS,
      showRedirect: true,
      changes: false,
    });
    const next = answer.headers.get("location");
    if (answer.status >= 300 && answer.status < 400 && next !== null) {
      url = listed(URL.parse(next, url.href), reader.sites);
      continue;
    }
    return pageOf(url, answer, reader);
  }
  throw new AppError("upstream_failed", "The page redirects too many times.");
}

function listed(url: URL | null, sites: readonly string[]): URL {
  if (url === null) throw new AppError("forbidden", "Invalid URL.");
  if (isOnSites(url, sites)) return url;
  throw new AppError("forbidden", `${url.hostname} is not on the team’s list of sites.`);
}

async function pageOf(
  url: URL,
  { status, headers, text }: OutsideResponse,
  { textOf }: PageReader,
): Promise<Page> {
  if (status >= 400) throw new AppError("upstream_failed", `The page returned status ${status}.`);
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const isHtml = type === "text/html" || type === "application/xhtml+xml";
  if (!isHtml && type !== "text/plain") throw new AppError("upstream_failed", "The page isn’t text or HTML.");
  const whole = isHtml ? await textOf(text) : text;
  return { url: url.href, text: whole.slice(0, PAGE_CHARS), cut: whole.length > PAGE_CHARS };
}
