import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** `src/components/plain-tooltip.ts` says why. Should the library name its parts otherwise one day, the check of the first load fails. */
const plainTooltips: Plugin = {
  name: "plain-tooltips",
  enforce: "pre",
  resolveId: (source, importer = "") =>
    /\/tooltip-\w+\.js$/.test(source) && /\/kumo\/dist\/chunks\/button-\w+\.js/.test(importer)
      ? here("src/components/plain-tooltip.ts")
      : null,
};

/** An icon comes in six weights, of which the pages and the library show three: the others were a twentieth of the first load. */
const UNUSED_WEIGHTS = "duotone|light|thin";
const iconWeights: Plugin = {
  name: "icon-weights",
  enforce: "pre",
  transform(code, id) {
    if (new RegExp(`weight="(${UNUSED_WEIGHTS})"`).test(code))
      throw new Error(`${id} uses a weight that no icon has`);
    if (!/\/@phosphor-icons\/react\/dist\/defs\/\w+\.es\.js$/.test(id)) return null;
    const entries = new RegExp(`\\n  \\[\\n    "(?:${UNUSED_WEIGHTS})",[^]*?\\n  \\],?(?=\\n)`, "g");
    if (code.match(entries)?.length !== 3) throw new Error(`The weights of ${id} are written differently`);
    return { code: code.replace(entries, ""), map: null };
  },
};

const config: UserConfig = {
  root: here("."),
  plugins: [plainTooltips, iconWeights, react(), tailwindcss()],
  build: {
    outDir: here("../dist/client"),
    emptyOutDir: true,
    assetsDir: "assets",
    // Assets under this size would be inlined as data: addresses, which the page's policy does not allow for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    reportCompressedSize: true,
    // The wire contract only describes: what a page does not use of it is not loaded with that page.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/src\/protocol\//, sideEffects: false }] },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: process.env["APP_URL"] ?? "http://127.0.0.1:8787", ws: true } },
  },
};

// A build is always the production one, whatever environment the command that asked for it runs in.
export default defineConfig(({ command }) => {
  if (command === "build") process.env["NODE_ENV"] = "production";
  return config;
});
