import { testDeployment } from "../../../support/context.ts";
import { describe, expect, it } from "vitest";
import { scannedPdf, textPdf } from "../../../../sandbox/world/drive/pdf.ts";
import { paragraph, wordFile } from "../../../support/office-files.ts";

const read = (pdf: Uint8Array) => testDeployment().code.readPdf({ bytes: new Uint8Array(pdf), fromPage: 1 });

describe("Office files, inside workerd and in the Worker of their own", () => {
  it("are read there, broken ones too", async () => {
    const { readOffice } = testDeployment().code;
    const bytes = wordFile(paragraph("The rent is $1,240 a month."));
    expect(await readOffice({ bytes })).toEqual({
      kind: "read",
      text: "The rent is $1,240 a month.",
      isCut: false,
    });
    expect(await readOffice({ bytes: bytes.slice(0, 80) })).toEqual({ kind: "broken" });
  });
});

describe("PDFs, inside workerd and in the Worker of their own", () => {
  it("are read there, scans and broken ones too", async () => {
    expect(navigator.userAgent).toBe("Cloudflare-Workers");
    expect(await read(textPdf([["The rent is $1,240 a month."], ["Signed"]]))).toEqual({
      kind: "read",
      pages: 2,
      texts: ["The rent is $1,240 a month.", "Signed"],
    });
    expect(await read(scannedPdf(4))).toEqual({ kind: "read", pages: 4, texts: ["", "", "", ""] });
    expect(await read(new TextEncoder().encode("%PDF-1.7 no more"))).toEqual({ kind: "broken" });
    // The same Worker goes on after a broken one.
    expect(await read(textPdf([["again"]]))).toMatchObject({ texts: ["again"] });
  });
});
