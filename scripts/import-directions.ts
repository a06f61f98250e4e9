/**
 * Who may import whom (README, Map of folders). Reads every module with the TypeScript-aware parser of oxc and fails on an import that
 * no rule allows, on a cycle between domains, and below a floor of modules read, so that it can never pass by reading nothing.
 */
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "oxc-parser";

/** Folders of `src` that are domains: each sees the other domains only through their index, ports or sealed module. */
const DOMAINS = [
  "accounts",
  "approvals",
  "archive",
  "audit",
  "auth",
  "backup",
  "clock",
  "code",
  "connections",
  "contacts",
  "conversations",
  "earned",
  "entities",
  "erased",
  "erasure",
  "events",
  "examples",
  "first-steps",
  "inbox",
  "knowledge",
  "mcp",
  "metrics",
  "mcp-servers",
  "mirror",
  "notifications",
  "policy",
  "privacy",
  "projects",
  "project-agents",
  "proof",
  "retention",
  "runs",
  "schedules",
  "search",
  "skills",
  "telemetry",
  "texts",
  "threads",
  "upkeep",
  "usage",
  "vectors",
  "web",
  "workspace",
] as const;

interface Rule {
  readonly name: string;
  readonly of: RegExp;
  readonly may: readonly RegExp[];
}

const KERNEL = /^src\/kernel\//;
const PROTOCOL = /^src\/protocol\//;
const DB = /^src\/db\//;
const DOMAIN_FACE = new RegExp(`^src/(${DOMAINS.join("|")})/(index|ports|sealed)\\.ts$`);

/** First rule whose `of` matches decides; what it does not list is refused. */
export const RULES: readonly Rule[] = [
  { name: "kernel stands alone", of: KERNEL, may: [KERNEL] },
  { name: "protocol sees the kernel", of: PROTOCOL, may: [KERNEL, PROTOCOL] },
  { name: "db sees kernel and protocol", of: DB, may: [KERNEL, PROTOCOL, DB] },
  {
    name: "the worker for files of strangers reads e-mails and pages too",
    of: /^src\/code\/worker\.ts$/,
    may: [DOMAIN_FACE, /^src\/code\//, /^src\/channels\/email\/(inbound|html-text|trim-quote)\.ts$/],
  },
  ...DOMAINS.map((domain) => ({
    name: `${domain} meets other domains only through their index`,
    of: new RegExp(`^src/${domain}/`),
    may: [KERNEL, PROTOCOL, DB, new RegExp(`^src/${domain}/`), DOMAIN_FACE],
  })),
  {
    name: "channels see domains",
    of: /^src\/channels\//,
    may: [KERNEL, PROTOCOL, DOMAIN_FACE, /^src\/channels\//],
  },
  {
    name: "agents see domains",
    of: /^src\/agents\//,
    may: [KERNEL, PROTOCOL, DB, DOMAIN_FACE, /^src\/agents\//, /^src\/tools\/index\.ts$/],
  },
  {
    name: "tools read through ports",
    of: /^src\/tools\//,
    may: [
      KERNEL,
      PROTOCOL,
      DB,
      DOMAIN_FACE,
      /^src\/tools\//,
      /^src\/agents\/(ports|index)\.ts$/,
      /^src\/agents\/hooks\//,
      // Kinds of effects, to make their documents; what performs them is out of reach.
      /^src\/actions\/(?!executor\.ts)/,
      /^src\/tenant\/index\.ts$/,
      /^src\/integrations\/(registry|json-client)\.ts$/,
      /^src\/integrations\/[^/]+\/(read|calendar|drive|docs|sheets)\.ts$/,
    ],
  },
  {
    name: "only actions import an integration's write",
    of: /^src\/actions\//,
    may: [
      KERNEL,
      PROTOCOL,
      DB,
      DOMAIN_FACE,
      /^src\/actions\//,
      /^src\/integrations\/[^/]+\/(write|drive-write|read|client|calendar|drive|sheets)\.ts$/,
      /^src\/integrations\/(registry|allowance)\.ts$/,
    ],
  },
  {
    name: "the tenant handle names what can be opened",
    of: /^src\/tenant\//,
    may: [KERNEL, PROTOCOL, DB, DOMAIN_FACE, /^src\/integrations\/registry\.ts$/],
  },
  {
    name: "integrations stand on the kernel",
    of: /^src\/integrations\//,
    may: [
      KERNEL,
      PROTOCOL,
      DB,
      DOMAIN_FACE,
      /^src\/integrations\//,
      /^src\/agents\/ports\.ts$/,
      /^src\/channels\/email\/headers\.ts$/,
    ],
  },
  {
    name: "platform implements ports",
    of: /^src\/platform\//,
    may: [
      KERNEL,
      PROTOCOL,
      DB,
      /^src\/platform\//,
      DOMAIN_FACE,
      /^src\/agents\/ports\.ts$/,
      /^src\/integrations\/(registry|json-client)\.ts$/,
    ],
  },
  {
    name: "app wires everything but the shells",
    of: /^src\/app\//,
    may: [/^src\/(?!http\/(?!services\.ts$)|index\.ts)/, /^src\/integrations\/(?!.*write\.ts)/],
  },
  {
    name: "http is given its services",
    of: /^src\/http\//,
    may: [/^src\/(?!app\/|integrations\/|index\.ts|actions\/|tools\/(?!index\.ts))/],
  },
  {
    name: "the entry sees the shells",
    of: /^src\/index\.ts$/,
    may: [/^src\/(app|http|platform)\//, /^durable-objects\//, /^workflows\//],
  },
  {
    name: "shells see domains and the app",
    of: /^(durable-objects|workflows)\//,
    may: [/^src\/(?!http\/|integrations\/|index\.ts)/, /^(durable-objects|workflows)\//],
  },
  {
    name: "the frontend sees the protocol alone, the one decoder for bytes, and the record of evaluation",
    of: /^frontend\//,
    may: [/^frontend\//, PROTOCOL, /^src\/kernel\/decode-text\.ts$/, /^test\/eval\/results\.json$/],
  },
  {
    name: "the sandbox sees the protocol and the kernel",
    of: /^sandbox\//,
    may: [/^sandbox\//, PROTOCOL, KERNEL],
  },
];

/** Packages only one place may touch. */
const FENCED: readonly { readonly package: RegExp; readonly only: RegExp }[] = [
  { package: /^drizzle-orm\/d1$/, only: /^src\/db\// },
  { package: /^@anthropic-ai\/sdk$/, only: /^src\/integrations\/anthropic\// },
  { package: /^web-push$/, only: /^src\/integrations\/push\// },
  { package: /^agents\//, only: /^durable-objects\// },
  { package: /^jose$/, only: /^(src\/auth|src\/integrations|src\/platform|sandbox)\// },
];

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
      if (arrow.to.endsWith("/write.ts") && !/^src\/(actions|integrations)\//.test(arrow.from)) {
        found.push({ from: arrow.from, to: arrow.to, rule: "only actions import an integration's write" });
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

/** A circle between domains by imports that exist at run time, as a list of domain names; null when there is none. */
export function domainCircle(arrows: readonly Arrow[]): string[] | null {
  const next = new Map<string, Set<string>>();
  const domainOf = (path: string): string | null => /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
  for (const arrow of arrows) {
    const from = domainOf(arrow.from);
    const to = arrow.own && !arrow.typeOnly ? domainOf(arrow.to) : null;
    if (from === null || to === null || from === to) continue;
    if (!(DOMAINS as readonly string[]).includes(from) || !(DOMAINS as readonly string[]).includes(to))
      continue;
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const visit = (node: string, path: readonly string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    for (const to of next.get(node) ?? []) {
      const circle = visit(to, [...path, node]);
      if (circle !== null) return circle;
    }
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

/** Reads the tree and returns what is wrong with it, and how many modules were read. */
export async function checkDirections(root: string): Promise<{ modules: number; problems: string[] }> {
  const files: string[] = [];
  for (const folder of ["src", "durable-objects", "workflows", "frontend", "sandbox"])
    files.push(...(await modulesBelow(join(root, folder))));
  const arrows: Arrow[] = [];
  for (const path of files)
    arrows.push(...arrowsOf(root, relative(root, path), await readFile(path, "utf8")));
  const problems = violationsOf(arrows).map(({ from, to, rule }) => `${from} → ${to}\n    breaks: ${rule}`);
  const circle = domainCircle(arrows);
  if (circle !== null) problems.push(`domains in a circle: ${circle.join(" → ")}`);
  return { modules: files.length, problems };
}
