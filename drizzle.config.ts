import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./src/*/tables/*.ts", "./src/platform/db/tables/*.ts"],
  out: "./migrations",
});
