/**
 * Quo (formerly OpenPhone): v1 validated against the official specification, and the used parts of the date-versioned API. One world per
 * API key.
 */
import {
  json,
  parseBody,
  readJson,
  SandboxError,
  type CreateService,
  type SandboxContext,
  type SandboxRequest,
  type Violation,
} from "../service.ts";
import { errorBody, QuoError, type QuoAnswer, type QuoCall, type QuoHandler } from "./answers.ts";
import { byHandInput, sendByHand, unreachableInput } from "./by-hand.ts";
import { getCall, getCallSummary, getCallTranscript, listCalls, listPhoneNumbers } from "./calls.ts";
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  listContactsDated,
  updateContact,
} from "./contacts.ts";
import { callInput, playCall } from "./inbound-call.ts";
import { receiveText } from "./inbound.ts";
import { sampleBody } from "./media.ts";
import { getMessage, listConversations, listMessages, sendMessage } from "./messages.ts";
import { openSpec, type Operation, type SpecIssue } from "./spec.ts";
import { quoStore, type QuoAccount, type QuoStore } from "./store.ts";
import {
  createLegacyWebhook,
  createWebhookDated,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  listWebhooksDated,
  updateWebhookDated,
} from "./webhooks.ts";

const API_VERSION = "2026-03-30";
const REQUESTS_PER_SECOND = 10;

/** v1 operations by ID. */
const V1: Readonly<Record<string, QuoHandler>> = {
  sendMessage_v1: sendMessage,
  listMessages_v1: listMessages,
  getMessageById_v1: getMessage,
  listConversations_v1: listConversations,
  listPhoneNumbers_v1: listPhoneNumbers,
  listCalls_v1: listCalls,
  getCallById_v1: getCall,
  getCallSummary_v1: getCallSummary,
  getCallTranscript_v1: getCallTranscript,
  createContact_v1: createContact,
  listContacts_v1: listContacts,
  getContactById_v1: getContact,
  updateContactById_v1: updateContact,
  deleteContact_v1: deleteContact,
  createMessageWebhook_v1: createLegacyWebhook,
  createCallWebhook_v1: createLegacyWebhook,
  createCallSummaryWebhook_v1: createLegacyWebhook,
  createCallTranscriptWebhook_v1: createLegacyWebhook,
  listWebhooks_v1: listWebhooks,
  getWebhookById_v1: getWebhook,
  deleteWebhookById_v1: deleteWebhook,
};

/** The date-versioned API. */
const DATED: readonly { method: string; pattern: RegExp; handler: QuoHandler }[] = [
  { method: "GET", pattern: /^\/contacts$/, handler: listContactsDated },
  { method: "GET", pattern: /^\/webhooks$/, handler: listWebhooksDated },
  { method: "POST", pattern: /^\/webhooks$/, handler: createWebhookDated },
  { method: "GET", pattern: /^\/webhooks\/(?<id>[^/]+)$/, handler: getWebhook },
  { method: "PATCH", pattern: /^\/webhooks\/(?<id>[^/]+)$/, handler: updateWebhookDated },
  { method: "DELETE", pattern: /^\/webhooks\/(?<id>[^/]+)$/, handler: deleteWebhook },
];

let spec: ReturnType<typeof openSpec> | undefined;

export const createQuo: CreateService = (context) => {
  const store = quoStore(context);
  const limit = createLimit(() => context.now());
  const service: Service = { context, store, limit };
  const violations: Violation[] = [];

  return {
    name: "quo",
    prefix: "/quo",
    handle(request) {
      // Files need no key, like in Quo's store.
      const sample = request.method === "GET" ? sampleBody(request.path) : null;
      if (sample !== null) return sample;
      if (!request.path.startsWith("/v1/")) return respond(answerDated(service, request));
      const { answer, operation } = answerV1(service, request);
      const issues = operation?.answer(answer.status, answer.body) ?? [];
      if (issues.length === 0) return respond(answer);
      const at = new Date(context.now()).toISOString();
      violations.push({
        service: "quo",
        operation: `${operation?.id ?? request.path} ${answer.status}`,
        issues,
        at,
      });
      return respond({
        status: 500,
        body: errorBody(500, "The sandbox's own answer breaks the specification."),
      });
    },
    reset: () => {
      limit.reset();
      store.reset();
    },
    faultAnswer: (status) => respond({ status, body: errorBody(status, "The service cannot answer now.") }),
    violations: () => violations,
    async control(request) {
      if (request.method === "POST" && request.path === "/call")
        return json(await playCall(context, store, parseBody(callInput, request)));
      if (request.method === "POST" && request.path === "/unreachable") {
        const { tenantId, number } = parseBody(unreachableInput, request);
        const { records } = accountOf(store, tenantId);
        records.unreachable = [...(records.unreachable ?? []), number];
        store.save();
        return json({ ok: true });
      }
      if (request.method !== "POST" || request.path !== "/by-hand")
        throw new SandboxError(
          404,
          "Quo's control knows POST /control/quo/by-hand, /control/quo/call, and /control/quo/unreachable.",
        );
      const { tenantId, ...text } = parseBody(byHandInput, request);
      const account = accountOf(store, tenantId);
      return json({ messageId: sendByHand(context, store, { account, ...text }).id });
    },
    inbound: { sms: (input) => receiveText(context, store, input) },
  };
};

function accountOf(store: QuoStore, tenantId: string): QuoAccount {
  const account = store.accounts.find(({ tenant }) => tenant.id === tenantId);
  if (account === undefined) throw new SandboxError(400, "That company doesn't exist.");
  return account;
}

interface Service {
  readonly context: SandboxContext;
  readonly store: QuoStore;
  readonly limit: ReturnType<typeof createLimit>;
}

/** Ten requests a second per key; refused ones don't count. `spend` throws QuoError 429. */
function createLimit(now: () => number) {
  const recent = new Map<string, number[]>();
  return {
    spend(key: string): void {
      const nowMs = now();
      const within = (recent.get(key) ?? []).filter((at) => nowMs - at < 1000);
      if (within.length >= REQUESTS_PER_SECOND) throw new QuoError(429, "Too many requests.");
      recent.set(key, [...within, nowMs]);
    },
    reset: () => recent.clear(),
  };
}

/** The key's account, within its rate limit. Throws QuoError. */
function signIn({ store, limit }: Service, request: SandboxRequest): QuoAccount {
  const key = request.headers.get("authorization") ?? "";
  const account = store.accountOf(key);
  if (account === null) throw new QuoError(401, "Unauthorized: the API key is missing or not valid.");
  limit.spend(key);
  return account;
}

function callOf(
  { context, store }: Service,
  account: QuoAccount,
  parts: Pick<QuoCall, "path" | "query" | "body">,
): QuoCall {
  return { context, store, account, nowIso: new Date(context.now()).toISOString(), ...parts };
}

/** A v1 response; `operation` is used to validate it. */
function answerV1(
  service: Service,
  request: SandboxRequest,
): { answer: QuoAnswer; operation: Operation | null } {
  spec ??= openSpec();
  const match = spec.match(request.method, request.path);
  const operation = match?.operation ?? null;
  const handler = operation === null ? undefined : V1[operation.id];
  try {
    const account = signIn(service, request);
    if (match === null || operation === null || handler === undefined)
      throw new QuoError(404, "That endpoint doesn't exist.");
    const query = operation.query(request.url.searchParams);
    const body = bodyOf(request);
    const issues = [...(query.ok ? [] : query.issues), ...operation.body(body)];
    if (!query.ok || issues.length > 0) throw new QuoError(400, "The request is not valid.", issues);
    const call = callOf(service, account, { path: match.pathValues, query: query.value, body });
    return { answer: handler(call), operation };
  } catch (error) {
    return { answer: refused(error, operation), operation };
  }
}

/** A response of the date-versioned API. */
function answerDated(service: Service, request: SandboxRequest): QuoAnswer {
  try {
    const account = signIn(service, request);
    if (request.headers.get("quo-api-version") !== API_VERSION)
      throw new QuoError(400, `The header Quo-Api-Version is required; known: ${API_VERSION}.`);
    for (const { method, pattern, handler } of DATED) {
      const found = pattern.exec(request.path);
      if (found === null || method !== request.method) continue;
      const query = pageQuery(request.url.searchParams);
      return handler(callOf(service, account, { path: found.groups ?? {}, query, body: bodyOf(request) }));
    }
    throw new QuoError(404, "That endpoint doesn't exist.");
  } catch (error) {
    return refused(error, null);
  }
}

function bodyOf(request: SandboxRequest): unknown {
  if (request.body.length === 0) return undefined;
  try {
    return readJson(request);
  } catch (error) {
    if (error instanceof SandboxError) throw new QuoError(400, error.message);
    throw error;
  }
}

function pageQuery(params: URLSearchParams): Record<string, unknown> {
  const limit = Number(params.get("limit") ?? "10");
  if (!Number.isInteger(limit) || limit < 1 || limit > 50) {
    const issue: SpecIssue = { path: "/limit", message: "must be 1 to 50", schema: { type: "integer" } };
    throw new QuoError(400, "The request is not valid.", [issue]);
  }
  return { limit, after: params.get("after") ?? undefined };
}

function refused(error: unknown, operation: Operation | null): QuoAnswer {
  if (!(error instanceof QuoError)) throw error;
  const { status, message, issues } = error;
  const fixed = status === 400 ? null : (operation?.error(status) ?? null);
  return { status, body: errorBody(status, message, { family: operation?.family ?? "00", fixed, issues }) };
}

function respond({ status, body }: QuoAnswer): Response {
  return body === null ? new Response(null, { status }) : json(body, status);
}
