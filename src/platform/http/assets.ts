/** The built frontend: its files as they are, its one page for every other address. */
import { AppError } from "../../kernel/errors.ts";
import type { HttpContext } from "./context.ts";

const HASHED = /^\/assets\//;
const LOOKS_LIKE_FILE = /\.[a-z0-9]+$/i;
/** Pages whose address ends like a file's: the explorer shows each file under its own path. */
const PAGE_OF_FILE = /^\/workspace\//;

/**
 * Answers from the built files. The platform answers the app's page for every address it has no file for; for an address that means a file that
 * is a lie the browser would try to run, so it becomes 404.
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
  if (isPage && meansFile) throw new AppError("not_found", "That file doesn't exist.");

  const answer = new Response(found.body, found);
  const kept = HASHED.test(pathname) && found.ok;
  answer.headers.set("cache-control", kept ? "public, max-age=31536000, immutable" : "no-cache");
  return answer;
}
