/** Minimal real PDF files (ISO 32000-1): one font with lines from the top, or an image per page. */

const PAGE = { width: 612, height: 792, margin: 64, lineHeight: 15, fontSize: 11 } as const;
/** Lines per page. */
export const PDF_LINES = 42;

/** A PDF with pages of text lines; Latin 1 and the em dash only. */
export function textPdf(pages: readonly (readonly string[])[]): Buffer {
  return pdf(pages.map((lines) => ({ stream: Buffer.from(linesOf(lines), "latin1") })));
}

/** A PDF with image-only pages (16 by 16 gray pixels), without text. */
export function scannedPdf(pages: number): Buffer {
  const draw = `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /Im1 Do Q`;
  return pdf(
    Array.from({ length: pages }, (_, page) => ({
      stream: Buffer.from(draw),
      image: Buffer.from(Array.from({ length: 256 }, (__, at) => 200 + ((at * 7 + page * 31) % 55))),
    })),
  );
}

function linesOf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join("\n");
  return `BT /F1 ${PAGE.fontSize} Tf ${PAGE.lineHeight} TL ${PAGE.margin} ${PAGE.height - PAGE.margin} Td\n${shown}\nET`;
}

/** WinAnsi: Latin 1 plus its typographic characters. */
function escaped(line: string): string {
  return line
    .replace(/[\\()]/g, "\\$&")
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, (dash) => (dash === "–" ? "\\226" : "\\227"))
    .replace(/[^\x20-\xff]/g, "?");
}

interface Page {
  readonly stream: Buffer;
  readonly image?: Buffer;
}

function pdf(pages: readonly Page[]): Buffer {
  const objects: Buffer[] = [];
  const add = (head: string, stream?: Buffer): number => {
    const parts =
      stream === undefined
        ? [Buffer.from(head)]
        : [
            Buffer.from(head.replace(">>", `/Length ${stream.length} >>`)),
            Buffer.from("\nstream\n"),
            stream,
            Buffer.from("\nendstream"),
          ];
    objects.push(Buffer.concat(parts));
    return objects.length;
  };
  // Object 2 is the page tree; its kids follow in groups of three.
  add("<< /Type /Catalog /Pages 2 0 R >>");
  objects.push(Buffer.alloc(0));
  const font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  const kids = pages.map(({ stream, image }) => {
    const content = add("<< >>", stream);
    const picture =
      image === undefined
        ? null
        : add(
            "<< /Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8 >>",
            image,
          );
    const uses = picture === null ? `/Font << /F1 ${font} 0 R >>` : `/XObject << /Im1 ${picture} 0 R >>`;
    const box = `[0 0 ${PAGE.width} ${PAGE.height}]`;
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources << ${uses} >> /Contents ${content} 0 R >>`,
    );
  });
  objects[1] = Buffer.from(
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] /Count ${kids.length} >>`,
  );
  const parts = [Buffer.from("%PDF-1.4\n%âãÏÓ\n", "latin1")];
  let at = parts[0]?.length ?? 0;
  const places = objects.map((object, index) => {
    const written = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    parts.push(written);
    at += written.length;
    return at - written.length;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
