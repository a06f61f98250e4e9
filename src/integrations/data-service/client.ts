/** The only HTTP to a team's own data service, by the contract in docs/openapi/data-service.json. */
import * as z from "zod";
import type { DataServiceSettings } from "./connection.ts";
import type { OpenConnection } from "../connections/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { DATA_ACT_KEY, DATA_PATHS, dataPageSchema, snakeNames } from "../api/data-service.ts";
import type { KnowledgeKind } from "../../knowledge/api/knowledge.ts";
import { answerParser, isGone, jsonClient, type JsonCall, type JsonClient } from "../json-client.ts";

export interface DataService {
  readonly connection: OpenConnection<DataServiceSettings>;
  readonly client: JsonClient<DataCall>;
}

/** A call. Writes carry an idempotency key. */
interface DataCall extends JsonCall {
  readonly idempotencyKey?: string;
}

const parse = answerParser("data-service");
const anyPage = dataPageSchema(z.unknown());

export function dataClient(
  http: OutsideHttp,
  clock: Clock,
  { url, key }: { readonly url: string; readonly key: string },
): JsonClient<DataCall> {
  return jsonClient<DataCall>({
    vendor: "data-service",
    baseUrl: url,
    http,
    clock,
    headers: ({ idempotencyKey }) => ({
      authorization: `Bearer ${key}`,
      ...(idempotencyKey === undefined ? {} : { [DATA_ACT_KEY]: idempotencyKey }),
    }),
    reasons: {
      401: "the key was not accepted",
      403: "the key may not do this",
      404: "the service doesn’t offer this",
    },
  });
}

/** One raw item; null if not found. Throws IntegrationError. */
export async function readData(
  client: JsonClient,
  kind: KnowledgeKind,
  user: string,
  id: string,
): Promise<unknown> {
  const path = `/users/${encodeURIComponent(user)}${DATA_PATHS[kind]}/${encodeURIComponent(id)}`;
  try {
    return await client({ method: "GET", path });
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** A page of raw items of one kind. Throws IntegrationError. */
export async function listData(
  client: JsonClient,
  kind: KnowledgeKind,
  user: string,
  query: JsonCall["query"],
): Promise<z.output<typeof anyPage>> {
  const path = `/users/${encodeURIComponent(user)}${DATA_PATHS[kind]}`;
  const answer = await client({ method: "GET", path, ...(query === undefined ? {} : { query }) });
  return parse(anyPage, snakeNames(answer));
}
