import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { fromFeatures } from "../../kernel/features.ts";

declare module "../../kernel/features.ts" {
  interface Feature {
    /** The feature's table modules. */
    readonly tables?: readonly object[];
  }
}

export const allTables = fromFeatures((features): readonly SQLiteTable[] =>
  features
    .flatMap(({ tables = [] }) => tables)
    .flatMap((module) => Object.values(module) as unknown[])
    .filter((one): one is SQLiteTable => is(one, SQLiteTable)),
);
