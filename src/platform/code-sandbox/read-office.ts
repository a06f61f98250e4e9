/**
 * The words of a Word, Excel or PowerPoint file (Office Open XML, ECMA-376): text as Markdown, a tab or slide after another. Such files come from strangers, so they
 * are read where scripts run. Bounded in size unpacked and in characters; what its writer hid from its reader (hidden words, rows, columns, tabs and slides) is left out.
 */
import { openPackage, TOO_LARGE } from "./office-package.ts";
import { excelText } from "./read-excel.ts";
import { slidesText } from "./read-slides.ts";
import { wordText } from "./read-word.ts";
import { OFFICE_LIMITS, type OfficeOutcome, type OfficeRequest } from "./types.ts";
import { localName, walk } from "./walk-xml.ts";

/** Reads it. Never throws for what the file is. */
export function readOffice({ bytes }: OfficeRequest): OfficeOutcome {
  // What has a password is wrapped in the format of before 2007 (MS-OFFCRYPTO 1.3).
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
  // Which program's it is, its first element says.
  let root = "";
  walk(file.part(file.main), { open: (name) => void (root ||= localName(name)) });
  if (root === "workbook") return excelText(file, file.main);
  if (root === "presentation") return slidesText(file, file.main);
  return root === "document" ? wordText(file, file.main) : null;
}
