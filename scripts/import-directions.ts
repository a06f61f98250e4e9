/**
 * Who may import whom: kernel ← platform ← approvals, agent ← features ← the list of features, the entry and the shells. A feature sees another only
 * through its faces. Reads every module with the TypeScript-aware parser of oxc and fails on an import that no rule allows, on a cycle between domains,
 * and below a floor of modules read, so that it can never pass by reading nothing. Imports that still run the wrong way stand in
 * `scripts/import-debt.txt`; an unlisted one fails, and so does a listed one that is gone.
 */
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "oxc-parser";

/** Rooms that are features: each sees the others only through their faces. */
export const FEATURES = [
  "accounts",
  "integrations",
  "knowledge",
  "mcp",
  "messaging",
  "notifications",
  "projects",
  "team",
  "workspace",
] as const;

interface Rule {
  readonly name: string;
  readonly of: RegExp;
  readonly may: readonly RegExp[];
}

const KERNEL = /^src\/kernel\//;
const PLATFORM = /^src\/platform\//;
/** The wire contract of a room: zod schemas and endpoint tables. */
const API = /^src\/[^/]+\/api\//;
const CORE = /^src\/(approvals|agent)\//;
/** What a feature shows to others: public functions, what opens it for a team, ports, sealed capabilities, tables. */
const FACE = new RegExp(
  `^src/(${FEATURES.join("|")})/(([^/]+/)*(index|ports|sealed|registry|open(-[a-z-]+)?)\\.ts$|tables/)`,
);
/** A vendor's clients: what reads of them anybody may use, what writes only effects. */
const VENDOR = /^src\/integrations\/(json-client\.ts|[^/]+\/[^/]+\.ts)$/;

/** First rule whose `of` matches decides; what it does not list is refused. */
export const RULES: readonly Rule[] = [
  { name: "the kernel stands alone", of: KERNEL, may: [KERNEL] },
  { name: "a wire contract sees the kernel and other contracts", of: API, may: [KERNEL, API] },
  { name: "the platform sees the kernel and wire contracts", of: PLATFORM, may: [KERNEL, PLATFORM, API] },
  {
    name: "approvals stand on the platform",
    of: /^src\/approvals\//,
    may: [KERNEL, PLATFORM, API, /^src\/approvals\//],
  },
  {
    name: "the agent stands on approvals and the platform",
    of: /^src\/agent\//,
    may: [KERNEL, PLATFORM, API, CORE],
  },
  ...FEATURES.map((room) => ({
    name: `${room} meets other features only through their faces`,
    of: new RegExp(`^src/${room}/`),
    may: [KERNEL, PLATFORM, API, CORE, FACE, VENDOR, new RegExp(`^src/${room}/`)],
  })),
  { name: "the list of features sees every room", of: /^src\/features\//, may: [/^src\//] },
  {
    name: "the entry sees features, platform and shells",
    of: /^src\/index\.ts$/,
    may: [/^src\/(features|platform)\//, /^durable-objects\//, /^workflows\//],
  },
  {
    name: "shells see rooms",
    of: /^(durable-objects|workflows)\//,
    may: [/^src\/(?!index\.ts)/, /^(durable-objects|workflows)\//],
  },
  {
    name: "the frontend sees wire contracts, the one decoder for bytes and how words are compared",
    of: /^frontend\//,
    may: [/^frontend\//, API, /^src\/kernel\/(?:decode-text|plain-words)\.ts$/],
  },
  {
    name: "the sandbox sees wire contracts and the kernel",
    of: /^sandbox\//,
    may: [/^sandbox\//, API, KERNEL],
  },
];

/** Who may import what changes things at a vendor: effects, and the vendor's own folder for what it opens. */
const MAY_WRITE =
  /^src\/([^/]+\/)+effects\/|^src\/integrations\/[^/]+\/[^/]+\.ts$|^src\/features\/executor\.ts$/;

/** Packages only one place may touch. */
const FENCED: readonly { readonly package: RegExp; readonly only: RegExp }[] = [
  { package: /^drizzle-orm\/d1$/, only: /^src\/platform\/db\// },
  { package: /^@anthropic-ai\/sdk$/, only: /^src\/integrations\/anthropic\// },
  { package: /^web-push$/, only: /^src\/notifications\/push\// },
  { package: /^agents\//, only: /^durable-objects\// },
  { package: /^jose$/, only: /^(src\/integrations|src\/platform|sandbox)\// },
  { package: /^node:process$/, only: /^src\/platform\// },
];

/** The bindings: everything else is handed a context. */
const BINDINGS = "src/platform/env.ts";
const SEES_BINDINGS = /^(src\/platform\/|src\/index\.ts$|durable-objects\/|workflows\/)/;

/** One import that no rule allows. */
export interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: string;
}

/** An import of a module: a path from the root for our own, a package name otherwise. `typeOnly` imports vanish at run time. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly own: boolean;
  readonly typeOnly: boolean;
}

/** The arrows of one module's text. */
export function arrowsOf(root: string, file: string, text: string): Arrow[] {
  const parsed = parseSync(file, text);
  const list: { specifier: string; typeOnly: boolean }[] = [];
  for (const item of parsed.module.staticImports) {
    list.push({
      specifier: item.moduleRequest.value,
      typeOnly: item.entries.length > 0 && item.entries.every((entry) => entry.isType),
    });
  }
  for (const item of parsed.module.staticExports) {
    for (const entry of item.entries) {
      if (entry.moduleRequest !== null)
        list.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType });
    }
  }
  for (const item of parsed.module.dynamicImports) {
    const specifier = text
      .slice(item.moduleRequest.start, item.moduleRequest.end)
      .replace(/^["'`]|["'`]$/g, "");
    list.push({ specifier, typeOnly: false });
  }
  return list.map(({ specifier, typeOnly }) => {
    const own = specifier.startsWith(".");
    return {
      from: file,
      to: own ? relative(root, resolve(root, dirname(file), specifier)) : specifier,
      own,
      typeOnly,
    };
  });
}

/** Every arrow that no rule allows. */
export function violationsOf(arrows: readonly Arrow[]): Violation[] {
  const found: Violation[] = [];
  for (const arrow of arrows) {
    if (arrow.own) {
      const rule = RULES.find((candidate) => candidate.of.test(arrow.from));
      if (rule === undefined)
        found.push({ from: arrow.from, to: arrow.to, rule: "every module belongs to a rule" });
      else if (!rule.may.some((allowed) => allowed.test(arrow.to)))
        found.push({ from: arrow.from, to: arrow.to, rule: rule.name });
      if (arrow.to === BINDINGS && !SEES_BINDINGS.test(arrow.from))
        found.push({
          from: arrow.from,
          to: arrow.to,
          rule: "only the platform, the entry and shells see the bindings",
        });
      if (arrow.to.endsWith("/write.ts") && !MAY_WRITE.test(arrow.from)) {
        found.push({ from: arrow.from, to: arrow.to, rule: "only effects import an integration's write" });
      }
      continue;
    }
    for (const fence of FENCED) {
      const product = /^(src|durable-objects|workflows)\//.test(arrow.from);
      if (product && !arrow.typeOnly && fence.package.test(arrow.to) && !fence.only.test(arrow.from)) {
        found.push({
          from: arrow.from,
          to: arrow.to,
          rule: `${fence.package.source} stays behind ${fence.only.source}`,
        });
      }
    }
  }
  return found;
}

/** Folders of a room that are no domain: what the room says to the pages, holds in tables, offers to models, or puts together. */
const PARTS = /^(api|tables|routes|tools|effects|agents|wiring)$/;

/** Modules that put domains together: what opens them for a team, the list of vendors, and what a vendor has to be found. */
const TOGETHER = /\/open(-[a-z-]+)?\.ts$|^src\/integrations\/((registry|vendors)|[^/]+\/knowledge)\.ts$/;

/** The domain of a module: its room, or its folder within the room. Null for composition. */
export function domainOf(path: string): string | null {
  const [, room, folder, file] = /^src\/([^/]+)\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (room === undefined || folder === undefined || room === "features") return null;
  if (TOGETHER.test(path)) return null;
  if (file === undefined) return room;
  const isPart = path
    .split("/")
    .slice(2, -1)
    .some((part) => PARTS.test(part));
  if (isPart) return null;
  return folder === "oauth" ? room : `${room}/${folder}`;
}

/** A circle of domains by runtime imports, as a list of their names; null without one. */
export function domainCircle(arrows: readonly Arrow[]): string[] | null {
  const next = new Map<string, Set<string>>();
  for (const arrow of arrows) {
    const from = domainOf(arrow.from);
    const to = arrow.own && !arrow.typeOnly ? domainOf(arrow.to) : null;
    if (from === null || to === null || from === to) continue;
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const to of next.get(node) ?? []) {
      const circle = visit(to, [...path, node]);
      if (circle !== null) return circle;
    }
    done.add(node);
    return null;
  };
  for (const node of next.keys()) {
    const circle = visit(node, []);
    if (circle !== null) return circle;
  }
  return null;
}

async function modulesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Imports that break a rule and wait to be turned. */
const DEBT = "scripts/import-debt.txt";

/** Violations that are not listed as debt, and debt that no longer exists. */
export function problemsOf(violations: readonly Violation[], debt: readonly string[]): string[] {
  const line = ({ from, to }: Violation): string => `${from} -> ${to}`;
  const broken = new Set(violations.map(line));
  return [
    ...violations
      .filter((violation) => !debt.includes(line(violation)))
      .map((violation) => `${line(violation)}\n    breaks: ${violation.rule}`),
    ...debt
      .filter((known) => !broken.has(known))
      .map((known) => `${known}\n    is gone: take it off ${DEBT}`),
  ];
}

/** Reads the tree and returns what is wrong with it, and how many modules were read. */
export async function checkDirections(root: string): Promise<{ modules: number; problems: string[] }> {
  const files: string[] = [];
  for (const folder of ["src", "durable-objects", "workflows", "frontend", "sandbox"])
    files.push(...(await modulesBelow(join(root, folder))));
  const arrows: Arrow[] = [];
  for (const path of files)
    arrows.push(...arrowsOf(root, relative(root, path), await readFile(path, "utf8")));
  const debt = (await readFile(join(root, DEBT), "utf8")).split("\n").filter((line) => line !== "");
  const problems = problemsOf(violationsOf(arrows), debt);
  const circle = domainCircle(arrows);
  if (circle !== null) problems.push(`domains in a circle: ${circle.join(" → ")}`);
  return { modules: files.length, problems };
}
