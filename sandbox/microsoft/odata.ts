/**
 * OData query options as Outlook's resources take them (microsoft-graph-docs-contrib: api-reference/v1.0/api/user-list-messages.md,
 * concepts/query-parameters.md, search-query-parameter.md, read 2026-11-30).
 */
import { GraphError } from "./errors.ts";
import type { GraphCall } from "./calls.ts";

const PAGE = 10;
const MAX_PAGE = 1000;

type Json = Readonly<Record<string, unknown>>;

export interface Condition {
  readonly property: string;
  readonly test: (item: Json) => boolean;
}

const COMPARE: Readonly<Record<string, (left: string | boolean, right: string | boolean) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  ge: (left, right) => left >= right,
  gt: (left, right) => left > right,
  le: (left, right) => left <= right,
  lt: (left, right) => left < right,
};
const LITERAL = String.raw`'(?:[^']|'')*'|true|false|\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?`;
const COMPARISON = new RegExp(String.raw`^([\w/]+)\s+(eq|ne|ge|gt|le|lt)\s+(${LITERAL})$`, "i");
const FUNCTION = new RegExp(
  String.raw`^(contains|startswith)\(\s*([\w/]+)\s*,\s*('(?:[^']|'')*')\s*\)$`,
  "i",
);
const ANY = /^(\w+)\/any\(\s*(\w+)\s*:\s*\2\s+eq\s+('(?:[^']|'')*')\s*\)$/i;

/** Conditions joined by `and`. Throws GraphError 400 for anything else. */
export function readFilter(filter: unknown, properties: ReadonlySet<string>): Condition[] {
  if (typeof filter !== "string") return [];
  const parts = filter.match(/(?:'(?:[^']|'')*'|[^'])+?(?=\s+and\s+|$)/gi) ?? [];
  return parts.map((part) => {
    const condition = conditionOf(part.replace(/^\s+and\s+/i, "").trim());
    if (condition === null || !properties.has(condition.property.split("/")[0] ?? ""))
      throw new GraphError(400, "BadRequest", `Invalid filter clause: ${part.trim()}`);
    return condition;
  });
}

function conditionOf(part: string): Condition | null {
  const [, property, operator, literal] = COMPARISON.exec(part) ?? [];
  if (property !== undefined && operator !== undefined && literal !== undefined) {
    const wanted = valueOf(literal);
    const compare = COMPARE[operator.toLowerCase()];
    return {
      property,
      test: (item) => compare?.(comparable(at(item, property)), wanted) === true,
    };
  }
  const [, name, field, text] = FUNCTION.exec(part) ?? [];
  if (name !== undefined && field !== undefined && text !== undefined) {
    const wanted = String(valueOf(text)).toLowerCase();
    const isStart = name.toLowerCase() === "startswith";
    return {
      property: field,
      test: (item) => {
        const value = String(comparable(at(item, field))).toLowerCase();
        return isStart ? value.startsWith(wanted) : value.includes(wanted);
      },
    };
  }
  const [, list, , member] = ANY.exec(part) ?? [];
  if (list === undefined || member === undefined) return null;
  return { property: list, test: (item) => (at(item, list) as unknown[]).includes(valueOf(member)) };
}

function at(item: Json, path: string): unknown {
  return path
    .split("/")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? (value as Json)[name] : undefined),
      item,
    );
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:T|$)/;

/** Times compare as milliseconds, padded. */
function comparable(value: unknown): string | boolean {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value : "";
  return TIME.test(text) && !Number.isNaN(Date.parse(text))
    ? String(Date.parse(text)).padStart(15, "0")
    : text;
}

function valueOf(literal: string): string | boolean {
  if (literal === "true" || literal === "false") return literal === "true";
  return literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : comparable(literal);
}

/** `$orderby`: properties with their direction. */
export function readOrder(orderby: unknown): { readonly property: string; readonly isDown: boolean }[] {
  if (typeof orderby !== "string") return [];
  return orderby.split(",").map((part) => {
    const [, property, direction] = /^\s*([\w/]+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
    if (property === undefined) throw new GraphError(400, "BadRequest", `Invalid orderby clause: ${part}`);
    return { property, isDown: direction?.toLowerCase() === "desc" };
  });
}

export function sorted<Item>(
  items: readonly Item[],
  asJson: (item: Item) => Json,
  order: ReturnType<typeof readOrder>,
): Item[] {
  const key = (item: Item, property: string): string => String(comparable(at(asJson(item), property)));
  return items.toSorted((left, right) => {
    for (const { property, isDown } of order) {
      const [one, other] = [key(left, property), key(right, property)];
      if (one !== other) return (one < other ? -1 : 1) * (isDown ? -1 : 1);
    }
    return 0;
  });
}

/** Properties that are ordered by must come first in the filter, in the same order. */
export function checkOrder(order: ReturnType<typeof readOrder>, filter: readonly Condition[]): void {
  const filtered = [...new Set(filter.map(({ property }) => property))];
  if (filter.length === 0 || order.every(({ property }, index) => filtered[index] === property)) return;
  throw new GraphError(
    400,
    "InefficientFilter",
    "The restriction or sort order is too complex for this operation.",
  );
}

/** Keeps the selected properties, the ID and annotations. Throws GraphError 400 for one that doesn't exist. */
export function selected(item: Json, select: unknown, type: string): Json {
  if (typeof select !== "string" || select === "") return item;
  const names = select.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(name in item));
  if (unknown !== undefined)
    throw new GraphError(
      400,
      "RequestBroker--ParseUri",
      `Could not find a property named '${unknown}' on type '${type}'.`,
    );
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => name === "id" || name.startsWith("@") || names.includes(name)),
  );
}

/** One page of a list with its `@odata.nextLink`. */
export function pageOf<Item>(
  { query, prefer, request, context }: GraphCall,
  items: readonly Item[],
): { readonly page: readonly Item[]; readonly links: Json } {
  const top = query["$top"] === undefined ? (prefer.pageSize ?? PAGE) : Number(query["$top"]);
  if (!Number.isSafeInteger(top) || top < 1 || top > MAX_PAGE)
    throw new GraphError(
      400,
      "BadRequest",
      `The limit of '${MAX_PAGE}' for Top query has been exceeded, or it is below 1.`,
    );
  const skip = Number(query["$skip"] ?? query["$skiptoken"] ?? 0);
  if (!Number.isSafeInteger(skip) || skip < 0) throw new GraphError(400, "BadRequest", "Invalid skip.");
  const page = items.slice(skip, skip + top);
  const next = new URL(`${context.url}${request.url.pathname}${request.url.search}`);
  next.searchParams.set(query["$search"] === undefined ? "$skip" : "$skiptoken", String(skip + top));
  return {
    page,
    links: {
      ...(String(query["$count"]) === "true" ? { "@odata.count": items.length } : {}),
      ...(skip + top < items.length ? { "@odata.nextLink": next.href.replaceAll("%24", "$") } : {}),
    },
  };
}
