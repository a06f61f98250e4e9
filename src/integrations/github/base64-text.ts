import { fromBase64 } from "../../kernel/base64.ts";

/** Decodes GitHub's Base64 content as text; null if it isn't text. */
export function textOfBase64(content: string): string | null {
  const bytes = fromBase64(content.replace(/\s/g, ""));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
