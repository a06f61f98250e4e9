/** A deployment as described by `wrangler.toml` and the operator's variables. */
import { REGISTRATIONS } from "../src/integrations/registry.ts";
import { listDatabases, type Database } from "./databases.ts";

/** Non-secret variables the operator may set. */
const OPEN_VARS = [
  "APP_URL",
  "CLERK_ISSUER",
  "CLERK_AUTHORIZED_PARTIES",
  "CLERK_SIGN_IN_URL",
  "ACCESS_TEAM_URL",
  "ACCESS_AUD",
  "OPERATORS",
  "SECURITY_CONTACT",
  "SIGN_UP",
  "SIGN_UP_CONTACT",
  ...REGISTRATIONS.map(({ id }) => id),
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "LOGS_URL",
  "MEANING",
  "EMBEDDINGS_URL",
  "EMBEDDINGS_MODEL",
  "VAPID_SUBJECT",
  "AGENT_MODEL",
  "CHEAP_MODEL",
  "HEAVY_MODEL",
  "ANTHROPIC_BASE_URL",
  "QUO_BASE_URL",
  "QUO_MEDIA_URL",
  "PUSH_ALLOWED_HOSTS",
];

/** Resource names in the account. */
export interface Deployment {
  readonly worker: string;
  readonly databases: readonly Database[];
  readonly bucket: string;
  readonly queues: readonly string[];
  readonly workflows: readonly string[];
  /** Null if semantic search is off. */
  readonly vectorIndex: string | null;
  readonly codeWorker: string;
}

const blocksOf = (config: string): string[] => config.split(/^(?=\[)/m);
const valueIn = (block: string | undefined, key: string): string =>
  new RegExp(`^${key} = "(.*)"`, "m").exec(block ?? "")?.[1] ?? "";

/**
 * The deployed configuration: with the operator's variables, without the build command (already run), without Vectorize and Workers
 * AI if semantic search is off, and at the host of `APP_URL` if `CUSTOM_DOMAIN` is on.
 */
export function configOfDeployment(
  config: string,
  {
    environment,
    version,
    vars,
  }: {
    readonly environment: string;
    readonly version: string;
    readonly vars: Readonly<Record<string, string>>;
  },
): string {
  const within = environment === "" ? "" : `env.${environment}.`;
  const leftOut = [
    "[build]",
    ...(vars["MEANING"] === "off" ? [`[[${within}vectorize]]`, `[${within}ai]`] : []),
  ];
  const given = { ...vars, STEWARD_VERSION: version };
  return blocksOf(config)
    .filter((block) => !leftOut.some((header) => block.startsWith(header)))
    .map((block, index) => {
      const isTop = environment === "" ? index === 0 : block.startsWith(`[env.${environment}]`);
      if (isTop && vars["CUSTOM_DOMAIN"] === "on") return withDomain(block, vars["APP_URL"] ?? "");
      return block.startsWith(`[${within}vars]`) ? withVars(block, given) : block;
    })
    .join("");
}

/** Cloudflare makes the DNS record and the certificate of a custom domain when it is deployed. */
function withDomain(block: string, appUrl: string): string {
  const host = URL.parse(appUrl)?.hostname ?? "";
  if (!host.includes(".") || host.endsWith(".workers.dev"))
    throw new Error("CUSTOM_DOMAIN is on, but APP_URL has no domain of your own.");
  return `${block.trimEnd()}\nroutes = [{ pattern = ${JSON.stringify(host)}, custom_domain = true }]\n\n`;
}

function withVars(block: string, vars: Readonly<Record<string, string>>): string {
  let text = block;
  for (const name of ["STEWARD_VERSION", ...OPEN_VARS]) {
    const value = vars[name];
    if (value === undefined) continue;
    const line = `${name} = ${JSON.stringify(value)}`;
    const known = new RegExp(`^${name} = .*$`, "m");
    text = known.test(text)
      ? text.replace(known, () => line)
      : text.replace(/^\[.*\]\n/, (header) => `${header}${line}\n`);
  }
  return text;
}

/** The names in a configuration. */
export function readDeployment(config: string, environment: string): Deployment {
  const within = environment === "" ? "" : `env.${environment}.`;
  const blocks = blocksOf(config);
  const all = (header: string): string[] =>
    blocks.filter((block) => block.startsWith(`[[${within}${header}]]`));
  const top =
    environment === "" ? blocks[0] : blocks.find((block) => block.startsWith(`[env.${environment}]`));
  if (top === undefined) throw new Error(`wrangler.toml has no environment ${environment}.`);
  return {
    worker: valueIn(top, "name"),
    databases: listDatabases(all("d1_databases").join("").replaceAll(`[[${within}`, "[[")),
    bucket: valueIn(all("r2_buckets")[0], "bucket_name"),
    queues: all("queues.producers").map((block) => valueIn(block, "queue")),
    workflows: all("workflows").map((block) => valueIn(block, "name")),
    vectorIndex: valueIn(all("vectorize")[0], "index_name") || null,
    codeWorker: valueIn(all("services")[0], "service"),
  };
}
