/** The knowledge sources of a team's own service. */
import type { DataServiceSettings } from "./connection.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import {
  dataThing,
  type KnowledgeReader,
  type KnowledgeShelf,
  type ReaderHelp,
} from "../../knowledge/sources/index.ts";
import { DATA_FILTERS, isServedAlone } from "../api/data-service.ts";
import type { KnowledgeKind } from "../../knowledge/api/knowledge.ts";
import { listData, readData, type DataService } from "./client.ts";
import { DAY_MS } from "../../kernel/clock.ts";

const PAGE = 100;
const COUNTED_PAGES = 3;
/** How far ahead events are read. */
const AHEAD_DAYS = 365;
/** Maximum items from a service without paging. */
const WHOLE = 500;

/** Default history per kind. */
const WINDOW_DAYS = { email: 30, document: 180, event: 30, issue: 90 } as const;

export const DATA_SERVICE_KNOWLEDGE: readonly KnowledgeShelf<DataServiceSettings, DataService>[] = (
  ["email", "document", "event", "issue"] as const
).map((kind) => ({
  kind,
  windowDays: WINDOW_DAYS[kind],
  // List pages include the text, so no request per item is needed.
  msEach: 0,
  // Calendars are queried by day and have no changes-since filter.
  isAlwaysWhole: kind === "event",
  people: ({ users, serves }: DataServiceSettings) =>
    serves.includes(kind) ? users.map((id) => ({ id, name: id })) : [],
  reader: (account: DataService, person: string, help: ReaderHelp) => reader(kind, account, person, help),
}));

function reader(
  kind: KnowledgeKind,
  account: DataService,
  person: string,
  help: ReaderHelp,
): KnowledgeReader {
  const page = async (since: string, cursor: string | null) => {
    const query = {
      ...spanOf(kind, since, help),
      ...filtersOf(kind, account.connection.settings),
      ...(cursor === null ? {} : { cursor }),
    };
    const { items, next_cursor: next, has_more: more } = await listData(account.client, kind, person, query);
    const goesOn = typeof next === "string" && next !== "" && more !== false;
    if (goesOn && next === cursor) throw broken("it returned the same page token twice");
    if (more === true && !goesOn) throw broken("it reports more items without a page token");
    return { items, next: goesOn ? next : null };
  };
  return {
    async list({ from, since, cursor }) {
      const { items, next } = await page(since === null || since < from ? from : since, cursor);
      const read = await Promise.all(items.map((item) => dataThing(kind, item, { timeZone: help.timeZone })));
      const things = read.filter((one) => one !== null);
      // An unreadable item may be a known one, so nothing may be removed after this page.
      return { things, next, isPartial: things.length < items.length };
    },
    ...(isServedAlone(kind)
      ? {
          async one(externalId: string, toldAt: string) {
            const item = await readData(account.client, kind, person, externalId);
            return item === null ? null : dataThing(kind, item, { timeZone: help.timeZone, toldAt });
          },
        }
      : {}),
    async count(from) {
      let items = 0;
      let cursor: string | null = null;
      for (let read = 0; read < COUNTED_PAGES; read++) {
        const { items: some, next }: Awaited<ReturnType<typeof page>> = await page(from, cursor);
        items += some.length;
        if (next === null) return { items, isMore: false };
        cursor = next;
      }
      return { items, isMore: true };
    },
  };
}

function spanOf(kind: KnowledgeKind, since: string, { clock }: ReaderHelp): Record<string, string | number> {
  if (kind !== "event") return { since, limit: PAGE };
  const until = new Date(clock.now() + AHEAD_DAYS * DAY_MS).toISOString();
  return { start_date: since.slice(0, 10), end_date: until.slice(0, 10), limit: WHOLE };
}

/** The chosen filters of a kind. */
function filtersOf(kind: KnowledgeKind, { only = {} }: DataServiceSettings): Record<string, string[]> {
  return Object.fromEntries(
    Object.keys(DATA_FILTERS[kind] ?? {}).flatMap((name) => {
      const chosen = only[name] ?? [];
      return chosen.length === 0 ? [] : [[name, chosen]];
    }),
  );
}

function broken(why: string): IntegrationError {
  return new IntegrationError("data-service", `data-service returned an invalid list: ${why}`, {
    outcome: "not_applied",
  });
}
