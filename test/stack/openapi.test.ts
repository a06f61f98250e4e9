/** OPENAPI: the running product answers as its own description says, whoever asks and whatever is sent. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, it } from "vitest";
import { signInAs, type Client } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";
import { outsideNumbers, proposeTexts } from "../support/scripted.ts";
import { samplesOf, type JsonSchema } from "../support/schema-samples.ts";

const ROUNDS = NIGHTLY ? 12 : 2;
/** Others every night. */
const SEED = Number(process.env["OPENAPI_SEED"] ?? (NIGHTLY ? Date.now() % 1_000_000_000 : 7919));

interface Answered {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, object>>;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>> };
  readonly responses: Readonly<Record<string, Answered>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Answered>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** These end the asker's own session or seat, and with it the test. */
const ENDING = new Set([
  "account.endSession",
  "account.revokeSession",
  "account.removeMember",
  "account.updateMember",
]);
const JSON_TYPE = "application/json";

it(
  `OPENAPI: every operation is asked ${ROUNDS} times with what its schemas take, and answers by them`,
  async () => {
    await using stack = await ownStack();
    const { appUrl, sandboxUrl } = stack;
    const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    const marcus = await signInAs(appUrl, sandboxUrl, "marcus@alderfinch.example");
    const document = (await (await fetch(`${appUrl}/api/openapi.json`)).json()) as Document;
    const judge = judgeOf(document);
    const operations = operationsOf(document);
    expect(operations.length).toBeGreaterThan(250);
    const [number = ""] = await outsideNumbers(sandboxUrl);
    await proposeTexts(sandboxUrl, dana, [{ to: number, text: "The plumber comes at 9." }]);
    const done = new Set<string>();
    const problems: string[] = [];
    const ask = async (who: Client | null, described: Described, sent: Sent): Promise<number> => {
      const { method, operation } = described;
      const answer = await send(appUrl, who, method, sent);
      const told = `${who === null ? "nobody" : who === dana ? "Dana" : "Marcus"}: ${method} ${sent.path} ${sent.body?.slice(0, 300) ?? ""} → ${answer.status}`;
      const text = await answer.text();
      const wrong =
        answer.status >= 500 && answer.status !== 501 && answer.status !== 502 && answer.status !== 503
          ? ["the server failed"]
          : judge(described, answer, text);
      if (wrong.length > 0)
        problems.push(`${operation.operationId}: ${told} ${wrong.join("; ")} ${text.slice(0, 300)}`);
      if (answer.ok) done.add(operation.operationId);
      return answer.status;
    };

    // What is made is then changed, read and removed.
    for (const method of ["POST", "PUT", "PATCH", "GET", "DELETE"]) {
      const ids = await idsOf(dana, operations);
      for (const described of operations.filter((one) => one.method === method)) {
        const { operation } = described;
        const samples = fc.sample(requestsFor(described, document, ids), { numRuns: ROUNDS, seed: SEED });
        const [first] = samples;
        if (first === undefined) continue;
        if (operation.security.length > 0) {
          const status = await ask(null, described, first);
          if (status !== 401 && status !== 404)
            problems.push(`${operation.operationId}: nobody got ${status}`);
        }
        if (ENDING.has(operation.operationId)) continue;
        for (const [turn, sample] of samples.entries())
          await ask(turn % 2 === 0 ? dana : marcus, described, sample);
        if (first.body === null || !(JSON_TYPE in (operation.requestBody?.content ?? {}))) continue;
        const status = await ask(dana, described, { ...first, body: '{"no":' });
        if (status < 400) problems.push(`${operation.operationId}: takes what is no JSON`);
      }
    }
    console.log(`seed ${SEED}: ${done.size} of ${operations.length} operations did something`);
    expect(problems, `OPENAPI_SEED=${SEED}`).toEqual([]);
    expect(done.size).toBeGreaterThan(operations.length / 5);
  },
  NIGHTLY ? 1_800_000 : 300_000,
);

interface Sent {
  readonly path: string;
  readonly body: string | null;
}

/** All but what is told by a signature, answers no JSON or upgrades to a socket. */
function operationsOf({ paths }: Document): Described[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const isSocket = "101" in operation.responses;
      const isDelivery = path.startsWith("/webhooks/");
      return isSocket || isDelivery ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

function judgeOf(document: Document) {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true, validateSchema: false }));
  ajv.addSchema(document, "api");
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  return ({ method, path, operation }: Described, answer: Response, text: string): string[] => {
    const status = String(answer.status);
    const key = status in operation.responses ? status : "default";
    if (key === "default" && answer.status < 400) return [`status ${status} is not described`];
    const answered = operation.responses[key] ?? {};
    const shared = answered.$ref?.slice("#".length);
    const pointer = shared ?? `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${key}`;
    const name = shared?.split("/").at(-1);
    const { content } = name === undefined ? answered : (document.components.responses[name] ?? {});
    if (content === undefined) return [];
    const type = (answer.headers.get("content-type") ?? "").split(";")[0] ?? "";
    const schemas = Object.keys(content);
    if (!schemas.includes(type) && !schemas.includes("application/octet-stream"))
      return [`${type} is not described`];
    if (type !== JSON_TYPE || !("schema" in (content[JSON_TYPE] ?? {}))) return [];
    const validate = validator(`${pointer}/content/application~1json/schema`);
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).slice(0, 5).map((error) => `${error.instancePath} ${error.message}`);
  };
}

/** A key as a reference in a URI's fragment names it. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Ids that lists of the product hold, by the list's address. */
async function idsOf(dana: Client, operations: readonly Described[]): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { method, path } of operations) {
    if (method !== "GET" || path.includes("{") || !path.startsWith("/api/")) continue;
    const answer = await dana.request("GET", path);
    if (!answer.ok || !(answer.headers.get("content-type") ?? "").startsWith(JSON_TYPE)) continue;
    const { items } = (await answer.json()) as { items?: unknown };
    const ids = (Array.isArray(items) ? items : []).flatMap(({ id }: { id?: unknown }) =>
      typeof id === "string" ? [id] : [],
    );
    if (ids.length > 0) found.set(path, ids);
  }
  return found;
}

function requestsFor(
  { path, operation }: Described,
  document: Document,
  ids: ReadonlyMap<string, string[]>,
): fc.Arbitrary<Sent> {
  const resolve = (reference: string): JsonSchema =>
    document.components.schemas[reference.replace("#/components/schemas/", "")] ?? {};
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
  const query = fc.record(
    Object.fromEntries(inQuery.map(({ name, schema }) => [name, samplesOf(schema, resolve)])),
    {
      requiredKeys: inQuery.filter((one) => (one as { required?: boolean }).required).map(({ name }) => name),
    },
  );
  const known = ids.get(path.slice(0, path.indexOf("/{"))) ?? [];
  const id =
    known.length === 0 ? fc.constantFrom("1", "nobody") : fc.constantFrom(...known, ...known, "nobody");
  const schema = operation.requestBody?.content[JSON_TYPE]?.schema;
  const body: fc.Arbitrary<string | null> =
    operation.requestBody === undefined
      ? fc.constant(null)
      : samplesOf(schema ?? { type: "object" }, resolve).map((value) => JSON.stringify(value));
  return fc.tuple(query, id, body).map(([asked, one, sent]) => {
    const search = new URLSearchParams(
      Object.entries(asked).map(([name, value]) => [name, String(value)]),
    ).toString();
    const address = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(one));
    return { path: search === "" ? address : `${address}?${search}`, body: sent };
  });
}

async function send(
  appUrl: string,
  who: Client | null,
  method: string,
  { path, body }: Sent,
): Promise<Response> {
  const ask = (): Promise<Response> =>
    fetch(`${appUrl}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(who === null ? {} : { authorization: `Bearer ${who.token}` }),
        ...(body === null ? {} : { "content-type": JSON_TYPE }),
      },
      ...(body === null ? {} : { body }),
    });
  // A server that refuses before it has read a body closes the connection, which may just be taken again.
  return ask().catch(ask);
}
