/** Decodes GitHub's Base64 content as text; null if it isn't text. */
export function textOfBase64(content: string): string | null {
  const bytes = Uint8Array.from(atob(content.replace(/\s/g, "")), (char) => char.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
