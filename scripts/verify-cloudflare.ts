/**
 * `npm run verify:cloudflare`: verifies a deployment: resources of wrangler.toml, migrations, secrets, and the URL serving this version.
 * Needs CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN (Read for all); changes nothing. Exits with 1 if anything is missing.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { EMBEDDING_DIMENSIONS } from "../src/knowledge/vectors/index.ts";
import { cloudflareCalls, METADATA_INDEXES, type CloudflareAccount } from "./cloudflare-rest.ts";
import { configOfDeployment, readDeployment, type Deployment } from "./deployment.ts";
import { APP_CONFIG, parseVars, ROOT } from "./tooling.ts";

const SECRETS = ["ANTHROPIC_API_KEY", "MASTER_KEYS", "VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"];

export interface Expected {
  readonly deployment: Deployment;
  readonly migrations: number;
  readonly appUrl: string;
  readonly version: string;
}

/** Reports each check; returns the number of failures. */
export async function verifyAccount(
  account: CloudflareAccount,
  { deployment, migrations, appUrl, version }: Expected,
  say: (line: string) => void,
): Promise<number> {
  const call = cloudflareCalls(account);
  const get = async (path: string): Promise<unknown> => call("GET", path);
  let failed = 0;
  /** The check returns the problem, or null. */
  const check = async (what: string, run: () => Promise<string | null>): Promise<void> => {
    const wrong = await run().catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    if (wrong !== null) failed++;
    say(wrong === null ? `ok       ${what}` : `MISSING  ${what}: ${wrong}`);
  };
  const { worker, codeWorker, databases, bucket, queues, workflows, vectorIndex } = deployment;

  for (const name of [codeWorker, worker])
    await check(`Worker ${name}`, async () => (await get(`/workers/scripts/${name}/settings`), null));
  await check(`secrets of ${worker}`, async () => {
    const there = (await get(`/workers/scripts/${worker}/secrets`)) as readonly { name: string }[];
    return lacking(
      SECRETS,
      there.map(({ name }) => name),
    );
  });
  await check(`cron of ${worker}`, async () => {
    const { schedules } = (await get(`/workers/scripts/${worker}/schedules`)) as {
      schedules: readonly { cron: string }[];
    };
    return lacking(
      ["* * * * *"],
      schedules.map(({ cron }) => cron),
    );
  });
  for (const { name } of databases)
    await check(`D1 database ${name} with its migrations`, async () => {
      const { uuid } = (await get(`/d1/database/${encodeURIComponent(name)}`)) as { uuid: string };
      const sql = "select count(*) as count from d1_migrations";
      const [answer] = (await call("POST", `/d1/database/${uuid}/query`, { sql })) as readonly {
        results: readonly { count: number }[];
      }[];
      const applied = answer?.results[0]?.count ?? 0;
      return applied === migrations ? null : `${applied} of ${migrations} migrations are applied`;
    });
  await check(`R2 bucket ${bucket}`, async () => (await get(`/r2/buckets/${bucket}`), null));
  for (const name of queues)
    await check(`queue ${name} with its consumer`, async () => {
      const [queue] = (await get(`/queues?name=${name}`)) as readonly { consumers: readonly unknown[] }[];
      if (queue === undefined) return "there is none";
      return queue.consumers.length > 0 ? null : "nothing consumes it";
    });
  for (const name of workflows)
    await check(`Workflow ${name}`, async () => (await get(`/workflows/${name}`), null));
  if (vectorIndex === null) say("off      finding by meaning (MEANING)");
  else await check(`Vectorize index ${vectorIndex}`, () => indexProblem(get, vectorIndex));
  await check(`${worker} is version ${version}`, async () => {
    const { bindings } = (await get(`/workers/scripts/${worker}/settings`)) as {
      bindings: readonly { name: string; text?: string }[];
    };
    const its = bindings.find(({ name }) => name === "STEWARD_VERSION")?.text ?? "unknown";
    return its === version ? null : `it is ${its}`;
  });
  await check(`${appUrl} answers`, () => servedProblem(appUrl));
  return failed;
}

function lacking(wanted: readonly string[], there: readonly string[]): string | null {
  const lost = wanted.filter((one) => !there.includes(one));
  return lost.length === 0 ? null : `without ${lost.join(", ")}`;
}

async function indexProblem(
  get: (path: string) => Promise<unknown>,
  vectorIndex: string,
): Promise<string | null> {
  const path = `/vectorize/v2/indexes/${vectorIndex}`;
  const { config } = (await get(path)) as { config: { dimensions: number; metric: string } };
  if (config.dimensions !== EMBEDDING_DIMENSIONS || config.metric !== "cosine")
    return `it has ${config.dimensions} dimensions by ${config.metric}`;
  const { metadataIndexes } = (await get(`${path}/metadata_index/list`)) as {
    metadataIndexes: readonly { propertyName: string; indexType: string }[];
  };
  const there = metadataIndexes.map((one) => `${one.propertyName} (${one.indexType.toLowerCase()})`);
  return lacking(
    METADATA_INDEXES.map(([property, type]) => `${property} (${type})`),
    there,
  );
}

async function servedProblem(appUrl: string): Promise<string | null> {
  const answer = await fetch(`${appUrl}/api/health`, { signal: AbortSignal.timeout(30_000) });
  const said = await answer.text();
  return answer.ok ? null : `it answers ${answer.status}: ${said.slice(0, 300)}`;
}

/** What a deployment of this repository should have, with the operator's variables in `folder`. */
export async function expectedHere(environment: string, folder = ROOT): Promise<Expected> {
  const suffix = environment === "" ? "" : `.${environment}`;
  const vars = parseVars(await readFile(join(folder, `.deploy${suffix}.vars`), "utf8").catch(() => ""));
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
  const text = configOfDeployment(await readFile(join(ROOT, APP_CONFIG), "utf8"), {
    environment,
    version,
    vars,
  });
  const files = await readdir(join(ROOT, "migrations"));
  return {
    deployment: readDeployment(text, environment),
    migrations: files.filter((name) => name.endsWith(".sql")).length,
    appUrl: (vars["APP_URL"] ?? "").replace(/\/+$/, ""),
    version,
  };
}

if (import.meta.main) {
  const {
    CLOUDFLARE_ACCOUNT_ID: accountId = "",
    CLOUDFLARE_API_TOKEN: token = "",
    CLOUDFLARE_API_BASE_URL: baseUrl,
  } = process.env;
  const at = process.argv.indexOf("--env");
  const expected = await expectedHere(at === -1 ? "" : (process.argv[at + 1] ?? ""));
  if (accountId === "" || token === "" || expected.appUrl === "") {
    console.error("Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN, and APP_URL in .deploy.vars.");
    process.exit(1);
  }
  const failed = await verifyAccount({ accountId, token, baseUrl }, expected, (line) => console.log(line));
  console.log(failed === 0 ? "The deployment is complete." : `${failed} missing.`);
  process.exitCode = failed === 0 ? 0 : 1;
}
