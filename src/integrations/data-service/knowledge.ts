/** What a team's own service lists as knowledge. */
import type { DataServiceSettings } from "./connection.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import {
  dataThing,
  type KnowledgeReader,
  type KnowledgeShelf,
  type ReaderHelp,
} from "../../knowledge/sources/index.ts";
import { isServedAlone } from "../api/data-service.ts";
import type { KnowledgeKind } from "../../knowledge/api/knowledge.ts";
import { listData, readData, type DataService } from "./client.ts";

const PAGE = 100;
const COUNTED_PAGES = 3;
const DAY_MS = 24 * 3_600_000;
/** Appointments are read so far ahead. */
const AHEAD_DAYS = 365;
/** Most things that a service without pages may hand out at once. */
const WHOLE = 500;

/** How far back each kind reaches unless somebody says otherwise. */
const WINDOW_DAYS = { email: 30, document: 180, event: 30, issue: 90 } as const;

/** What of it is kept findable. */
export const DATA_SERVICE_KNOWLEDGE: readonly KnowledgeShelf<DataServiceSettings, DataService>[] = (
  ["email", "document", "event", "issue"] as const
).map((kind) => ({
  kind,
  windowDays: WINDOW_DAYS[kind],
  // Words come with the list: nothing is asked for one by one.
  msEach: 0,
  // Calendars are asked by their days, whatever changed.
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
    const query = { ...spanOf(kind, since, help), ...(cursor === null ? {} : { cursor }) };
    const { items, next_cursor: next, has_more: more } = await listData(account.client, kind, person, query);
    const goesOn = typeof next === "string" && next !== "" && more !== false;
    if (goesOn && next === cursor) throw broken("it names the same page again");
    if (more === true && !goesOn) throw broken("it says there’s more and not where");
    return { items, next: goesOn ? next : null };
  };
  return {
    async list({ from, since, cursor }) {
      const { items, next } = await page(since === null || since < from ? from : since, cursor);
      const read = await Promise.all(items.map((item) => dataThing(kind, item, { timeZone: help.timeZone })));
      const things = read.filter((one) => one !== null);
      // What can't be read may be one that is known: nothing is taken out after it.
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

function broken(why: string): IntegrationError {
  return new IntegrationError("data-service", `data-service lists without end: ${why}`, {
    outcome: "not_applied",
  });
}
