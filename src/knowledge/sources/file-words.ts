/** The words of PDFs and Office files. */
import type { OfficeOutcome, PdfOutcome } from "../../platform/code-sandbox/index.ts";
import type { ThingWords } from "./ports.ts";

/** Pages of which the words are read. */
const PAGES = 100;

/** Reads them; null for what is no PDF or asks for a password. A scan says so. */
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
    if (text === "") return { text, note: "It’s a scan: pictures without text." };
    return { text, note: next <= pages ? `Only its first ${next - 1} pages are findable.` : null };
  };
}

/** Reads a Word, Excel or PowerPoint file; null for what is none. */
export function officeWords(
  read: (bytes: Uint8Array<ArrayBuffer>) => Promise<OfficeOutcome>,
): (bytes: Uint8Array<ArrayBuffer>) => Promise<ThingWords | null> {
  return async (bytes) => {
    const outcome = await read(bytes);
    switch (outcome.kind) {
      case "read":
        return { text: outcome.text, note: outcome.isCut ? "Only the beginning is findable." : null };
      case "old":
        return { text: "", note: "It’s of a format before 2007, or asks for a password." };
      case "too_large":
        return { text: "", note: "Unpacked it’s too large to be read." };
      case "broken":
        return null;
    }
  };
}
