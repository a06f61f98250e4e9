/** SSRF/PATH, the paths' half: what is no plain relative path of a text file is refused, whatever it is written in. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/kernel/errors.ts";
import { FILE_SUFFIXES, WORKSPACE_LIMITS } from "../../../src/workspace/api/workspace-limits.ts";
import {
  checkClear,
  folderOf,
  foldersOf,
  isWithin,
  nameOf,
  parseFilePath,
  parseFolderPath,
  pathKey,
} from "../../../src/workspace/path.ts";

/** Ways upwards, in every writing. */
const UPWARDS = [
  "../x.md",
  "../../etc/passwd.md",
  "..",
  "../",
  "./x.md",
  ".",
  "a/../b.md",
  "a/./b.md",
  "a/..",
  "a/../../b.md",
  "areas/../MEMORY.md",
  "areas/../../tenant_harbor/MEMORY.md",
  ".../x.md",
  "..../x.md",
  "a/.../x.md",
  "....//x.md",
  "..;/x.md",
  "..\\x.md",
  "..\\..\\x.md",
  "a\\..\\x.md",
  ".\\x.md",
  "..%5cx.md",
  "..%2fx.md",
  "%2e%2e/x.md",
  "%2e%2e%2fx.md",
  "%2E%2E%2Fx.md",
  ".%2e/x.md",
  "%2e./x.md",
  "%252e%252e%252fx.md",
  "%25252e%25252e/x.md",
  "%c0%ae%c0%ae/x.md",
  "%c0%af..%c0%afx.md",
  "%e0%80%ae%e0%80%ae/x.md",
  "%uff0e%uff0e%u2215x.md",
  "..%u2215x.md",
  "..%c0%afx.md",
  "..%ef%bc%8fx.md",
  "\u002e\u002e/x.md",
  "\uff0e\uff0e/x.md",
  "\uff0e\uff0e\uff0fx.md",
  "..\uff0fx.md",
  "..\u2215x.md",
  "..\u2044x.md",
  "..\u29f8x.md",
  "..\uff3cx.md",
  "..\u2216x.md",
  "..\u29f5x.md",
  "\u2024\u2024/x.md",
  "\u2025/x.md",
  "\ufe52\ufe52/x.md",
  "\u2026/x.md",
  "a/\u200b../x.md",
  "a/.\u200b./x.md",
  "a/.\u00ad./x.md",
  "a/..\u2060/x.md",
  "..\u0000/x.md",
  "a/..;x=1/b.md",
  "~/x.md",
  "~root/x.md",
  "a/~/x.md",
  "$HOME/../x.md",
  "&#46;&#46;/x.md",
  "&#x2e;&#x2e;&#x2f;x.md",
  "\\u002e\\u002e/x.md",
  "0x2e0x2e/../x.md",
];

/** What looks like a slash, a backslash or a colon, inside a plain name that no other rule refuses. */
const LOOK_ALIKES = Array.from(
  "\u2044\u2215\u2216\u29f5\u29f8\u29f9\u05c3\u0589\ua789\u2236\u02d0\u2e40\uff0f\uff3c\uff1a\u2024\ufe52",
  (sign) => `areas${sign}x.md`,
);

/** From the root, from another disk, from another place altogether. */
const ABSOLUTE = [
  "/x.md",
  "/MEMORY.md",
  "/etc/passwd",
  "/etc/hosts.txt",
  "//x.md",
  "///x.md",
  "//server/share/x.md",
  "\\x.md",
  "\\\\server\\share\\x.md",
  "\\\\?\\C:\\x.md",
  "C:\\x.md",
  "C:/x.md",
  "c:x.md",
  "file:///etc/passwd.md",
  "file:x.md",
  "http://evil.example/x.md",
  "https://evil.example/x.md",
  "javascript:alert(1).md",
  "data:text/plain,x.md",
  "r2://bucket/x.md",
  "a//b.md",
  "a///b.md",
  "a/",
  "a/b.md/",
  "a/b.md//",
  "\uff0fetc/x.md",
];

/** Bytes that end a text, hide in it or turn it around. */
const HIDDEN = [
  "x.md\u0000",
  "x.md\u0000.exe",
  "x\u0000.md",
  "x.exe\u0000.md",
  "x.md%00",
  "x%00.md",
  "x.md\n",
  "x\n.md",
  "x\r\n.md",
  "x\t.md",
  "\u0007x.md",
  "\u001b[31mx.md",
  "x\u007f.md",
  "x\u0085.md",
  "x\u00a0.md",
  "x\u1680y.md",
  "x\u2000y.md",
  "x\u2003y.md",
  "x\u2028y.md",
  "x\u2029y.md",
  "x\u202fy.md",
  "x\u205fy.md",
  "x\u3000y.md",
  "x\u200by.md",
  "x\u200cy.md",
  "x\u200dy.md",
  "x\u200ey.md",
  "x\u200fy.md",
  "x\u202a.md",
  "x\u202edm.exe",
  "x\u2066y.md",
  "x\u2069y.md",
  "x\ufeffy.md",
  "\ufeffx.md",
  "x\u00ady.md",
  "x\u034fy.md\u0000",
  "x\u180ey.md",
  "x\u2800y.md",
  "x\u3164y.md",
  "x\uffa0y.md",
  "x\ud800.md",
  "x\udc00.md",
  "x\ue000.md",
  "x\u{e0001}.md",
  "x\u{f0000}.md",
  "x\uffff.md",
];

/** Names a system keeps for itself, or reads as another. */
const RESERVED = [
  "con.md",
  "CON.md",
  "aux.txt",
  "nul.md",
  "NUL.tar.md",
  "prn.md",
  "com1.md",
  "COM9.json",
  "lpt1.md",
  "conin$.md",
  "con/x.md",
  "a/nul/x.md",
  "__proto__/x.md",
  "constructor/x.md",
  "prototype/x.md",
  ".git/config.md",
  ".env.md",
  ".htaccess.txt",
  "a/.ssh/x.md",
  ".md",
  "a/.md",
  "a/.txt",
  "-rf.md",
  "x:ads.md",
  "x.md::$DATA",
  "x.md:stream",
  'x".md',
  "x'\".md",
  "x<y>.md",
  "x|y.md",
  "x*.md",
  "x?.md",
  "x#y.md",
  "x%y.md",
  " x.md",
  "x.md ",
  "x .md ",
  "a /x.md",
  " a/x.md",
  "a./x.md",
  "x.md.",
  "a.md/b.md",
  "a.txt/b/c.md",
  "a.MD/b.md",
  "memory.md",
  "Memory.md",
  "MEMORY.MD",
  "Skills/x/SKILL.md",
  "SKILLS/x/SKILL.md",
  "skills/x/skill.md",
  "skills/x/Skill.md",
  "Daily_Notes/2026-11-20_x.md",
  "AREAS/x.md",
];

/** Kinds that are not kept, and suffixes that only look right. */
const KINDS = [
  "x",
  "x.exe",
  "x.html",
  "x.svg",
  "x.js",
  "x.md.exe",
  "x.md.js",
  "x.mdx",
  "x.markdown",
  "x.m d",
  "x.MD",
  "x.Txt",
  "x.md\u0301",
  "x.\u043cd",
  "x.\uff4d\uff44",
  "xmd",
  "x.",
  "x.json5",
  "x.csv.gz",
  "x.php;.md\u0000",
  "\ufb01le.md",
  "x\u00b2.md",
  "\u2460.md",
  "",
];

const LONG = [
  `${"a".repeat(WORKSPACE_LIMITS.nameBytes)}.md`,
  `${"ü".repeat(WORKSPACE_LIMITS.nameBytes / 2)}.md`,
  `${"a/".repeat(WORKSPACE_LIMITS.depth)}x.md`,
  `${"long-folder-name/".repeat(9)}${"x".repeat(110)}/${"y".repeat(110)}/${"z".repeat(118)}.md`.replace(
    /^/,
    "k".repeat(110) + "/",
  ),
  "a".repeat(100_000),
  `${"../".repeat(50_000)}x.md`,
  "\u0301".repeat(3_000),
];

const ALL = [...UPWARDS, ...LOOK_ALIKES, ...ABSOLUTE, ...HIDDEN, ...RESERVED, ...KINDS, ...LONG];

function reasonOf(work: () => unknown): string {
  try {
    return `accepted: ${JSON.stringify(work())}`;
  } catch (error) {
    return error instanceof AppError ? error.code : `threw ${String(error)}`;
  }
}

describe("a path of a file", () => {
  it(`SSRF/PATH: ${ALL.length} ways around the rules are refused, each with a reason`, () => {
    expect(ALL.length).toBeGreaterThanOrEqual(150);
    for (const path of ALL)
      expect(
        reasonOf(() => parseFilePath(path)),
        JSON.stringify(path).slice(0, 80),
      ).toBe("invalid_path");
  });

  it("SSRF/PATH: no way upwards or from the root names a folder either", () => {
    for (const path of [...UPWARDS, ...LOOK_ALIKES, ...ABSOLUTE, ...HIDDEN]) {
      if (["", "/", "a/", "a"].includes(path)) continue;
      expect(
        reasonOf(() => parseFolderPath(path)),
        JSON.stringify(path),
      ).toBe("invalid_path");
    }
  });

  it("is taken as it is where it is plain, in any script", () => {
    for (const path of [
      "MEMORY.md",
      "areas/heating.md",
      "areas/Zürich Büro/notes 2026.md",
      "daily_notes/2026-11-20_boiler.md",
      "skills/lead-qualification/SKILL.md",
      "skills/group/name/references/table.csv",
      "accounts/acct_12/state.md",
      "areas/住所/備考.txt",
      "areas/Ñandú.md",
      "areas/file.with.dots.md",
      "areas/100 (copy) & more, really!.md",
      "areas/nullable.md",
      "areas/console.md",
      "x.json",
    ]) {
      expect(parseFilePath(path)).toBe(path);
    }
  });

  it("is one path in whatever Unicode form it comes, and one key in whatever case", () => {
    expect(parseFilePath("areas/Zu\u0308rich.md")).toBe("areas/Zürich.md");
    expect(pathKey("areas/ZÜRICH.md")).toBe(pathKey("areas/zürich.md"));
    expect(pathKey("areas/straße.md")).toBe(pathKey("areas/STRASSE.md"));
  });

  it.each([
    ["areas/x.md", "areas", true],
    ["areas", "areas", true],
    ["areas/a/x.md", "", true],
    ["areas2/x.md", "areas", false],
    ["areas2", "areas", false],
    ["areas", "areas/a", false],
  ])("%s lies in the folder “%s”: %s", (path, folder, isIn) => {
    expect(isWithin(path, folder)).toBe(isIn);
  });

  it("never leaves, whatever is thrown at it: what is accepted is plain, bounded, and means itself", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "..",
        ".",
        "",
        "a",
        "b c",
        "é",
        "e\u0301",
        "%2e",
        "\\",
        "/",
        "//",
        "\u0000",
        "\u202e",
        ".md",
        "~",
        "con",
        "x.md",
        "．",
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.string({ maxLength: 8 }),
    );
    const raw = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("/")),
      fc.array(piece, { maxLength: 12 }).map((parts) => `${parts.join("")}.md`),
      fc.string({ unit: "binary" }).map((text) => `${text}.md`),
    );
    fc.assert(
      fc.property(raw, (text) => {
        let path: string;
        try {
          path = parseFilePath(text);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== "invalid_path") throw error;
          return;
        }
        const names = path.split("/");
        expect(parseFilePath(path)).toBe(path);
        expect(path).toBe(path.normalize("NFC"));
        expect(new URL(path, "https://app.example/base/").pathname.startsWith("/base/")).toBe(true);
        expect(names.length).toBeLessThanOrEqual(WORKSPACE_LIMITS.depth);
        expect(new TextEncoder().encode(path).length).toBeLessThanOrEqual(WORKSPACE_LIMITS.pathBytes);
        for (const name of names) expect(name).not.toMatch(/^\.|^$|[\\%:\p{C}]|\.$|^\s|\s$/u);
        expect(FILE_SUFFIXES.some((suffix) => path.endsWith(suffix))).toBe(true);
        expect([...foldersOf(path), path].every((one) => isWithin(path, folderOf(one)))).toBe(true);
        expect(nameOf(path)).toBe(names.at(-1));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("UNSEEN: a new path", () => {
  it.each([
    "\u0430reas/x.md",
    "areas/rent r\u043ell.md",
    "areas/\u0391lpha.md",
    "skills/p\u0430y/SKILL.md",
    "areas/5\u03360.md",
    "areas/\u20dda.md",
    "areas/\u0301a.md",
  ])("that could be taken for another is refused: %s", (path) => {
    expect(() => checkClear(path)).toThrow(expect.objectContaining({ code: "invalid_path" }) as Error);
  });

  it.each([
    "areas/Birkenstra\u00dfe.md",
    "areas/\u0440\u0435\u043c\u043e\u043d\u0442.md",
    "areas/\u03a9 ohm.md",
    "\u65e5\u672c/\u6771\u4eac.md",
  ])("in any one alphabet is taken: %s", (path) => {
    expect(() => checkClear(path)).not.toThrow();
    expect(parseFilePath(path)).toBe(path);
  });
});
