/** Gmail v1: authenticated by Google's tokens, validated against the discovery document, with Gmail's quotas. */
import {
  json,
  readJson,
  SandboxError,
  type CreateService,
  type SandboxRequest,
  type Violation,
} from "../../service.ts";
import { hostMail } from "../../mail-hosts.ts";
import { findMailbox, googleAccounts, type Grant } from "../accounts.ts";
import { relatedParts } from "../../vendor/multipart.ts";
import { openDiscovery } from "../../vendor/discovery.ts";
import type { Judge, Operation } from "../../vendor/judge.ts";
import { errorAnswer, GoogleError } from "../errors.ts";
import { needScope, signIn } from "../sign-in.ts";
import type { GmailHandler } from "./calls.ts";
import { arrive } from "./delivery.ts";
import { listHistory } from "./history.ts";
import { receiveEmail } from "./inbound.ts";
import { createLabel, getLabel, getProfile, listLabels } from "./labels.ts";
import {
  batchModify,
  getAttachment,
  getMessage,
  getThread,
  listMessages,
  listThreads,
  modifyMessage,
  modifyThread,
  sendMessage,
} from "./messages.ts";
import { mailStore, type Mailbox } from "./store.ts";

const SPEC = "google-gmail-v1.discovery.json";

/** Methods by ID with their quota units (developers.google.com/workspace/gmail/api/reference/quota). */
const METHODS: Readonly<Record<string, { readonly handler: GmailHandler; readonly units: number }>> = {
  "gmail.users.getProfile": { handler: getProfile, units: 1 },
  "gmail.users.history.list": { handler: listHistory, units: 2 },
  "gmail.users.labels.create": { handler: createLabel, units: 5 },
  "gmail.users.labels.get": { handler: getLabel, units: 1 },
  "gmail.users.labels.list": { handler: listLabels, units: 1 },
  "gmail.users.messages.attachments.get": { handler: getAttachment, units: 5 },
  "gmail.users.messages.batchModify": { handler: batchModify, units: 50 },
  "gmail.users.messages.get": { handler: getMessage, units: 5 },
  "gmail.users.messages.list": { handler: listMessages, units: 5 },
  "gmail.users.messages.modify": { handler: modifyMessage, units: 5 },
  "gmail.users.messages.send": { handler: sendMessage, units: 100 },
  "gmail.users.threads.get": { handler: getThread, units: 10 },
  "gmail.users.threads.list": { handler: listThreads, units: 10 },
  "gmail.users.threads.modify": { handler: modifyThread, units: 10 },
};
const UNITS_PER_MINUTE = 15_000;
const MINUTE_MS = 60_000;

let spec: Judge | undefined;

export const createGmail: CreateService = (context) => {
  const store = mailStore(context);
  const accounts = googleAccounts(context);
  const violations: Violation[] = [];
  const quota = createQuota(() => context.now());
  hostMail(context, "gmail", (address, raw, nowMs) => {
    const mailbox = store.find(address);
    if (mailbox !== null) arrive(mailbox, raw, nowMs);
    return mailbox !== null;
  });

  /** The mailbox in the path: only the token's own. */
  const mailboxOf = ({ sub }: Grant, userId: string): Mailbox => {
    if (sub === null) throw new GoogleError(400, "Precondition check failed.", "failedPrecondition");
    const address = userId === "me" ? sub : userId.toLowerCase();
    const mailbox = store.find(address);
    if (address !== sub || mailbox === null || findMailbox(address) === null)
      throw new GoogleError(403, `Delegation denied for ${sub}`, "forbidden");
    return mailbox;
  };

  const answer = (request: SandboxRequest): { operation: Operation; body: unknown } => {
    spec ??= openDiscovery(SPEC);
    const match = spec.match(request.method, request.path);
    const known = match === null ? undefined : METHODS[match.operation.id];
    if (match === null || known === undefined)
      throw new GoogleError(404, "The requested URL was not found on this server.");
    const { operation, pathValues } = match;
    const grant = signIn(accounts, request);
    needScope(grant, operation);
    const mailbox = mailboxOf(grant, pathValues["userId"] ?? "");
    quota.spend(mailbox.owner.address, known.units);
    const query = operation.query(request.url.searchParams);
    const body = operation.takesMedia === true ? uploadOf(request) : bodyOf(request);
    const issues = [...(query.ok ? [] : query.issues), ...operation.body(body)];
    if (!query.ok || issues.length > 0)
      throw new GoogleError(400, `Invalid JSON payload received. ${issues.join(" ")}`);
    return {
      operation,
      body: known.handler({
        context,
        store,
        mailbox,
        path: pathValues,
        query: query.value,
        body: (body ?? {}) as Record<string, unknown>,
      }),
    };
  };

  return {
    name: "gmail",
    prefix: "/google/gmail",
    handle(request) {
      try {
        const { operation, body } = answer(request);
        const issues = operation.answer(200, body);
        if (issues.length === 0) return body === null ? new Response(null, { status: 204 }) : json(body);
        const at = new Date(context.now()).toISOString();
        violations.push({ service: "gmail", operation: operation.id, issues, at });
        return errorAnswer(500, "The sandbox's own answer breaks the specification.");
      } catch (error) {
        if (error instanceof GoogleError) return errorAnswer(error.status, error.message, error.reason);
        throw error;
      }
    },
    reset() {
      quota.reset();
      store.reset();
    },
    faultAnswer: (status) => errorAnswer(status),
    violations: () => violations,
    inbound: { email: (input) => Promise.resolve(receiveEmail(context, store, input)) },
  };
};

/** Per-user quota per minute. `spend` throws GoogleError 429 when exhausted. */
function createQuota(now: () => number) {
  const used = new Map<string, { sinceMs: number; units: number }>();
  return {
    spend(address: string, units: number): void {
      const nowMs = now();
      const before = used.get(address);
      const window =
        before === undefined || nowMs - before.sinceMs >= MINUTE_MS ? { sinceMs: nowMs, units: 0 } : before;
      if (window.units + units > UNITS_PER_MINUTE) {
        const retry = new Date(window.sinceMs + MINUTE_MS).toISOString();
        throw new GoogleError(
          429,
          `User-rate limit exceeded.  Retry after ${retry}`,
          "userRateLimitExceeded",
        );
      }
      window.units += units;
      used.set(address, window);
    },
    reset: () => used.clear(),
  };
}

/** An uploaded e-mail in the form of the plain call. */
function uploadOf(request: SandboxRequest): unknown {
  const parts = relatedParts(request);
  if (parts === null || !parts.media.type.startsWith("message/"))
    throw new GoogleError(400, "Media type is not supported. Valid media types: [message/*]");
  const about = readJson({ body: parts.json }) as Readonly<Record<string, unknown>>;
  return { ...about, raw: parts.media.bytes.toString("base64url") };
}

function bodyOf(request: SandboxRequest): unknown {
  if (request.body.length === 0) return undefined;
  try {
    return readJson(request);
  } catch (error) {
    if (error instanceof SandboxError) throw new GoogleError(400, "Invalid JSON payload received.");
    throw error;
  }
}
