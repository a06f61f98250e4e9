/** A content in Base64, as GitHub hands it out, as text; null where it is none. */
export function textOfBase64(content: string): string | null {
  const bytes = Uint8Array.from(atob(content.replace(/\s/g, "")), (char) => char.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
