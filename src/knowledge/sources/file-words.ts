/** Text of PDFs and Office files. */
import type { OfficeOutcome, PdfOutcome } from "../../platform/code-sandbox/index.ts";
import type { ThingWords } from "./ports.ts";

/** Maximum pages read. */
const PAGES = 100;

/** Null for files that aren't PDFs or need a password. Scans are noted. */
export function pdfWords(
  read: (bytes: Uint8Array<ArrayBuffer>, fromPage: number) => Promise<PdfOutcome>,
): (bytes: Uint8Array<ArrayBuffer>) => Promise<ThingWords | null> {
  return async (bytes) => {
    const texts: string[] = [];
    let next = 1;
    let pages = 1;
    while (next <= Math.min(pages, PAGES)) {
      const outcome = await read(bytes, next);
      if (outcome.kind !== "read") return null;
      if (outcome.texts.length === 0) break;
      texts.push(...outcome.texts.map((text) => text ?? ""));
      next += outcome.texts.length;
      ({ pages } = outcome);
    }
    const text = texts.filter((page) => page.trim() !== "").join("\n\n");
    if (text === "") return { text, note: "This is a scan without text." };
    return { text, note: next <= pages ? `Only the first ${next - 1} pages can be found.` : null };
  };
}

/** Null for files that aren't Word, Excel or PowerPoint. */
export function officeWords(
  read: (bytes: Uint8Array<ArrayBuffer>) => Promise<OfficeOutcome>,
): (bytes: Uint8Array<ArrayBuffer>) => Promise<ThingWords | null> {
  return async (bytes) => {
    const outcome = await read(bytes);
    switch (outcome.kind) {
      case "read":
        return { text: outcome.text, note: outcome.isCut ? "Only the beginning can be found." : null };
      case "old":
        return { text: "", note: "The file is password-protected or in a format from before 2007." };
      case "too_large":
        return { text: "", note: "The file is too large to read once unpacked." };
      case "broken":
        return null;
    }
  };
}
