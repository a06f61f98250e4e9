/**
 * GitHub's official description of the commit listing as a judge of our own answers. The saved slice has no Git data endpoints (refs, trees, blobs,
 * commits); those keep to docs.github.com/rest/git (version 2022-11-28) and are judged by `git-data.ts` alone.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const SPEC_FILE = join(import.meta.dirname, "../specs/github-commits.openapi.json");
const LIST = "/repos/{owner}/{repo}/commits";

let judge: ((body: unknown) => readonly unknown[]) | null = null;

/** What is wrong with a list of commits. */
export function commitListIssues(body: unknown): readonly unknown[] {
  judge ??= makeJudge();
  return judge(body);
}

function makeJudge(): (body: unknown) => readonly unknown[] {
  const spec = JSON.parse(readFileSync(SPEC_FILE, "utf8")) as {
    paths: Record<
      string,
      { get: { responses: Record<string, { content: Record<string, { schema: object }> }> } }
    >;
  };
  const schema = spec.paths[LIST]?.get.responses["200"]?.content["application/json"]?.schema ?? {};
  const validate = addFormats(new Ajv2020({ strict: false, allErrors: true, validateSchema: false })).compile(
    withNull(schema) as object,
  );
  return (body) =>
    validate(body)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => ({ instancePath, message }));
}

/** OpenAPI 3.0 says `nullable` also beside `oneOf`, which JSON Schema has no word for: null becomes one of the alternatives. */
function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (schema === null || typeof schema !== "object") return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withNull(value)]),
  );
  return nullable === true ? { anyOf: [{ type: "null" }, rest] } : rest;
}
