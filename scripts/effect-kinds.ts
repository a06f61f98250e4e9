/**
 * No kind of effect is named outside its own file: not its literal, nor the part before its dot as a prefix. Reads every module with the
 * TypeScript-aware parser of oxc. Tests, migrations and the sandbox, which plays the world outside, may name them.
 */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseSync } from "oxc-parser";

/** Where kinds are declared: in a folder of this name. */
const HOME = "effects";
const FOLDERS = ["src", "durable-objects", "workflows", "frontend", "scripts"];
/** What declares a name that only its own file may hold. */
const MAKERS = ["defineEffect", "definePrecondition"];

/** What is declared by a name, such as a kind, and the file that declares it. */
export interface Kind {
  readonly name: string;
  readonly file: string;
}

/** A node of a parsed module. */
export type Node = Readonly<Record<string, unknown>>;

/** Whether it is one. */
export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

/** Every node of a module, the module itself first. */
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

/** The text of a string literal or of a piece of a template; null for any other node. */
export function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node["type"] === "Literal" && typeof node["value"] === "string") return node["value"];
  const piece = node["type"] === "TemplateElement" && isNode(node["value"]) ? node["value"]["cooked"] : null;
  return typeof piece === "string" ? piece : null;
}

/** The names a module declares: `key` of what it hands to one of the makers, a literal or a constant of its own. */
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

/** The kinds a module declares: `kind` of what it hands to `defineEffect` and `definePrecondition`. */
export function kindsIn(file: string, text: string): Kind[] {
  return declaredIn(file, text, MAKERS, "kind");
}

/** Where a module names a kind that another file declares, or asks for the part before its dot. */
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

/** `sms.` of `effect.kind.startsWith("sms.")`; null for any other node. */
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

/** Paths of the modules below a folder, from the root. */
export async function modulesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Reads the tree: the kinds there are, and every place that names one of another file. */
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
