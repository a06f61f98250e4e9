/**
 * Import rules: kernel ← platform ← approvals, agent ← features ← features list, entry and shells. A feature imports others only through
 * their public faces. Parses every module with oxc and fails on a forbidden import, on a cycle between domains, or when too few modules
 * were read, so that it can't pass by reading nothing.
 */
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "oxc-parser";

interface Rule {
  readonly name: string;
  readonly of: RegExp;
  readonly may: readonly RegExp[];
  /** Whether a module may import its own room. */
  readonly ownRoom?: true;
}

/** Rooms below the features, and their list. */
const BELOW = "kernel|platform|approvals|agent";
const KERNEL = /^src\/kernel\//;
const PLATFORM = /^src\/platform\//;
/** A room's wire contract: zod schemas and endpoint tables. */
const API = /^src\/[^/]+\/api\//;
const CORE = /^src\/(approvals|agent)\//;
/** A feature's public faces: functions, openers, ports, sealed capabilities, tables, and the list of its effects, which others may propose. */
const FACE = new RegExp(
  `^src/(?!(?:${BELOW})/)[^/]+/(([^/]+/)*(index|ports|sealed|registry|open(-[a-z-]+)?|effects/all)\\.ts$|tables/)`,
);
/** Vendor clients: anyone may import readers, only effects may import writers. */
const VENDOR = /^src\/integrations\/(json-client\.ts|[^/]+\/[^/]+\.ts)$/;

/** The first rule whose `of` matches decides; unlisted imports are refused. */
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
  { name: "the list of features sees every room", of: /^src\/features\.ts$/, may: [/^src\//] },
  {
    name: "features meet each other only through their faces",
    of: /^src\/[^/]+\//,
    may: [KERNEL, PLATFORM, API, CORE, FACE, VENDOR],
    ownRoom: true,
  },
  {
    name: "the entry sees features, platform and shells",
    of: /^src\/index\.ts$/,
    may: [/^src\/(features\.ts$|platform\/)/, /^durable-objects\//, /^workflows\//],
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

/** Who may import a vendor's writers: effects, and the vendor's own folder. */
const MAY_WRITE = /^src\/([^/]+\/)+effects\/|^src\/integrations\/[^/]+\/[^/]+\.ts$/;

/** Packages restricted to one place. */
const FENCED: readonly { readonly package: RegExp; readonly only: RegExp }[] = [
  { package: /^drizzle-orm\/d1$/, only: /^src\/platform\/db\// },
  { package: /^@anthropic-ai\/sdk$/, only: /^src\/integrations\/anthropic\// },
  { package: /^web-push$/, only: /^src\/notifications\/push\// },
  { package: /^agents\//, only: /^durable-objects\// },
  { package: /^jose$/, only: /^(src\/integrations|src\/platform|src\/notifications\/push|sandbox)\// },
  { package: /^node:process$/, only: /^src\/platform\// },
];

/** Only this module reads bindings; others get a context. */
const BINDINGS = "src/platform/env.ts";
const SEES_BINDINGS = /^(src\/platform\/|src\/index\.ts$|durable-objects\/|workflows\/)/;

export interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: string;
}

/** An import: a root-relative path for our modules, else a package name. `typeOnly` imports vanish at run time. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly own: boolean;
  readonly typeOnly: boolean;
}

/** A module's imports. */
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

function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

/** Imports no rule allows. */
export function violationsOf(arrows: readonly Arrow[]): Violation[] {
  const found: Violation[] = [];
  for (const arrow of arrows) {
    if (arrow.own) {
      const rule = RULES.find((candidate) => candidate.of.test(arrow.from));
      if (rule === undefined)
        found.push({ from: arrow.from, to: arrow.to, rule: "every module belongs to a rule" });
      else if (
        !rule.may.some((allowed) => allowed.test(arrow.to)) &&
        !(rule.ownRoom && roomOf(arrow.from) === roomOf(arrow.to))
      )
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

/** Folders of a room that aren't domains: contracts, tables, tools. */
const PARTS = /^(api|tables|routes|tools|effects|agents)$/;

/** Composition modules: what features declare, openers, the list of vendors, and vendors' knowledge sources. */
const TOGETHER =
  /\/(feature|open(-[a-z-]+)?)\.ts$|^src\/integrations\/((registry|vendors)|[^/]+\/knowledge)\.ts$/;

/** A module's domain: its room, or its folder within the room. Null for composition. */
export function domainOf(path: string): string | null {
  const [, room, folder, file] = /^src\/([^/]+)\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (room === undefined || folder === undefined) return null;
  if (TOGETHER.test(path)) return null;
  if (file === undefined) return room;
  const isPart = path
    .split("/")
    .slice(2, -1)
    .some((part) => PARTS.test(part));
  if (isPart) return null;
  return folder === "oauth" ? room : `${room}/${folder}`;
}

/** A cycle of domains by runtime imports, as a list of names; null if there is none. */
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

/** Most pairs of rooms of which one imports the other. */
const MOST_PAIRS = 100;

/** Pairs of rooms of which the first imports the second, type imports included. */
export function roomPairs(arrows: readonly Arrow[]): Set<string> {
  const pairs = arrows.map(({ from, to }) => [roomOf(from), roomOf(to)] as const);
  return new Set(
    pairs.flatMap(([from, to]) =>
      from === undefined || to === undefined || from === to ? [] : [`${from} → ${to}`],
    ),
  );
}

/** Returns the problems and the number of modules read. */
export async function checkDirections(root: string): Promise<{ modules: number; problems: string[] }> {
  const files: string[] = [];
  for (const folder of ["src", "durable-objects", "workflows", "frontend", "sandbox"])
    files.push(...(await modulesBelow(join(root, folder))));
  const arrows: Arrow[] = [];
  for (const path of files)
    arrows.push(...arrowsOf(root, relative(root, path), await readFile(path, "utf8")));
  const problems = violationsOf(arrows).map(({ from, to, rule }) => `${from} -> ${to}\n    breaks: ${rule}`);
  const circle = domainCircle(arrows);
  if (circle !== null) problems.push(`domains in a circle: ${circle.join(" → ")}`);
  const pairs = roomPairs(arrows).size;
  if (pairs > MOST_PAIRS) problems.push(`${pairs} pairs of rooms, of ${MOST_PAIRS} allowed`);
  return { modules: files.length, problems };
}
