/**
 * Checks that pages don't name tools or agents: what they show comes from the API. A multi-word name (`search_contacts`) may not occur in
 * the frontend at all, comments included; one that is also a plain word (`delegate`) not as a whole string, path segment or key. Exempt
 * are words of the wire contract itself: a page may name an agent whose output has its own form there, and a record type that shares an
 * agent's name.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { declaredIn, isNode, modulesBelow, nodesOf, textOf, type Kind, type Node } from "./effect-kinds.ts";

/** Functions that declare tools and agents. */
const MAKERS = ["defineTool", "defineAgent"];
const PAGES = "frontend/src";
const WIRE = /^src\/[^/]+\/api\//;

/** Object keys and string pieces of a node. */
function wordsOf(node: Node): string[] {
  const { type, key, computed } = node;
  const text = textOf(node);
  if (text !== null) return [text, ...text.split("/")];
  const isKey = type === "Property" && computed !== true && isNode(key) && typeof key["name"] === "string";
  return isKey ? [String(key["name"])] : [];
}

/** Places where a page's module names one of them. */
export function namesIn(file: string, text: string, names: readonly Kind[]): string[] {
  const [several, plain] = [
    names.filter(({ name }) => /[_-]/.test(name)),
    names.filter(({ name }) => !/[_-]/.test(name)),
  ];
  const said = (index: number, { name, file: home }: Kind): string =>
    `${file}:${text.slice(0, index).split("\n").length} names "${name}", which belongs to ${home}`;
  return [
    ...several.flatMap((one) =>
      [...text.matchAll(new RegExp(`(?<![\\w-])${one.name}(?![\\w-])`, "g"))].map(({ index }) =>
        said(index, one),
      ),
    ),
    ...nodesOf(file, text).flatMap((node) => {
      const words = wordsOf(node);
      return plain.filter(({ name }) => words.includes(name)).map((one) => said(Number(node["start"]), one));
    }),
  ];
}

/** All tool and agent names, and every mention in a page. */
export async function checkNamesInPages(
  root: string,
): Promise<{ names: readonly Kind[]; problems: readonly string[] }> {
  const read = (file: string) => readFile(join(root, file), "utf8");
  const names: Kind[] = [];
  const problems: string[] = [];
  const find = async (file: string, maker: string): Promise<void> => {
    const text = await read(file);
    const found = declaredIn(file, text, [maker], "name");
    names.push(...found);
    if (found.length < text.split(`= ${maker}(`).length - 1)
      problems.push(`${file} hands ${maker} a name that stands in another file: write it out`);
  };
  const modules = await modulesBelow(root, "src");
  for (const file of modules) for (const maker of MAKERS) await find(file, maker);
  const onTheWire = new Set<string>();
  for (const file of modules.filter((path) => WIRE.test(path)))
    for (const node of nodesOf(file, await read(file))) for (const word of wordsOf(node)) onTheWire.add(word);
  const told = names.filter(({ name }) => !onTheWire.has(name));
  for (const file of await modulesBelow(root, PAGES)) problems.push(...namesIn(file, await read(file), told));
  return { names, problems };
}
