/**
 * A Cloudflare account on this machine, as far as `npm run deploy` (through Wrangler) and `npm run verify:cloudflare` use its REST API: what is made is there afterwards, and
 * what isn't there is answered with Cloudflare's own codes.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { ACCOUNT, TOKEN } from "./cloudflare-rest.ts";

/** A Worker as it was uploaded. */
export interface Script {
  readonly bindings: readonly Readonly<Record<string, unknown>>[];
  readonly secrets: Set<string>;
  readonly tag: string;
}

/** What the account holds. */
export class AccountState {
  readonly databases = new Map<string, { id: string; migrations: string[] }>();
  readonly buckets = new Set<string>();
  readonly queues = new Map<string, { id: string; consumers: string[] }>();
  readonly indexes = new Map<string, { dimensions: number; metadata: Map<string, string> }>();
  readonly scripts = new Map<string, Script>();
  readonly schedules = new Map<string, readonly string[]>();
  readonly workflows = new Set<string>();
  /** Requests that changed something, in their order. */
  readonly changes: string[] = [];
  readonly unknown: string[] = [];
}

class Refused extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly type: string;
}

type Route = readonly [
  pattern: RegExp,
  answer: (state: AccountState, asked: Asked, parts: string[]) => unknown,
];

const jsonOf = ({ body }: Asked): Record<string, unknown> =>
  body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>);

function scriptOf(state: AccountState, name: string): Script {
  const script = state.scripts.get(name);
  if (script === undefined) throw new Refused(404, 10_007, "This Worker does not exist on your account.");
  return script;
}

/** The metadata of an upload. */
function metadataOf({ body }: Asked): Record<string, unknown> {
  const text = body.toString("latin1");
  const start = text.indexOf("{", text.indexOf('name="metadata"'));
  return JSON.parse(
    Buffer.from(text.slice(start, text.indexOf("\r\n--", start)), "latin1").toString(),
  ) as Record<string, unknown>;
}

function upload(state: AccountState, asked: Asked, name: string): Record<string, unknown> {
  const metadata = metadataOf(asked);
  const bindings = metadata["bindings"] as Script["bindings"];
  for (const { type, service } of bindings)
    if (type === "service" && service !== name && !state.scripts.has(String(service)))
      throw new Refused(
        400,
        10_144,
        `Service binding references Worker "${String(service)}" which was not found.`,
      );
  const secrets = new Set(state.scripts.get(name)?.secrets);
  for (const { type, name: secret } of bindings) if (type === "secret_text") secrets.add(String(secret));
  const annotations = (metadata["annotations"] ?? {}) as Record<string, string>;
  state.scripts.set(name, { bindings, secrets, tag: annotations["workers/tag"] ?? "" });
  return {
    id: name,
    tag: "t",
    etag: "e",
    deployment_id: "d",
    pipeline_hash: "p",
    mutable_pipeline_id: "m",
    startup_time_ms: 1,
    available_on_subdomain: true,
    entry_point: "index.js",
  };
}

function runSql(state: AccountState, { body }: Asked, id: string): unknown {
  const database = [...state.databases.values()].find((one) => one.id === id);
  if (database === undefined) throw new Refused(404, 7404, "The database was not found");
  const { sql } = JSON.parse(body.toString()) as { readonly sql: string };
  for (const [, name = ""] of sql.matchAll(/INSERT INTO .?d1_migrations.?[^']*'([^']+)'/gi))
    database.migrations.push(name);
  const results = /^\s*select/i.test(sql)
    ? /count\(/i.test(sql)
      ? [{ count: database.migrations.length }]
      : database.migrations.map((name, at) => ({ id: at + 1, name, applied_at: "2026-11-28" }))
    : [];
  return [{ results, success: true, meta: { duration: 1 } }];
}

function databaseOf(state: AccountState, name: string): unknown {
  const found = [...state.databases].find(([own, { id }]) => own === name || id === name);
  if (found === undefined) throw new Refused(404, 7404, "The database was not found");
  return {
    uuid: found[1].id,
    name: found[0],
    version: "production",
    num_tables: 1,
    file_size: 1,
    running_in_region: "ENAM",
  };
}

const queueOf = ([name, { id, consumers }]: [string, { id: string; consumers: string[] }]): unknown => ({
  queue_id: id,
  queue_name: name,
  consumers: consumers.map((script) => ({ type: "worker", script, script_name: script, settings: {} })),
  consumers_total_count: consumers.length,
  producers: [],
});

const ROUTES: readonly Route[] = [
  [/^GET \/memberships$/, () => [{ id: "m", account: { id: ACCOUNT, name: "Test" } }]],
  [/^GET \/accounts$/, () => [{ id: ACCOUNT, name: "Test" }]],
  [/^GET \/user$/, () => ({ id: "u", email: "owner@example.com" })],
  [/^GET \/user\/tokens\/verify$/, () => ({ id: "t", status: "active" })],
  [/^GET \/d1\/database$/, (state) => [...state.databases.keys()].map((name) => databaseOf(state, name))],
  [/^GET \/d1\/database\/([^/]+)$/, (state, _, [name = ""]) => databaseOf(state, name)],
  [
    /^POST \/d1\/database$/,
    (state, asked) => {
      const name = String(jsonOf(asked)["name"]);
      state.databases.set(name, { id: crypto.randomUUID(), migrations: [] });
      return databaseOf(state, name);
    },
  ],
  [/^POST \/d1\/database\/([^/]+)\/query$/, (state, asked, [id = ""]) => runSql(state, asked, id)],
  [/^GET \/r2\/buckets$/, (state) => ({ buckets: [...state.buckets].map((name) => ({ name })) })],
  [
    /^GET \/r2\/buckets\/([^/]+)$/,
    (state, _, [name = ""]) => {
      if (!state.buckets.has(name)) throw new Refused(404, 10_006, "The specified bucket does not exist.");
      return { name };
    },
  ],
  [/^POST \/r2\/buckets$/, (state, asked) => void state.buckets.add(String(jsonOf(asked)["name"]))],
  [
    /^GET \/queues$/,
    (state, { query }) =>
      [...state.queues].filter(([name]) => (query.get("name") ?? name) === name).map(queueOf),
  ],
  [
    /^POST \/queues$/,
    (state, asked) => {
      const name = String(jsonOf(asked)["queue_name"]);
      state.queues.set(name, { id: crypto.randomUUID().replaceAll("-", ""), consumers: [] });
      return queueOf([name, state.queues.get(name) ?? { id: "", consumers: [] }]);
    },
  ],
  [
    /^GET \/queues\/([^/]+)\/consumers$/,
    (state, _, [id = ""]) =>
      [...state.queues.values()]
        .find((one) => one.id === id)
        ?.consumers.map((script) => ({ type: "worker", script })) ?? [],
  ],
  [
    /^POST \/queues\/([^/]+)\/consumers$/,
    (state, asked, [id = ""]) => {
      const queue = [...state.queues.values()].find((one) => one.id === id);
      if (queue === undefined) throw new Refused(404, 11_000, "Queue does not exist");
      queue.consumers.push(String(jsonOf(asked)["script_name"]));
      return {};
    },
  ],
  [
    /^POST \/vectorize\/v2\/indexes$/,
    (state, asked) => {
      const { name, config } = jsonOf(asked) as { name: string; config: { dimensions: number } };
      state.indexes.set(name, { dimensions: Number(config.dimensions), metadata: new Map() });
      return { name, config };
    },
  ],
  [
    /^(?:GET|POST) \/vectorize\/v2\/indexes\/([^/]+)(?:\/metadata_index\/(create|list))?$/,
    (state, asked, [name = "", act]) => {
      const index = state.indexes.get(name);
      if (index === undefined) throw new Refused(404, 3000, "vectorize.index_not_found");
      if (act === "create") {
        const { propertyName, indexType } = jsonOf(asked);
        index.metadata.set(String(propertyName), String(indexType));
        return { mutationId: "m" };
      }
      if (act === "list")
        return {
          metadataIndexes: [...index.metadata].map(([propertyName, indexType]) => ({
            propertyName,
            indexType,
          })),
        };
      return { name, config: { dimensions: index.dimensions, metric: "cosine" } };
    },
  ],
  [
    /^GET \/workers\/services\/([^/]+)$/,
    (state, _, [name = ""]) => {
      const { tag } = scriptOf(state, name);
      return {
        id: name,
        default_environment: { environment: "production", script: { tag, last_deployed_from: "wrangler" } },
      };
    },
  ],
  [/^POST \/workers\/scripts\/[^/]+\/assets-upload-session$/, () => ({ jwt: "done", buckets: [] })],
  [/^PUT \/workers\/scripts\/([^/]+)$/, (state, asked, [name = ""]) => upload(state, asked, name)],
  // A Worker that is there gets a new version, which is deployed then.
  [
    /^POST \/workers\/scripts\/([^/]+)\/versions$/,
    (state, asked, [name = ""]) => ({
      ...upload(state, asked, name),
      id: crypto.randomUUID(),
      resources: { script: { etag: "e" }, script_runtime: {}, bindings: [] },
    }),
  ],
  [/^POST \/workers\/scripts\/[^/]+\/deployments$/, () => ({ id: "d" })],
  [/^POST \/graphql$/, () => ({})],
  [
    /^GET \/workers\/scripts\/([^/]+)\/settings$/,
    (state, _, [name = ""]) => {
      const { bindings } = scriptOf(state, name);
      return { bindings };
    },
  ],
  [
    /^GET \/workers\/scripts\/([^/]+)\/secrets$/,
    (state, _, [name = ""]) =>
      [...scriptOf(state, name).secrets].map((secret) => ({ name: secret, type: "secret_text" })),
  ],
  [
    /^PUT \/workers\/scripts\/([^/]+)\/schedules$/,
    (state, { body }, [name = ""]) => {
      const crons = (JSON.parse(body.toString()) as { readonly cron: string }[]).map(({ cron }) => cron);
      state.schedules.set(name, crons);
      return { schedules: crons.map((cron) => ({ cron })) };
    },
  ],
  [
    /^GET \/workers\/scripts\/([^/]+)\/schedules$/,
    (state, _, [name = ""]) => ({ schedules: (state.schedules.get(name) ?? []).map((cron) => ({ cron })) }),
  ],
  [/^PATCH \/workers\/scripts\/[^/]+\/script-settings$/, () => ({})],
  [/^GET \/workers\/workers\/([^/]+)$/, (_, __, [name = ""]) => ({ name, subdomain: { enabled: true } })],
  [/^GET \/workers\/subdomain$/, () => ({ subdomain: "test" })],
  [/^(?:GET|POST) \/workers\/scripts\/[^/]+\/subdomain$/, () => ({ enabled: true, previews_enabled: false })],
  [/^GET \/workers\/scripts\/[^/]+\/(?:versions|deployments)$/, () => ({ items: [], deployments: [] })],
  [/^GET \/workers\/scripts\/([^/]+)$/, (state, _, [name = ""]) => ({ id: scriptOf(state, name).tag })],
  [/^PUT \/workflows\/([^/]+)$/, (state, _, [name = ""]) => (state.workflows.add(name), { id: name, name })],
  [
    /^GET \/workflows\/([^/]+)$/,
    (state, _, [name = ""]) => {
      if (!state.workflows.has(name)) throw new Refused(404, 10_200, "workflow.not_found");
      return { name, script_name: "steward", class_name: "ApprovalWorkflow" };
    },
  ],
];

/** Starts it. */
export async function startCloudflareAccount() {
  const state = new AccountState();
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    answer(state, request).then(
      (result) =>
        send(200, {
          success: true,
          errors: [],
          messages: [],
          result: result ?? {},
          result_info: { page: 1, per_page: 100, total_pages: 1, count: 1, total_count: 1 },
        }),
      (error: unknown) => {
        const { status, code } = error instanceof Refused ? error : { status: 500, code: 10_000 };
        send(status, {
          success: false,
          errors: [{ code, message: String(error) }],
          messages: [],
          result: null,
        });
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    baseUrl: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function answer(state: AccountState, request: IncomingMessage): Promise<unknown> {
  if (request.headers.authorization !== `Bearer ${TOKEN}`)
    throw new Refused(403, 10_000, "Authentication error");
  const url = new URL(request.url ?? "/", "http://x");
  const path = url.pathname.replace(`/accounts/${ACCOUNT}`, "") || "/";
  const method = request.method ?? "GET";
  const asked: Asked = {
    method,
    path,
    query: url.searchParams,
    body: await buffer(request),
    type: request.headers["content-type"] ?? "",
  };
  const line = `${method} ${path}`;
  for (const [pattern, respond] of ROUTES) {
    const parts = pattern.exec(line)?.slice(1);
    if (parts === undefined) continue;
    const result = respond(
      state,
      asked,
      parts.map((part) => decodeURIComponent(part ?? "")),
    );
    if (method !== "GET" && path !== "/graphql") state.changes.push(line);
    return result;
  }
  state.unknown.push(line);
  return {};
}
