import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: here("../dist/client"),
    emptyOutDir: true,
    assetsDir: "assets",
    // Assets under this size would be inlined as data: addresses, which the page's policy does not allow for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    reportCompressedSize: true,
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: process.env["APP_URL"] ?? "http://127.0.0.1:8787", ws: true } },
  },
});
