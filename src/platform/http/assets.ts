/** Serves the built frontend: its files, and its single page for all other paths. */
import { AppError } from "../../kernel/errors.ts";
import type { HttpContext } from "./context.ts";

const HASHED = /^\/assets\//;
const LOOKS_LIKE_FILE = /\.[a-z0-9]+$/i;
/** Paths of pages that look like files: the explorer shows each file under its own path. */
const PAGE_OF_FILE = /^\/workspace\//;

/**
 * Serves built files. The platform returns the app's page for every unknown path; for paths that mean a
 * file, that is changed to 404, because browsers would try to run the page as that file.
 */
export async function serveAsset(c: HttpContext): Promise<Response> {
  if (c.req.method !== "GET" && c.req.method !== "HEAD") {
    throw new AppError("method_not_allowed", "Pages and files can only be read.");
  }
  const { pathname } = new URL(c.req.url);
  const found = await c.var.deployment.assets.fetch(c.req.raw);
  const isPage = (found.headers.get("content-type") ?? "").startsWith("text/html");
  const looksLikeFile = LOOKS_LIKE_FILE.test(pathname) && !PAGE_OF_FILE.test(pathname);
  const meansFile = HASHED.test(pathname) || (looksLikeFile && !pathname.endsWith(".html"));
  if (isPage && meansFile) throw new AppError("not_found", "That file doesn’t exist.");

  const answer = new Response(found.body, found);
  const kept = HASHED.test(pathname) && found.ok;
  answer.headers.set("cache-control", kept ? "public, max-age=31536000, immutable" : "no-cache");
  return answer;
}
