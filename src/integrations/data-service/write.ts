/** Writes to a team's own service, by the contract in docs/openapi/data-service.json. */
import type * as z from "zod";
import { DATA_ACTS, snakeNames, type DataAct } from "../api/data-service.ts";
import { answerParser } from "../json-client.ts";
import type { DataService } from "./client.ts";

const parse = answerParser("data-service");

/** Performs a write as a user of the service. Throws IntegrationError; an unreadable response has outcome `unknown`. */
export async function actAs<Act extends DataAct>(
  { client }: DataService,
  act: Act,
  {
    user,
    body,
    idempotencyKey,
  }: {
    readonly user: string;
    readonly body: z.input<(typeof DATA_ACTS)[Act]["body"]>;
    readonly idempotencyKey: string;
  },
): Promise<z.output<(typeof DATA_ACTS)[Act]["answer"]>> {
  const { path, answer } = DATA_ACTS[act];
  const told = await client({
    method: "POST",
    path: `/users/${encodeURIComponent(user)}${path}`,
    body,
    idempotencyKey,
  });
  return parse(answer, snakeNames(told), "unknown") as z.output<(typeof DATA_ACTS)[Act]["answer"]>;
}
