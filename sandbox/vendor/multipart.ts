/** Single-request uploads with a file (RFC 2387; developers.google.com/workspace/drive/api/guides/manage-uploads, read 2026-11-23). */
import type { SandboxRequest } from "../service.ts";

export interface Media {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A request's JSON and file; null if malformed. */
export function relatedParts({
  headers,
  body,
  url,
}: SandboxRequest): { readonly json: Buffer; readonly media: Media } | null {
  const type = headers.get("content-type") ?? "";
  const [, boundary] = /^multipart\/related\b.*;\s*boundary="?([^";]+)"?/i.exec(type) ?? [];
  if (boundary === undefined || url.searchParams.get("uploadType") !== "multipart") return null;
  const parts = partsOf(body, boundary);
  const [json, file, ...others] = parts;
  if (json === undefined || file === undefined || others.length > 0) return null;
  if (!/^content-type:\s*application\/json\b/im.test(json.head)) return null;
  const [, fileType = "application/octet-stream"] =
    /^content-type:\s*(\S+?)(?:;|\s*$)/im.exec(file.head) ?? [];
  return { json: json.bytes, media: { type: fileType, bytes: file.bytes } };
}

function partsOf(body: Buffer, boundary: string): { readonly head: string; readonly bytes: Buffer }[] {
  const parts: { head: string; bytes: Buffer }[] = [];
  const mark = Buffer.from(`--${boundary}`);
  const end = Buffer.concat([Buffer.from("\r\n"), mark]);
  for (let at = body.indexOf(mark), next = at; next >= 0; at = next + 2) {
    next = body.indexOf(end, at + mark.length);
    if (next < 0) break;
    const part = body.subarray(at + mark.length + 2, next);
    const gap = part.indexOf("\r\n\r\n");
    if (gap >= 0) parts.push({ head: part.subarray(0, gap).toString("utf8"), bytes: part.subarray(gap + 4) });
  }
  return parts;
}
