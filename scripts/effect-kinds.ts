/**
 * Checks that no effect kind is named outside its own file, neither as a literal nor by its prefix. Parses every module with oxc. Tests,
 * migrations and the sandbox are exempt.
 */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseSync } from "oxc-parser";

/** Folder name of declarations. */
const HOME = "effects";
const FOLDERS = ["src", "durable-objects", "workflows", "frontend", "scripts"];
/** Functions that declare names reserved to their file. */
const MAKERS = ["defineEffect", "definePrecondition"];

/** A declared name, such as a kind, and its file. */
export interface Kind {
  readonly name: string;
  readonly file: string;
}

/** A node of a parsed module. */
export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

/** Every node of a module, starting with the module itself. */
export function nodesOf(file: string, text: string): Node[] {
  const found: Node[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isNode(value)) {
      if (typeof value["type"] === "string") found.push(value);
      for (const inner of Object.values(value)) walk(inner);
    }
  };
  walk(parseSync(file, text).program);
  return found;
}

/** The text of a string literal or template piece; null for other nodes. */
export function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node["type"] === "Literal" && typeof node["value"] === "string") return node["value"];
  const piece = node["type"] === "TemplateElement" && isNode(node["value"]) ? node["value"]["cooked"] : null;
  return typeof piece === "string" ? piece : null;
}

/** Names a module declares: `key` of the argument to one of the makers, as a literal or a local constant. */
export function declaredIn(file: string, text: string, makers: readonly string[], key: string): Kind[] {
  const nodes = nodesOf(file, text);
  const constants = new Map<unknown, string>();
  for (const { type, id, init } of nodes) {
    const value = textOf(init);
    if (type === "VariableDeclarator" && isNode(id) && value !== null) constants.set(id["name"], value);
  }
  return nodes.flatMap((node) => {
    const { type, callee } = node;
    if (type !== "CallExpression" || !isNode(callee) || !makers.includes(String(callee["name"]))) return [];
    const [given] = node["arguments"] as unknown[];
    const properties = isNode(given) ? (given["properties"] as Node[]) : [];
    const declared = properties.find(
      (property) => isNode(property["key"]) && property["key"]["name"] === key,
    )?.["value"];
    const name = textOf(declared) ?? (isNode(declared) ? constants.get(declared["name"]) : undefined);
    return name === undefined ? [] : [{ name, file }];
  });
}

/** Kinds a module declares with `defineEffect` and `definePrecondition`. */
export function kindsIn(file: string, text: string): Kind[] {
  return declaredIn(file, text, MAKERS, "kind");
}

/** Places where a module names a kind declared elsewhere, or tests for its prefix. */
export function namedIn(file: string, text: string, kinds: readonly Kind[]): string[] {
  const byPrefix = new Map(kinds.map((kind) => [kind.name.slice(0, kind.name.indexOf(".") + 1), kind]));
  return nodesOf(file, text).flatMap((node) => {
    const value = textOf(node) ?? prefixAskedFor(node);
    const kind = kinds.find(({ name }) => name === value) ?? byPrefix.get(prefixAskedFor(node) ?? " ");
    if (kind === undefined || kind.file === file) return [];
    const line = text.slice(0, Number(node["start"])).split("\n").length;
    return [`${file}:${line} names "${value ?? ""}", which belongs to ${kind.file}`];
  });
}

/** `sms.` in `effect.kind.startsWith("sms.")`; null for other nodes. */
function prefixAskedFor({ type, callee, ...call }: Node): string | null {
  if (type !== "CallExpression" || !isNode(callee) || !isNode(callee["property"])) return null;
  const { object } = callee;
  const asked = isNode(object)
    ? isNode(object["property"])
      ? object["property"]["name"]
      : object["name"]
    : null;
  if (callee["property"]["name"] !== "startsWith" || asked !== "kind") return null;
  return textOf((call["arguments"] as unknown[])[0]);
}

/** Module paths below a folder, relative to the root. */
export async function modulesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** All kinds, and every foreign mention of one. */
export async function checkEffectKinds(
  root: string,
): Promise<{ kinds: readonly Kind[]; problems: string[] }> {
  const read = async (file: string) => ({ file, text: await readFile(join(root, file), "utf8") });
  const home = await Promise.all(
    (await modulesBelow(root, "src")).filter((file) => file.includes(`/${HOME}/`)).map(read),
  );
  const kinds = home.flatMap(({ file, text }) => kindsIn(file, text));
  const problems: string[] = [];
  for (const folder of FOLDERS) {
    for (const file of await modulesBelow(root, folder)) {
      const { text } = await read(file);
      problems.push(...namedIn(file, text, kinds));
    }
  }
  return { kinds, problems };
}
