/**
 * Microsoft Graph v1.0: mail and calendars of the signed-in person, validated against a slice of Microsoft's OpenAPI description
 * (`sandbox/specs/microsoft-graph.openapi.json`), with Outlook's limits.
 */
import { join } from "node:path";
import { hostMail } from "../mail-hosts.ts";
import {
  json,
  readJson,
  SandboxError,
  type CreateService,
  type SandboxRequest,
  type Violation,
} from "../service.ts";
import { Answer, MediaAnswer } from "../vendor/define-vendor.ts";
import { decoded, type Judge } from "../vendor/judge.ts";
import { openOpenApi } from "../vendor/openapi.ts";
import { appliedPreferences, readPreferences, type GraphHandler, type Query } from "./calls.ts";
import { verifyAccess, type MicrosoftCaller } from "./consents.ts";
import { errorAnswer, errorOf, GraphError } from "./errors.ts";
import * as events from "./calendar/events.ts";
import { getSchedule } from "./calendar/schedule.ts";
import { calendarWorld } from "./calendar/store.ts";
import { graphControl } from "./control.ts";
import { listDelta } from "./mail/delta.ts";
import { isForOutlook, receiveMail } from "./mail/inbound.ts";
import * as messages from "./mail/messages.ts";
import { arrive } from "./mail/send.ts";
import { outlookStore, resetOutlook } from "./mail/store.ts";
import { addAttachment, createUploadSession } from "./mail/uploads.ts";
import { guidOf, microsoftPerson, nameOf } from "./people.ts";
import { selected } from "./odata.ts";

const SPEC = join(import.meta.dirname, "../specs/microsoft-graph.openapi.json");
const VERSION = "/v1.0";
/** Requests per app and mailbox (microsoft-graph-docs-contrib: includes/throttling-outlook.md, read 2026-11-30). */
const MAX_REQUESTS = 10_000;
const WINDOW_MS = 10 * 60_000;
/** A request's body, base64 included. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** `GET /me` */
const getMe: GraphHandler = ({ base, caller, query }) => {
  const person = microsoftPerson(caller.address);
  if (person === null) throw errorOf(404);
  const { address, givenName, surname, jobTitle } = person;
  const user = {
    businessPhones: [],
    displayName: nameOf(person),
    givenName,
    jobTitle,
    mail: address,
    mobilePhone: null,
    officeLocation: null,
    preferredLanguage: "en-US",
    surname,
    userPrincipalName: address,
    id: guidOf("person", address),
  };
  const { $select } = query;
  return {
    "@odata.context": `${base}/$metadata#users/$entity`,
    ...selected(user, $select, "microsoft.graph.user"),
  };
};

const READ = ["Mail.Read", "Mail.ReadWrite"];
const WRITE = ["Mail.ReadWrite"];
const SEE = ["Calendars.Read", "Calendars.ReadWrite"];
const PLAN = ["Calendars.ReadWrite"];

/** Operations with the permissions that allow them (any one suffices). */
const OPERATIONS: Readonly<
  Record<
    string,
    { readonly handler: GraphHandler; readonly scopes: readonly string[]; readonly takesMime?: true }
  >
> = {
  "GET /me": { handler: getMe, scopes: ["User.Read"] },
  "GET /me/mailFolders": { handler: messages.listFolders, scopes: READ },
  "GET /me/mailFolders/{mailFolderId}": { handler: messages.getFolder, scopes: READ },
  "GET /me/mailFolders/{mailFolderId}/messages": { handler: messages.listMessages, scopes: READ },
  "GET /me/mailFolders/{mailFolderId}/messages/delta": { handler: listDelta, scopes: READ },
  "GET /me/messages": { handler: messages.listMessages, scopes: READ },
  "POST /me/messages": { handler: messages.createDraft, scopes: WRITE, takesMime: true },
  "GET /me/messages/{messageId}": { handler: messages.getMessage, scopes: READ },
  "PATCH /me/messages/{messageId}": { handler: messages.updateMessage, scopes: WRITE },
  "DELETE /me/messages/{messageId}": { handler: messages.deleteMessage, scopes: WRITE },
  "GET /me/messages/{messageId}/$value": { handler: messages.getMime, scopes: READ },
  "POST /me/messages/{messageId}/move": { handler: messages.moveMessage, scopes: WRITE },
  "POST /me/messages/{messageId}/send": { handler: messages.sendDraft, scopes: ["Mail.Send"] },
  "GET /me/messages/{messageId}/attachments": { handler: messages.listAttachments, scopes: READ },
  "POST /me/messages/{messageId}/attachments": { handler: addAttachment, scopes: WRITE },
  "POST /me/messages/{messageId}/attachments/createUploadSession": {
    handler: createUploadSession,
    scopes: WRITE,
  },
  "GET /me/messages/{messageId}/attachments/{attachmentId}": {
    handler: messages.getAttachment,
    scopes: READ,
  },
  "GET /me/messages/{messageId}/attachments/{attachmentId}/$value": {
    handler: messages.getAttachmentContent,
    scopes: READ,
  },
  "POST /me/sendMail": { handler: messages.sendMail, scopes: ["Mail.Send"], takesMime: true },
  "GET /me/calendars": { handler: events.listCalendars, scopes: SEE },
  "GET /me/calendarView": { handler: events.listView, scopes: SEE },
  "GET /me/calendars/{calendarId}/calendarView": { handler: events.listView, scopes: SEE },
  "POST /me/events": { handler: events.createEvent, scopes: PLAN },
  "POST /me/calendars/{calendarId}/events": { handler: events.createEvent, scopes: PLAN },
  "GET /me/events/{eventId}": { handler: events.getEvent, scopes: SEE },
  "PATCH /me/events/{eventId}": { handler: events.updateEvent, scopes: PLAN },
  "DELETE /me/events/{eventId}": { handler: events.deleteEvent, scopes: PLAN },
  "POST /me/events/{eventId}/cancel": { handler: events.cancelEvent, scopes: PLAN },
  "POST /me/calendar/getSchedule": { handler: getSchedule, scopes: SEE },
};

/** Segments are named regardless of case. */
const SEGMENTS: ReadonlyMap<string, string> = new Map(
  Object.keys(OPERATIONS)
    .flatMap((key) => key.split(" ")[1]?.split("/") ?? [])
    .filter((segment) => !segment.startsWith("{"))
    .map((segment) => [segment.toLowerCase(), segment]),
);

let spec: Judge | undefined;

export const createMicrosoftGraph: CreateService = (context) => {
  const store = outlookStore(context);
  calendarWorld(context);
  const violations: Violation[] = [];
  const base = `${context.url}/microsoft/graph${VERSION}`;
  const used = new Map<string, { sinceMs: number; count: number }>();
  hostMail(context, "microsoft", (address, raw, nowMs) => {
    const mailbox = store.find(address);
    if (mailbox !== null) arrive(mailbox, raw, nowMs);
    return mailbox !== null;
  });

  /** Throws GraphError 429. */
  const spend = (address: string): void => {
    const nowMs = context.now();
    const before = used.get(address);
    const window =
      before === undefined || nowMs - before.sinceMs >= WINDOW_MS ? { sinceMs: nowMs, count: 0 } : before;
    if (window.count >= MAX_REQUESTS)
      throw new GraphError(429, "ApplicationThrottled", "Application is over its request limit.", {
        "retry-after": String(Math.ceil((window.sinceMs + WINDOW_MS - nowMs) / 1000)),
      });
    used.set(address, { ...window, count: window.count + 1 });
  };

  const answer = (request: SandboxRequest): Response => {
    const caller = signIn(request, (token) => verifyAccess(context, token));
    const path = canonical(request.path, caller);
    spec ??= openOpenApi(SPEC);
    const match = spec.match(request.method, path);
    const known = match === null ? undefined : OPERATIONS[match.operation.id];
    if (match === null || known === undefined)
      throw new GraphError(400, "BadRequest", `Resource not found for the segment '${path}'.`);
    if (!known.scopes.some((scope) => caller.scopes.includes(scope))) throw errorOf(403);
    const mailbox = store.find(caller.address);
    if (mailbox === null)
      throw new GraphError(404, "MailboxNotEnabledForRESTAPI", "The mailbox is inactive or not licensed.");
    spend(caller.address);
    const { operation } = match;
    const query = operation.query(request.url.searchParams);
    const body = bodyOf(request, known.takesMime === true);
    const issues = [
      ...(query.ok ? [] : query.issues),
      ...(typeof body === "string" ? [] : operation.body(body)),
    ];
    if (!query.ok || issues.length > 0) throw new GraphError(400, "BadRequest", issues.join("; "));
    const prefer = readPreferences(request.headers.get("prefer"));
    const made = known.handler({
      context,
      caller,
      mailbox,
      path: match.pathValues,
      query: query.value as Query,
      body: body ?? {},
      prefer,
      request,
      base,
    });
    store.save();
    const applied = appliedPreferences(prefer);
    const headers = {
      "request-id": crypto.randomUUID(),
      ...(applied === "" ? {} : { "preference-applied": applied }),
    };
    if (made instanceof MediaAnswer)
      return new Response(new Uint8Array(made.media.bytes), {
        headers: { ...headers, "content-type": made.media.type },
      });
    const { status, body: told } = made instanceof Answer ? made : new Answer(200, made);
    const wrong = operation.answer(status, told);
    if (wrong.length === 0)
      return told === null ? new Response(null, { status, headers }) : json(told, status, headers);
    const at = new Date(context.now()).toISOString();
    violations.push({ service: "microsoft", operation: operation.id, issues: wrong, at });
    throw new GraphError(
      500,
      "ErrorInternalServerError",
      "The sandbox's own answer breaks the specification.",
    );
  };

  return {
    name: "microsoft",
    prefix: "/microsoft/graph",
    handle(request) {
      try {
        return answer(request);
      } catch (error) {
        if (error instanceof GraphError) return errorAnswer(error, context.now());
        throw error;
      }
    },
    reset() {
      used.clear();
      resetOutlook(context);
      calendarWorld(context).reset();
    },
    faultAnswer: (status) => errorAnswer(errorOf(status), context.now()),
    violations: () => violations,
    inbound: {
      email: (input) => Promise.resolve(receiveMail(context, input)),
      takesEmail: (input) => isForOutlook(context, input),
    },
    control: (request) => graphControl(context, request),
  };
};

/** Throws GraphError 401. */
function signIn(request: SandboxRequest, verify: (token: string) => MicrosoftCaller | null): MicrosoftCaller {
  const token = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const challenge = {
    "www-authenticate":
      'Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize"',
  };
  if (token === undefined)
    throw new GraphError(401, "InvalidAuthenticationToken", "Access token is empty.", challenge);
  const caller = verify(token);
  if (caller !== null) return caller;
  throw new GraphError(
    401,
    "InvalidAuthenticationToken",
    "Lifetime validation failed, the token is expired.",
    challenge,
  );
}

/**
 * The path as in the specification: `/users/{me}` as `/me`, `mailfolders('inbox')` as `mailFolders/inbox`, `delta()` as `delta`.
 * Throws GraphError 403 for another person's data.
 */
function canonical(path: string, caller: MicrosoftCaller): string {
  const [, version = "", ...rest] = path.split("/").map(decoded);
  if (`/${version.toLowerCase()}` !== VERSION)
    throw new GraphError(400, "BadRequest", "Invalid version: only v1.0 is known here.");
  const segments = rest.flatMap((segment): string[] => {
    const plain = segment.replace(/^microsoft\.graph\./i, "");
    const [, name, key] = /^([A-Za-z]+)\((?:'(.*)')?\)$/.exec(plain) ?? [];
    if (name === undefined) return [plain];
    return key === undefined ? [name] : [name, key.replaceAll("''", "'")];
  });
  if (segments[0]?.toLowerCase() === "users") {
    const who = segments[1]?.toLowerCase();
    if (who !== caller.address && who !== guidOf("person", caller.address)) throw errorOf(403);
    segments.splice(0, 2, "me");
  }
  const named = segments.map((segment) => SEGMENTS.get(segment.toLowerCase()) ?? encodeURIComponent(segment));
  return `/${named.join("/")}`;
}

/** JSON, or the text of a MIME upload. Throws GraphError. */
function bodyOf(request: SandboxRequest, takesMime: boolean): unknown {
  const { body, headers } = request;
  if (body.length > MAX_BODY_BYTES) throw errorOf(413);
  if (body.length === 0) return undefined;
  if (takesMime && /^text\/plain\b/i.test(headers.get("content-type") ?? "")) return body.toString("latin1");
  try {
    return readJson(request);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    throw new GraphError(
      400,
      "BadRequest",
      "Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON format.",
    );
  }
}
