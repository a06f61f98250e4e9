/**
 * An icon comes in six weights, each a drawing of its own. The build keeps the regular one and those in which a file that imports the icon shows
 * any, be it a page of ours or the component library: the others were a tenth of the first load.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const SPECIAL = ["bold", "duotone", "fill", "light", "thin"] as const;
const IMPORTS = /import \{([^}]*)\} from "(?:[^"]*\/icons\.ts|@phosphor-icons\/react)"/g;

/** Weights beside the regular one by an icon's name, without the `Icon` at its end. */
function shownWeights(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const shown = new Map<string, Set<string>>();
  const files = globSync(["frontend/src/**/*.tsx", "node_modules/@cloudflare/kumo/dist/**/*.js"], {
    cwd: root,
  });
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const weights = [...text.matchAll(/\bweight[=:][^\n]*/g)].flatMap(([line]) =>
      SPECIAL.filter((weight) => line.includes(`"${weight}"`)),
    );
    if (weights.length === 0) continue;
    const icons = [...text.matchAll(IMPORTS)].flatMap(([, names = ""]) => names.match(/\b[A-Z]\w+/g) ?? []);
    // The library's toasts bring icons of their own.
    if (file.startsWith("frontend") && (icons.length === 0 || /<Icon\s[^<]*\bweight=/.test(text)))
      throw new Error(`${file} shows in a weight an icon that it doesn't import`);
    for (const icon of icons.map((name) => name.replace(/Icon$/, "")))
      shown.set(icon, new Set([...(shown.get(icon) ?? []), ...weights]));
  }
  return shown;
}

/** Leaves out of each icon what nothing shows. `root` is the project's folder. */
export function iconWeights(root: string): Plugin {
  let shown: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  return {
    name: "icon-weights",
    enforce: "pre",
    buildStart: () => void (shown = shownWeights(root)),
    transform(code, id) {
      const [, icon] = /\/@phosphor-icons\/react\/dist\/defs\/(\w+)\.es\.js$/.exec(id) ?? [];
      if (icon === undefined) return null;
      const unused = SPECIAL.filter((weight) => shown.get(icon)?.has(weight) !== true);
      const entries = new RegExp(`\\n  \\[\\n    "(?:${unused.join("|")})",[^]*?\\n  \\],?(?=\\n)`, "g");
      if (code.match(entries)?.length !== unused.length)
        throw new Error(`The weights of ${id} are written differently`);
      return { code: code.replace(entries, ""), map: null };
    },
  };
}
