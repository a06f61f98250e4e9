/**
 * ADD-ONE: a copy of the product with one thing added to it, as a newcomer would: its file (or folder) and one line. What the copy then does is the
 * test; nothing else of it may be touched.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "../..");
const FIXTURES = join(ROOT, "test/fixtures/add-one");
const COPIED = [
  "src",
  "durable-objects",
  "workflows",
  "sandbox",
  "frontend/src",
  "tsconfig.json",
  "tsconfig.base.json",
];
const run = promisify(execFile);

/** What is added. */
export interface Addition {
  /** Its files: where they go, and the fixture that holds them. */
  readonly files: Readonly<Record<string, string>>;
  /** The one line, at the end of a list. */
  readonly line: { readonly in: string; readonly add: string };
}

/** A copy of the product. */
export interface Copy {
  readonly dir: string;
  /** Problems of the compiler; empty where it fits. */
  typeCheck(): Promise<string>;
  /** Runs a script of the copy and hands back what it prints as JSON. */
  run(script: string): Promise<unknown>;
  remove(): Promise<void>;
}

/** Makes the copy. */
export async function copyWith({ files, line }: Addition): Promise<Copy> {
  if (line.add.trim().includes("\n")) throw new Error("more than one line");
  await mkdir(join(ROOT, "dist"), { recursive: true });
  const dir = await mkdtemp(join(ROOT, "dist", "add-one-"));
  await Promise.all(
    COPIED.map((path) => cp(join(ROOT, path), join(dir, path), { recursive: true, errorOnExist: true })),
  );
  await symlink(join(ROOT, "node_modules"), join(dir, "node_modules"));
  for (const [to, fixture] of Object.entries(files)) {
    await mkdir(dirname(join(dir, to)), { recursive: true });
    await writeFile(join(dir, to), await readFile(join(FIXTURES, fixture), "utf8"), { flag: "wx" });
  }
  const listed = join(dir, line.in);
  await writeFile(listed, `${(await readFile(listed, "utf8")).trimEnd()}\n${line.add.trim()}\n`);
  const node = join(ROOT, "node_modules/.bin/node");
  return {
    dir,
    async typeCheck() {
      const tsc = join(ROOT, "node_modules/.bin/tsc");
      return run(tsc, ["--noEmit", "-p", "tsconfig.json"], { cwd: dir }).then(
        () => "",
        (error: { stdout?: string }) => error.stdout ?? "the compiler did not run",
      );
    },
    async run(script) {
      const path = join(dir, "drive.ts");
      await writeFile(path, script);
      const { stdout } = await run(node, ["--disable-warning=ExperimentalWarning", path], { cwd: dir });
      return JSON.parse(stdout) as unknown;
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
