/** What the effects at a service of the team's own share: as whom, where they're looked at, and how one whose answer was lost is looked for. */
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

/** At which service, and as whom of those the connection names. */
export const servicePlaceSchema = z.strictObject({
  connectionId: z.string(),
  /** Host of the service, for the card. */
  service: z.string().max(300),
  user: dataUserSchema,
});

/** The lines of a card that say it. */
export const SERVICE_PLACE_LAYOUT = [
  { path: "/user", label: "As", role: "sender" },
  { path: "/service", label: "Data service", role: "detail" },
  { path: "/connectionId", label: "Connection", role: "id" },
] as const;

/** Throws IntegrationError `not_applied` where the connection doesn't name the user any more. */
export function mustServe({ connection }: DataService, user: string): void {
  if (connection.settings.users.includes(user)) return;
  throw new IntegrationError("data-service", "the user that was approved is not set up any more", {
    outcome: "not_applied",
    status: 403,
  });
}

/** Where it is looked at; nothing where that is no https address. */
export function linkOf(url: string | null | undefined): { readonly link?: string } {
  return url?.startsWith("https://") === true ? { link: url } : {};
}

/**
 * Looks for what an effect made among those the service lists: the oldest of the same words that was made since the claim and that proves nothing else.
 * One without a time, more than a page, and what can't be read leave it open.
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
