/** PDFs as the agent reads them: real ones, scans, locked, broken and hostile ones. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRead } from "../../../support/as-read.ts";
import { scannedPdf, textPdf } from "../../../../sandbox/world/drive/index.ts";
import { readPdf as readInWorker } from "../../../../src/platform/code-sandbox/read-pdf.ts";
import { PDF_LIMITS } from "../../../../src/platform/code-sandbox/index.ts";
import type { ReadTool, ToolResult } from "../../../../src/agent/tools/define-tool.ts";
import { readPdf } from "../../../../src/integrations/google/tools/drive/read-pdf.ts";
import { seenIn } from "../../agent/tools/world.ts";
import { driveWorld, type DriveWorld } from "./drive-world.ts";

const DANA = "dana@alderfinch.example";
const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
const read = (buffer: Buffer, fromPage = 1) => readInWorker({ bytes: bytes(buffer), fromPage });

let world: DriveWorld;
beforeAll(async () => void (world = await driveWorld({ readPdf: readInWorker })));
afterAll(() => world.close());

async function look(input: object): Promise<ToolResult> {
  return asRead((readPdf as ReadTool).run(readPdf.input.parse(input), await world.as(DANA), seenIn()));
}
const plant = (name: string, buffer: Buffer) =>
  world.control("drive", { owner: DANA, name, type: "application/pdf", base64: buffer.toString("base64") });

/** RC4, as the first PDF passwords use it (ISO 32000-1, 7.6.2). */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      one = (one + 1) & 255;
      other = (other + (state[one] ?? 0)) & 255;
      swap(one, other);
      return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
    }),
  );
}

/** A PDF that asks for a password (algorithms 2 to 4, revision 2). */
function lockedPdf(): Buffer {
  const pad = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");
  const md5 = (...parts: Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();
  const secret = Buffer.concat([Buffer.from("secret"), pad]).subarray(0, 32);
  const id = Buffer.from("00112233445566778899aabbccddeeff", "hex");
  const owner = rc4(md5(secret).subarray(0, 5), secret);
  const key = md5(secret, owner, Buffer.from([0xfc, 0xff, 0xff, 0xff]), id).subarray(0, 5);
  const user = rc4(key, pad);
  const hex = (buffer: Buffer): string => `<${buffer.toString("hex")}>`;
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -4 >> /ID [${hex(id)} ${hex(id)}]`;
  return Buffer.from(
    textPdf([["locked"]])
      .toString("latin1")
      .replace("trailer\n<<", `trailer\n<< ${encrypt}`),
    "latin1",
  );
}

describe("what a PDF says", () => {
  it("is read page by page, with its accents, in parts that leave nothing out", async () => {
    expect(await read(textPdf([["Café for José"], ["Second (page)"]]))).toEqual({
      kind: "read",
      pages: 2,
      texts: ["Café for José", "Second (page)"],
    });
    const many = Array.from({ length: 60 }, (_, page) => [
      `Page ${page + 1} begins`,
      ..."x"
        .repeat(12)
        .split("")
        .map((x, at) => `${x}${at} line of page ${page + 1} with some words`),
    ]);
    await plant("many.pdf", textPdf(many));
    const seen: number[] = [];
    let fromPage: number | null = 1;
    for (let part = 0; fromPage !== null && part < 70; part++) {
      const result = await look({ file: "many.pdf", fromPage });
      if (result.kind !== "ok") throw new Error(JSON.stringify(result));
      expect(JSON.stringify(result.data).length).toBeLessThan(10_000);
      const data = result.data as { items: { page: number; text: string }[]; nextPage: number | null };
      for (const { page, text } of data.items) expect(text).toContain(`Page ${page} begins`);
      seen.push(...data.items.map(({ page }) => page));
      fromPage = data.nextPage;
    }
    expect(seen).toEqual(many.map((_, at) => at + 1));
  });

  it("is found in Drive and says whose eyes it was; a lease answers", async () => {
    const result = await look({ file: "Lease 214 Birch St 3B Maria Lopez.pdf" });
    expect(result).toMatchObject({ data: { pages: 2, seenAs: "Dana Whitfield, who asks" } });
    expect(JSON.stringify(result)).toContain("The rent is $1,240 a month");
    expect(JSON.stringify(result)).toContain("Resident: Maria Lopez");
  });

  it("is nothing of a scan, which is said plainly", async () => {
    expect(await look({ file: "Signed lease 302 Orchard Ln 3A Stahl (scan).pdf" })).toMatchObject({
      kind: "ok",
      data: { pages: 4, text: "It has no text; it's a scan of 4 pages. Somebody has to look at it." },
    });
  });

  it("comes in parts of one long page too", async () => {
    const long = Array.from({ length: 2_000 }, (_, at) => `line ${at}`).join("\n");
    const services = {
      ...(await world.as(DANA)),
      readPdf: () => Promise.resolve({ kind: "read" as const, pages: 2, texts: [long, "end"] }),
    };
    let seen = "";
    let at: { nextPage?: number | null; nextChar?: number } = { nextPage: 1 };
    for (let part = 0; at.nextPage === 1 && part < 20; part++) {
      const input = { file: "House Rules.pdf", fromPage: 1, fromChar: at.nextChar };
      const result = await asRead((readPdf as ReadTool).run(readPdf.input.parse(input), services, seenIn()));
      if (result.kind !== "ok") throw new Error(JSON.stringify(result));
      at = result.data as typeof at;
      const { items } = result.data as { items: { page: number; text: string }[] };
      seen += items
        .filter(({ page }) => page === 1)
        .map(({ text }) => text)
        .join("");
    }
    expect(seen).toBe(long);
  });
});

describe("an attachment that is its own text", () => {
  const attached = async (name: string, bytes: Uint8Array) => {
    const services = {
      ...(await world.as(DANA)),
      email: () =>
        Promise.resolve({
          id: "e1",
          mailbox: DANA,
          at: "2026-11-20T10:00:00.000Z",
          attachments: [{ index: 0, name, type: "text/csv", sizeBytes: bytes.byteLength }],
        }),
      attachment: () => Promise.resolve(bytes),
    };
    const input = readPdf.input.parse({ emailId: "e1", attachment: name });
    return asRead((readPdf as ReadTool).run(input, services, seenIn()));
  };

  it("is read too, and what is neither says that somebody has to look", async () => {
    expect(await attached("hours.csv", new TextEncoder().encode("Walt,3 h\nJosé,2 h"))).toMatchObject({
      kind: "ok",
      data: { name: "hours.csv", items: [{ page: 1, text: "Walt,3 h\nJosé,2 h" }] },
    });
    for (const name of ["hours.csv", "photo.jpg"])
      expect(await attached(name, Uint8Array.of(0xff, 0xd8, 0xff, 0x00))).toMatchObject({
        kind: "failed",
        message: expect.stringContaining("somebody has to look") as unknown,
      });
  });
});

describe("what can't be read", () => {
  it("is told: locked, damaged, no PDF, another kind, no such page", async () => {
    await plant("locked.pdf", lockedPdf());
    expect(await look({ file: "locked.pdf" })).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("password"),
    });
    await plant("cut.pdf", Buffer.from("%PDF-1.7\nnothing more"));
    expect(await look({ file: "cut.pdf" })).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("damaged"),
    });
    expect(await look({ file: "Rent roll" })).toMatchObject({ kind: "retry" });
    expect(await look({ file: "House Rules.pdf", fromPage: 99 })).toMatchObject({
      message: "House Rules.pdf has 3 pages.",
    });
    expect(await look({})).toMatchObject({ kind: "retry" });
  });

  it("never throws, whatever the bytes are", async () => {
    const good = textPdf([["one"], ["two"]]);
    const text = good.toString("latin1");
    const corpus = [
      Buffer.alloc(0),
      Buffer.from("%PDF"),
      Buffer.alloc(4096, 0xff),
      ...[0.1, 0.5, 0.9, 0.99].map((part) => good.subarray(0, Math.floor(good.length * part))),
      // A page tree that is its own child, a count that lies, a stream without an end, references into nothing.
      Buffer.from(text.replace(/\/Kids \[\d+ 0 R/, "/Kids [2 0 R"), "latin1"),
      Buffer.from(text.replace("/Count 2", "/Count 999999999"), "latin1"),
      Buffer.from(text.replaceAll("endstream", "endstrean"), "latin1"),
      Buffer.from(text.replace(/\/Contents \d+/g, "/Contents 9999"), "latin1"),
      Buffer.from(text.replace(/startxref\n\d+/, "startxref\n7"), "latin1"),
      Buffer.from(text.replace("/Root 1 0 R", "/Root 3 0 R"), "latin1"),
      Buffer.from(text.replace("/Width 16", "/Width 2147483647"), "latin1"),
      Buffer.from(scannedPdf(1).toString("latin1").replace("/Width 16", "/Width 2147483647"), "latin1"),
      // Arrays in arrays, deeper than any stack.
      Buffer.concat([
        Buffer.from("%PDF-1.4\n1 0 obj\n"),
        Buffer.alloc(50_000, "["),
        Buffer.from("\nendobj\ntrailer << /Root 1 0 R >>"),
      ]),
    ];
    for (const one of corpus) {
      const outcome = await read(one);
      expect(["read", "broken", "encrypted"]).toContain(outcome.kind);
      if (outcome.kind === "read") expect(outcome.texts.length).toBeLessThanOrEqual(PDF_LIMITS.pages);
    }
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 60; round++) {
      const spoiled = Buffer.from(good);
      for (let at = 0; at < 12; at++)
        spoiled[Math.floor(random() * spoiled.length)] = Math.floor(random() * 256);
      expect(["read", "broken", "encrypted"]).toContain((await read(spoiled)).kind);
    }
  });
});
