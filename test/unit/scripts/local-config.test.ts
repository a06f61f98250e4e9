/** What a laptop runs on is what is deployed, without the two bindings it can't have; staging is the same again under other names. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { unstable_readConfig, type Unstable_Config } from "wrangler";
import { localConfigText } from "../../../scripts/local-config.ts";
import { ROOT } from "../../../scripts/tooling.ts";

const DEPLOYED = join(ROOT, "wrangler.toml");
const LOCAL = join(ROOT, `wrangler.local.toml.test-${process.pid}.toml`);
writeFileSync(LOCAL, localConfigText(readFileSync(DEPLOYED, "utf8")));
afterAll(() => rmSync(LOCAL, { force: true }));

/** Of an account or a deployment alone, and where the file is. */
const OTHERWISE = new Set([
  "ai",
  "vectorize",
  "build",
  "env",
  "configPath",
  "userConfigPath",
  "definedEnvironments",
  "targetEnvironment",
  "d1_databases",
]);

type Config = Unstable_Config;

const comparable = (config: Config): Record<string, unknown> =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !OTHERWISE.has(key)));

const withoutIds = ({ d1_databases }: Config): unknown[] =>
  d1_databases.map((database) => ({ ...database, database_id: undefined }));

it("a laptop's configuration loses Vectorize, Workers AI and what only a deployment does", () => {
  const deployed = unstable_readConfig({ config: DEPLOYED, env: "" }, { hideWarnings: true });
  const local = unstable_readConfig({ config: LOCAL }, { hideWarnings: true });
  expect(comparable(local)).toEqual(comparable(deployed));
  expect(withoutIds(local)).toEqual(withoutIds(deployed));
  expect([
    deployed.ai?.binding,
    deployed.vectorize.map((index: { readonly binding: string }) => index.binding),
  ]).toEqual(["AI", ["VECTORS"]]);
  expect([local.ai, local.vectorize, local.build.command]).toEqual([undefined, [], undefined]);
});

it("what is deployed names no resource by an id of one account", () => {
  const deployed = unstable_readConfig({ config: DEPLOYED, env: "" }, { hideWarnings: true });
  expect(
    deployed.d1_databases.map((database: { readonly database_id?: string }) => database.database_id),
  ).toEqual([undefined]);
  expect(deployed.observability).toMatchObject({ enabled: true, traces: { enabled: true } });
  expect(deployed.version_metadata).toEqual({ binding: "CF_VERSION_METADATA" });
});

it("staging has all that production has, under names of its own", () => {
  const production = unstable_readConfig({ config: DEPLOYED, env: "" }, { hideWarnings: true });
  const staging = unstable_readConfig({ config: DEPLOYED, env: "staging" }, { hideWarnings: true });
  const named = JSON.stringify(comparable(staging))
    .replaceAll("-staging", "")
    .replaceAll(/"200(\d)"/g, '"100$1"');
  expect(JSON.parse(named)).toEqual(JSON.parse(JSON.stringify(comparable(production))));
  for (const key of ["r2_buckets", "queues", "workflows", "services", "vectorize", "d1_databases"] as const)
    expect(JSON.stringify(staging[key]), key).toMatch(/-staging/);
});
