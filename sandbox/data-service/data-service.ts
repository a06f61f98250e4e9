/** A company's own service that implements our contract, validated against the published document. */
import { join } from "node:path";
import type * as z from "zod";
import { json } from "../service.ts";
import {
  DATA_FILTERS,
  type newDataEmailSchema,
  type newDataEventSchema,
  type newDataIssueSchema,
} from "../../src/integrations/api/data-service.ts";
import { Answer, defineVendor, Refused, type VendorCall } from "../vendor/define-vendor.ts";
import { openOpenApi } from "../vendor/openapi.ts";
import { DATA_SERVICE, dataServiceStore, type Held, type Kind, type Saved } from "./store.ts";

type Call = VendorCall<Saved, null>;

/** Its only project, and the base of item links. */
const PROJECT = "MNT";
const PAGES = "https://maintenance.alderfinch.example";

export const createDataService = defineVendor<Saved, null>({
  name: "data-service",
  prefix: "/data-service",
  judge: () => openOpenApi(join(import.meta.dirname, "../../docs/openapi/data-service.json")),
  world: dataServiceStore,
  admit({ headers }) {
    if (headers.get("authorization") !== `Bearer ${DATA_SERVICE.key}`) throw new Refused(401);
    return null;
  },
  operations: {
    listEmails: (call) => pageOf(call, "emails", changedSince),
    listDocuments: (call) => pageOf(call, "documents", changedSince, DATA_FILTERS.document),
    getEmail: (call) => oneOf(call, "emails"),
    getDocument: (call) => oneOf(call, "documents"),
    listEvents: (call) => pageOf(call, "events", between),
    listIssues: (call) => pageOf(call, "issues", changedSince, DATA_FILTERS.issue),
    createIssue: newIssue,
    sendEmail: newEmail,
    createEvent: newEvent,
  },
  refuse: (status, said = "Refused.") =>
    json({ error: said }, status, status === 429 ? { "retry-after": "5" } : {}),
});

function pageOf(
  { state, path, query }: Call,
  kind: Kind,
  isAsked: (one: Held, query: Call["query"]) => boolean,
  filters: Readonly<Record<string, string>> = {},
) {
  const user = path["user_id"] ?? "";
  if (!DATA_SERVICE.users.some((one) => one === user)) throw new Refused(404);
  const all = state[kind]
    .filter((one) => one.user === user && isAsked(one, query) && fits(one, query, filters))
    .toSorted((left, right) => left.changedAt - right.changedAt || (left.item.id < right.item.id ? -1 : 1));
  const limit = Number(query["limit"] ?? 100);
  const from = Number(query["cursor"] ?? 0);
  const items = all.slice(from, from + limit).map(({ item }) => item);
  const hasMore = from + limit < all.length;
  return { items, next_cursor: hasMore ? String(from + limit) : null, has_more: hasMore };
}

function oneOf({ state, path }: Call, kind: Kind) {
  const held = state[kind].find(({ user, item }) => user === path["user_id"] && item.id === path["id"]);
  if (held === undefined) throw new Refused(404);
  return held.item;
}

/** Throws Refused for an unknown user. */
function userOf({ path }: Call): string {
  const user = DATA_SERVICE.users.find((one) => one === path["user_id"]);
  if (user === undefined) throw new Refused(404);
  return user;
}

function newIssue(call: Call): Answer {
  const { context, state, request, body } = call;
  const user = userOf(call);
  const asked = body as z.input<typeof newDataIssueSchema>;
  if (asked.project_key !== PROJECT) throw new Refused(400, `There is no project ${asked.project_key}.`);
  const number = state.issues.length + 1;
  const id = String(5_000 + number);
  const now = new Date(context.now()).toISOString();
  const made = { id, key: `${PROJECT}-${number}`, url: `${PAGES}/issues/${id}` };
  state.issues.push({
    user,
    changedAt: context.now(),
    item: {
      ...asked,
      ...made,
      status: "Open",
      reporter: user,
      created_at: now,
      updated_at: now,
      components: [],
    },
  });
  context.recordEffect("data-service", request.method, request.path, body);
  return new Answer(201, made);
}

function newEmail(call: Call): object {
  const { context, state, request, body } = call;
  userOf(call);
  const { to, reply_to_id: answered } = body as z.input<typeof newDataEmailSchema>;
  if (answered !== null && !state.emails.some(({ item }) => item.id === answered))
    throw new Refused(400, `There is no e-mail ${answered}.`);
  if (to.some((address) => !address.includes("@"))) throw new Refused(400, "That is no address.");
  context.recordEffect("data-service", request.method, request.path, body);
  return { message_id: `sent-${context.outbox("data-service").length}` };
}

function newEvent(call: Call): Answer {
  const { context, state, request, body } = call;
  const user = userOf(call);
  const { create_meet_link: isMet, attendees, ...asked } = body as z.input<typeof newDataEventSchema>;
  if (asked.end <= asked.start) throw new Refused(400, "It ends before it begins.");
  const id = `visit-${state.events.length + 1}`;
  const meet = isMet ? `https://meet.alderfinch.example/${id}` : null;
  const made = { id, url: `${PAGES}/visits/${id}`, meet_link: meet };
  const item = {
    ...asked,
    ...made,
    attendees: attendees.map(({ email }) => ({ email, name: null, status: "needs_action" })),
    recurrence: null,
    created_by: user,
    updated_at: new Date(context.now()).toISOString(),
  };
  state.events.push({ user, changedAt: context.now(), item });
  context.recordEffect("data-service", request.method, request.path, body);
  return new Answer(201, made);
}

function changedSince({ changedAt }: Held, { since }: Call["query"]): boolean {
  return typeof since !== "string" || changedAt >= Date.parse(since);
}

function fits({ item }: Held, query: Call["query"], filters: Readonly<Record<string, string>>): boolean {
  return Object.entries(filters).every(([name, field]) => {
    const asked = query[name];
    return !Array.isArray(asked) || asked.includes(item[field]);
  });
}

function between({ item }: Held, { start_date: first, end_date: last }: Call["query"]): boolean {
  const day = String(item["start"]).slice(0, 10);
  return (typeof first !== "string" || day >= first) && (typeof last !== "string" || day <= last);
}
