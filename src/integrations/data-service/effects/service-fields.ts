/** Shared by effects at a team's own service: the acting user, links, and lookup after a lost response. */
import * as z from "zod";
import { listData, type DataService } from "../client.ts";
import { IntegrationError } from "../../../kernel/errors.ts";
import {
  DATA_SHAPES,
  dataUserSchema,
  MOST_DATA_ITEMS,
  snakeNames,
  type DataShapes,
} from "../../api/data-service.ts";
import {
  notFound,
  sinceClaim,
  unlessUnanswered,
  type Found,
  type LookUpOptions,
} from "../../../approvals/effects/define-effect.ts";

/** The service, and which of the connection's users acts. */
export const servicePlaceSchema = z.strictObject({
  connectionId: z.string(),
  /** The service's host, for the card. */
  service: z.string().max(300),
  user: dataUserSchema,
});

export const SERVICE_PLACE_LAYOUT = [
  { path: "/user", label: "As", role: "sender" },
  { path: "/service", label: "Data service", role: "detail" },
  { path: "/connectionId", label: "Connection", role: "id" },
] as const;

/** Throws IntegrationError `not_applied` if the connection no longer lists the user. */
export function mustServe({ connection }: DataService, user: string): void {
  if (connection.settings.users.includes(user)) return;
  throw new IntegrationError("data-service", "the approved user is no longer part of the connection", {
    outcome: "not_applied",
    status: 403,
  });
}

/** The item's link, if it is an https URL. */
export function linkOf(url: string | null | undefined): { readonly link?: string } {
  return url?.startsWith("https://") === true ? { link: url } : {};
}

/**
 * Looks for what an effect created in the service's list: the oldest identical item created since the claim and not matched to another
 * effect. Items without a time, further pages, and unreadable items make the result inconclusive.
 */
export function foundMade<Kind extends "issue" | "event">(
  account: DataService,
  kind: Kind,
  asked: {
    readonly user: string;
    readonly query: Readonly<Record<string, string | number>>;
    readonly isSame: (one: DataShapes[Kind]) => boolean;
    readonly madeAt: (one: DataShapes[Kind]) => string | null | undefined;
    readonly noteOf?: (one: DataShapes[Kind]) => { note?: string };
  },
  options: LookUpOptions,
): Promise<Found> {
  return unlessUnanswered(async () => {
    const query = { ...asked.query, limit: MOST_DATA_ITEMS };
    const {
      items,
      next_cursor: next,
      has_more: more,
    } = await listData(account.client, kind, asked.user, query);
    const read = items.map((item) => DATA_SHAPES[kind].safeParse(snakeNames(item)));
    const same = read
      .flatMap(({ data }) => (data === undefined ? [] : [data as DataShapes[Kind]]))
      .filter((one) => asked.isSame(one) && !options.takenProviderIds.includes(one.id))
      .map((one) => ({ one, at: Date.parse(asked.madeAt(one) ?? "") }));
    const [first] = same
      .filter(({ at }) => at >= Date.parse(sinceClaim(options)))
      .toSorted((left, right) => left.at - right.at);
    if (first !== undefined)
      return {
        kind: "found",
        done: { providerId: first.one.id, ...linkOf(first.one.url), ...asked.noteOf?.(first.one) },
      };
    const isOpen =
      more === true ||
      Boolean(next) ||
      read.some(({ success }) => !success) ||
      same.some(({ at }) => Number.isNaN(at));
    return isOpen ? { kind: "unknown" } : notFound(options);
  });
}
