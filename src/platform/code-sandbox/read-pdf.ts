/**
 * Reads the text of a PDF, page by page. PDFs come from outside and their parser is large, so they are read
 * in the sandbox. It stops at limits of pages and characters; the platform ends a run that takes too long.
 */
import { getDocumentProxy } from "unpdf";
import { PDF_LIMITS, type PdfOutcome, type PdfRequest } from "./types.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Images are not drawn; larger ones are skipped entirely. */
const IMAGE_PIXELS = 16_777_216;

/** Reads from a page on, within the limits. Invalid files are reported in the outcome, not thrown. */
export async function readPdf({ bytes, fromPage }: PdfRequest): Promise<PdfOutcome> {
  if (bytes.byteLength > PDF_LIMITS.bytes) return { kind: "broken" };
  let pdf: Pdf;
  try {
    pdf = await getDocumentProxy(bytes, {
      maxImageSize: IMAGE_PIXELS,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      verbosity: 0,
    });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    return { kind: isLocked ? "encrypted" : "broken" };
  }
  try {
    return { kind: "read", pages: pdf.numPages, texts: await textsOf(pdf, fromPage) };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function textsOf(pdf: Pdf, fromPage: number): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  let chars = 0;
  const last = Math.min(pdf.numPages, fromPage + PDF_LIMITS.pages - 1);
  for (let page = fromPage; page <= last && chars < PDF_LIMITS.chars; page++) {
    const text = await textOf(pdf, page);
    texts.push(text);
    chars += text?.length ?? 0;
  }
  return texts;
}

/** The text of a page; null if it is damaged. */
async function textOf(pdf: Pdf, number: number): Promise<string | null> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    const words = items
      .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""))
      .join("");
    return words
      .replace(/[^\S\n]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
      .slice(0, PDF_LIMITS.chars);
  } catch {
    return null;
  }
}
