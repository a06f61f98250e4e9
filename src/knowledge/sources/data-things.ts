/** Converts items of a team's own service to source items. */
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import { localTime } from "../../kernel/local-time.ts";
import { DATA_SHAPES, snakeNames, type DataShapes } from "../../integrations/api/data-service.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";
import type { FoundThing } from "./ports.ts";

/** Items without a time sort before any event about them. */
const EVER = "1970-01-01T00:00:00.000Z";

type Fact = readonly [string, string | null | undefined];
type Found = Pick<FoundThing, "title" | "at" | "people"> & {
  readonly changedAt: string;
  readonly facts: readonly Fact[];
  readonly text: string;
};
type Data = DataShapes[KnowledgeKind];

/**
 * A source item; null if it doesn't fit the kind's schema. Its stamp is its time and a content hash; `toldAt` is the webhook's time, if
 * any.
 */
export async function dataThing(
  kind: KnowledgeKind,
  given: unknown,
  { timeZone, toldAt }: { readonly timeZone: string; readonly toldAt?: string },
): Promise<FoundThing | null> {
  const read = DATA_SHAPES[kind].safeParse(snakeNames(given));
  if (!read.success) return null;
  const data: Data = read.data;
  const { facts, text, changedAt, ...found } = foundOf(kind, data, timeZone);
  const hash = await sha256Hex(canonicalJson(data));
  return {
    ...found,
    externalId: data.id,
    link: data.url ?? "",
    facts: facts.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
    stamp: `${new Date(toldAt ?? changedAt).toISOString()} ${hash.slice(0, 32)}`,
    words: () => Promise.resolve({ text, note: null }),
  };
}

/** The time in a stored item's stamp, in ms. */
export function stampedMs(stamp: string): number {
  const ms = Date.parse(stamp.split(" ")[0] ?? "");
  return Number.isNaN(ms) ? 0 : ms;
}

function foundOf(kind: KnowledgeKind, data: Data, timeZone: string): Found {
  switch (kind) {
    case "email":
      return ofEmail(data as DataShapes["email"]);
    case "document":
      return ofDocument(data as DataShapes["document"]);
    case "event":
      return ofEvent(data as DataShapes["event"], timeZone);
    case "issue":
      return ofIssue(data as DataShapes["issue"]);
  }
}

function ofEmail({
  subject,
  date,
  from,
  to,
  cc,
  labels,
  attachments,
  body_text: text,
}: DataShapes["email"]): Found {
  return {
    title: subject,
    at: date,
    changedAt: date,
    people: [from, ...to, ...cc],
    facts: [
      ["From", from],
      ["To", to.join(", ")],
      ["Cc", cc.join(", ")],
      ["Labels", labels.join(", ")],
      ["Attachments", attachments.map(({ name }) => name).join(", ")],
    ],
    text,
  };
}

function ofDocument(data: DataShapes["document"]): Found {
  const { name, modified_at: at, owner, shared_with: others, folder_path: folder, content_text: text } = data;
  return {
    title: name,
    at,
    changedAt: at,
    people: [...(owner ? [owner] : []), ...others],
    facts: [
      ["Owner", owner],
      ["Folder", folder],
      ["Type", data.mime_type],
    ],
    text,
  };
}

function ofEvent(data: DataShapes["event"], timeZone: string): Found {
  const { title, start, end, attendees, created_by: by } = data;
  const people = attendees.map(({ name, email }) => name ?? email);
  const when = (at: string): string => localTime(new Date(at).toISOString(), timeZone);
  return {
    title,
    at: start,
    changedAt: data.updated_at ?? EVER,
    people: [...(by ? [by] : []), ...people],
    facts: [
      ["When", `${when(start)} – ${when(end)}`],
      ["Where", data.location],
      ["With", people.join(", ")],
      ["Repeats", data.recurrence],
      ["Meeting link", data.meet_link],
    ],
    text: data.description ?? "",
  };
}

function ofIssue(data: DataShapes["issue"]): Found {
  const { key, summary, updated_at: at, assignee, reporter } = data;
  return {
    title: `${key}: ${summary}`,
    at,
    changedAt: at,
    people: [assignee, reporter].flatMap((one) => (one ? [one] : [])),
    facts: [
      ["Key", key],
      ["Type", data.type],
      ["Status", data.status],
      ["Priority", data.priority],
      ["Assigned to", assignee],
      ["Reported by", reporter],
      ["Labels", data.labels.join(", ")],
      ["Components", data.components.join(", ")],
    ],
    text: data.description ?? "",
  };
}
