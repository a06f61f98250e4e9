/** A service of the company's own, as one that keeps our contract: judged by the very document that teams are given. */
import { join } from "node:path";
import { json } from "../service.ts";
import { defineVendor, Refused, type VendorCall } from "../vendor/define-vendor.ts";
import { openOpenApi } from "../vendor/openapi.ts";
import { DATA_SERVICE, dataServiceStore, type Held, type Kind, type Saved } from "./store.ts";

type Call = VendorCall<Saved, null>;

/** Registers it in the sandbox. */
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
    listDocuments: (call) => pageOf(call, "documents", changedSince),
    getEmail: (call) => oneOf(call, "emails"),
    getDocument: (call) => oneOf(call, "documents"),
    listEvents: (call) => pageOf(call, "events", between),
    listIssues: (call) => pageOf(call, "issues", changedSince),
  },
  refuse: (status, said = "Refused.") =>
    json({ error: said }, status, status === 429 ? { "retry-after": "5" } : {}),
});

function pageOf(
  { state, path, query }: Call,
  kind: Kind,
  isAsked: (one: Held, query: Call["query"]) => boolean,
) {
  const user = path["user_id"] ?? "";
  if (!DATA_SERVICE.users.some((one) => one === user)) throw new Refused(404);
  const all = state[kind]
    .filter((one) => one.user === user && isAsked(one, query))
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

function changedSince({ changedAt }: Held, { since }: Call["query"]): boolean {
  return typeof since !== "string" || changedAt >= Date.parse(since);
}

function between({ item }: Held, { start_date: first, end_date: last }: Call["query"]): boolean {
  const day = String(item["start"]).slice(0, 10);
  return (typeof first !== "string" || day >= first) && (typeof last !== "string" || day <= last);
}
