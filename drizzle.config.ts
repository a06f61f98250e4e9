import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  casing: "snake_case",
  schema: ["./src/*/tables/*.ts", "./src/platform/db/tables/*.ts"],
  out: "./migrations",
});
