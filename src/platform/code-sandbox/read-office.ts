/**
 * Reads a Word, Excel or PowerPoint file (Office Open XML, ECMA-376) as Markdown. Such files come from
 * outside, so they are read in the sandbox, with limits on unpacked size and text. Hidden text, rows,
 * columns, sheets and slides are left out.
 */
import { openPackage, TOO_LARGE } from "./office-package.ts";
import { excelText } from "./read-excel.ts";
import { slidesText } from "./read-slides.ts";
import { wordText } from "./read-word.ts";
import { OFFICE_LIMITS, type OfficeOutcome, type OfficeRequest } from "./types.ts";
import { localName, walk } from "./walk-xml.ts";

/** Invalid files are reported in the outcome, not thrown. */
export function readOffice({ bytes }: OfficeRequest): OfficeOutcome {
  // A file with a password is wrapped in the format used before 2007 (MS-OFFCRYPTO 1.3).
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return { kind: "old" };
  try {
    const text = textOf(bytes);
    return text === null
      ? { kind: "broken" }
      : {
          kind: "read",
          text: text.slice(0, OFFICE_LIMITS.chars),
          isCut: text.length > OFFICE_LIMITS.chars,
        };
  } catch (error) {
    return { kind: error === TOO_LARGE ? "too_large" : "broken" };
  }
}

function textOf(bytes: Uint8Array): string | null {
  const file = openPackage(bytes);
  if (file.main === null) return slidesText(file, null);
  // The root element shows which program it belongs to.
  let root = "";
  walk(file.part(file.main), { open: (name) => void (root ||= localName(name)) });
  if (root === "workbook") return excelText(file, file.main);
  if (root === "presentation") return slidesText(file, file.main);
  return root === "document" ? wordText(file, file.main) : null;
}
