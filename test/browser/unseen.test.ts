/** UNSEEN: two documents that differ never look the same on a card, by the pixels of its values in Chromium, over every class of code points. */
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { showDocument } from "../../src/approvals/show-document.ts";
import { closeBrowser, newContext, sharedPlace } from "../support/browser.ts";

/** The component a card shows its values with. */
const SHOWN: string = "../../frontend/src/approvals/draft/shown.tsx";
const ROW = { width: 640, height: 30 } as const;
const ROWS = 250;
const LAST = 0x10_ffff;
/** From here on there are but a few blocks of a kind: one code point in so many is looked at. */
const SPARSE = { from: 0x4_0000, step: 997 } as const;

/** General categories, and properties by which something may not be seen. */
const CATEGORIES =
  "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split(" ");
const PROPERTIES = [
  "Default_Ignorable_Code_Point",
  "White_Space",
  "Bidi_Control",
  "Join_Control",
  "Variation_Selector",
  "Deprecated",
  "Noncharacter_Code_Point",
  "Regional_Indicator",
  "Emoji_Modifier",
  "Soft_Dotted",
];
/** Looked at of a class: so many, spread over it. */
const OF_A_CLASS = 20;
/** Looked at whole, as far as they have no more. */
const WHOLE = new Set([
  "Me",
  "Zs",
  "Zl",
  "Zp",
  "Cc",
  "White_Space",
  "Bidi_Control",
  "Join_Control",
  "Deprecated",
]);

/** Texts of which two look alike where a card does not tell them apart. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["Pay 50", "Pay 50 "],
  ["Pay 50", " Pay 50"],
  ["Pay 50", "Pay 50\n"],
  ["Pay 50", "Pay 50\n\n"],
  ["Pay 50", "Pay  50"],
  ["Pay 50", "Pay\t50"],
  ["Pay 50", "Pay\u00a050"],
  ["Pay 50", "Pay\u200950"],
  ["Pay 50", "Pay 5\u03360"],
  ["Pay 50", "Pay 5\u20d20"],
  ["Pay 50", "Pay \u202e05"],
  ["Jos\u00e9", "Jose\u0301"],
  ["\u00c5 5", "\u212b 5"],
  ["a\u0323\u0301", "a\u0301\u0323"],
  ["\uac00", "\u1100\u1161"],
  ["1\u05d0", "\u05d01"],
  ["Pay 1 \u05d0", "Pay \u05d0 1"],
  ["Pay 1 \u05d0 2", "Pay 2 \u05d0 1"],
  ["\u05d0 abc 1", "\u05d0 1 abc"],
  ["\u0627 12 50", "\u0627 50 12"],
  ["\u2066a\u2069", "a"],
  ["❤", "❤\ufe0f\ufe0f"],
  ["\u27e6U+200B\u27e7", "\u200b"],
  ["کارها", "کار\u200cها"],
  ["کار╎ها", "کار\u200cها"],
  ["کار\u200dها", "کار\u200cها"],
  ["گھروں", "گھر\u200cوں"],
  ["خانه\u0654ما", "خانه\u0654\u200cما"],
];

let Shown: ComponentType<{ leaf: unknown }>;
let page: Page;

beforeAll(async () => {
  ({ Shown } = (await import(SHOWN)) as { Shown: typeof Shown });
  const { appUrl } = sharedPlace();
  const context = await newContext();
  page = await context.newPage();
  const index = await (await fetch(appUrl)).text();
  const styles = [...index.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(
    ([, href = ""]) => `<link rel="stylesheet" href="${href}">`,
  );
  // Of the app's own origin, so that its fonts are had; with nothing of the app on it.
  await page.route(`${appUrl}/rows`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html>${styles.join("")}<body></body>` }),
  );
  await page.goto(`${appUrl}/rows`);
});
afterAll(closeBrowser);

/** A value as the card draws it. */
function drawn(text: string): string {
  const [leaf] = showDocument({ text }, []);
  return renderToStaticMarkup(createElement(Shown, { leaf }));
}

/** A hash of the pixels of each text. */
async function pixelsOf(texts: readonly string[], draw: (text: string) => string = drawn): Promise<string[]> {
  const hashes: string[] = [];
  for (let from = 0; from < texts.length; from += ROWS) {
    const some = texts.slice(from, from + ROWS);
    const box = `width:${ROW.width}px;height:${ROW.height}px;line-height:${ROW.height}px;overflow:hidden;font-size:16px`;
    const rows = some.map((text) => `<div style="${box}">${draw(text)}</div>`).join("");
    await page.evaluate(async (html) => {
      document.body.innerHTML = html;
      document.body.style.margin = "0";
      await document.fonts.ready;
    }, rows);
    const height = some.length * ROW.height;
    await page.setViewportSize({ width: ROW.width, height });
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: ROW.width, height } });
    const bytes = await page.evaluate(
      async ({ data, width, rowHeight, count }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [width, rowHeight * count];
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        // FNV-1a over a row's pixels, twice with other beginnings.
        const hashOf = (pixels: Uint8ClampedArray, basis: number): number => {
          let hash = basis;
          for (const value of pixels) hash = Math.imul(hash ^ value, 16_777_619);
          return hash >>> 0;
        };
        return Array.from({ length: count }, (_, row) => {
          const pixels =
            context?.getImageData(0, row * rowHeight, width, rowHeight).data ?? new Uint8ClampedArray();
          return `${hashOf(pixels, 2_166_136_261)}.${hashOf(pixels, 84_696_351)}`;
        });
      },
      { data: png.toString("base64"), width: ROW.width, rowHeight: ROW.height, count: some.length },
    );
    hashes.push(...bytes);
  }
  return hashes;
}

/** Code points of every class, spread over each. */
function samples(): Map<number, string> {
  const classes = [
    ...CATEGORIES.map((name) => [name, `\\p{${name}}`]),
    ...PROPERTIES.map((name) => [name, `\\p{${name}}`]),
  ].map(([name = "", source = ""]) => ({ name, pattern: new RegExp(source, "u"), members: [] as number[] }));
  for (let code = 0; code <= LAST; code += code < SPARSE.from ? 1 : SPARSE.step) {
    const char = String.fromCodePoint(code);
    for (const { pattern, members } of classes) if (pattern.test(char)) members.push(code);
  }
  const found = new Map<number, string>();
  for (const { name, members } of classes) {
    expect(members.length, name).toBeGreaterThan(0);
    const most = WHOLE.has(name) ? 400 : OF_A_CLASS;
    const step = Math.max(1, members.length / most);
    for (let at = 0; at < members.length; at += step) found.set(members[Math.floor(at)] ?? 0, name);
  }
  return found;
}

it("no code point of any class is drawn as nothing or as a space, and what is made visible as that very code point", async () => {
  const known = samples();
  // What is a space or a new line is no other character that looks like one.
  for (const char of ["\n", " "]) known.delete(char.codePointAt(0) ?? 0);
  const codes = [...known.keys()];
  expect(codes.length).toBeGreaterThan(600);
  const around = (char: string): string => `Pay a${char}b 50`;
  const [nothing, space, ...drawnOf] = await pixelsOf([
    around(""),
    around(" "),
    ...codes.map((code) => around(String.fromCodePoint(code))),
  ]);
  expect(nothing).not.toBe(space);
  const unseen = codes.filter((_, index) => drawnOf[index] === nothing || drawnOf[index] === space);
  expect(unseen.map((code) => `U+${code.toString(16)} ${known.get(code) ?? ""}`)).toEqual([]);
  const told = codes.flatMap((code, index) => {
    const char = String.fromCodePoint(code);
    return showDocument({ char }, [])[0]?.shown === char ? [] : [drawnOf[index]];
  });
  expect(told.length).toBeGreaterThan(200);
  expect(new Set(told).size).toBe(told.length);
});

it("texts that differ in what nobody sees look different", async () => {
  // That they look the same where nothing tells them apart shows what is measured.
  const bare = await pixelsOf(["Pay 50", "Pay\u00a050", "Pay\u200b 50"], (text) => `<span>${text}</span>`);
  expect(new Set(bare).size).toBe(1);
  const drawnOf = await pixelsOf(PAIRS.flat());
  const same = PAIRS.filter((_, index) => drawnOf[2 * index] === drawnOf[2 * index + 1]);
  expect(same.map((pair) => pair.map((text) => JSON.stringify(text)))).toEqual([]);
});
