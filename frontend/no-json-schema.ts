/** Pages check by schemas and make no JSON Schema of them, which is a fifth of zod. Its functions stay, and throw when one is called after all. */
import type { Plugin } from "vite";

const FILES = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
const NONE = 'const none = () => { throw new Error("Pages make no JSON Schema") };';

/** Every schema is given its own `create…` function's answer when it is made. */
const standIn = (name: string): string =>
  name.startsWith("create") ? `export const ${name} = () => none;` : `export const ${name} = none;`;

export const noJsonSchema: Plugin = {
  name: "no-json-schema",
  enforce: "pre",
  transform(code, id) {
    if (!FILES.test(id)) return null;
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = ""]) => name);
    if (names.length < 5) throw new Error(`${id} is written differently`);
    return { code: [NONE, ...names.map(standIn), "export { none as process };"].join("\n"), map: null };
  },
};
