/** `Env` is held against wrangler.toml; a planted difference of each kind is found. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bindingProblems, checkBindingTypes } from "../../../scripts/binding-types.ts";
import { ROOT } from "../../../scripts/tooling.ts";

const DECLARED = readFileSync(join(ROOT, "src/platform/env.ts"), "utf8");
const SECRETS = ["ANTHROPIC_API_KEY", "MASTER_KEYS", "VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"];

it("Env is what wrangler.toml binds and .dev.vars.example lists", async () => {
  expect(await checkBindingTypes()).toEqual([]);
});

it("finds a binding that Env lacks or says otherwise, a variable that nothing sets, and a secret that nothing reads", () => {
  const members = [...DECLARED.matchAll(/^ {2}readonly ([A-Z0-9_]+): string;$/gm)].map(
    ([, name]) => `\t${name}: string;`,
  );
  const generated = `interface __BaseEnv_Bindings {\n${members.join("\n")}\n\tCACHE: KVNamespace;\n\tDB: R2Bucket;\n}\n`;
  const problems = bindingProblems(generated, DECLARED, [...SECRETS, "UNREAD_KEY"]);
  expect(problems).toContain("CACHE of wrangler.toml is not in Env");
  expect(problems).toContain("DB is R2Bucket, and D1Database in Env");
  expect(problems).toContain("UNREAD_KEY of .dev.vars.example is not in Env");
  expect(problems).toContain("FILES of Env is neither in wrangler.toml nor a secret of .dev.vars.example");
  expect(bindingProblems("", DECLARED, SECRETS)).toEqual(["no bindings were read"]);
});
