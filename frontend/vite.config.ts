import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { accountSkillFiles } from "../src/accounts/api/skill-files.ts";
import { englishWordsNotice, englishWordsText } from "./english-words.ts";
import { iconWeights } from "./icon-weights.ts";
import { manualPages } from "./manual-pages.ts";
import { noJsonSchema } from "./no-json-schema.ts";

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

const compact = (path: string): string =>
  JSON.stringify(JSON.parse(readFileSync(here(path), "utf8")) as unknown);
/** Documents that a deployment has as files of its own: what the product serves (src/features/routes/openapi.ts), how right its agents are (src/team/api/evaluation.ts), what it writes for a team's first account (src/accounts/open.ts), its help pages (src/team/wiring/manual.ts), and English words (src/workspace/routes/examples.ts). */
const DOCUMENTS = {
  "openapi.json": () => compact("../docs/openapi/steward.json"),
  "evaluation.json": () => compact("../test/eval/results.json"),
  "account-skills.json": () => JSON.stringify([...accountSkillFiles()]),
  "manual.json": () => JSON.stringify(manualPages()),
  "english-words.txt": englishWordsText,
  "english-words.copyright.txt": englishWordsNotice,
};
const documents: Plugin = {
  name: "documents",
  generateBundle() {
    for (const [fileName, source] of Object.entries(DOCUMENTS))
      this.emitFile({ type: "asset", fileName, source: source() });
  },
  configureServer({ middlewares }) {
    for (const [fileName, source] of Object.entries(DOCUMENTS))
      middlewares.use(`/${fileName}`, (_, response) =>
        response
          .setHeader("content-type", fileName.endsWith(".json") ? "application/json" : "text/plain")
          .end(source()),
      );
  },
};

const config: UserConfig = {
  root: here("."),
  plugins: [documents, plainTooltips, iconWeights(here("..")), noJsonSchema, react(), tailwindcss()],
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
