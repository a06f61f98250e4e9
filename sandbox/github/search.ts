/** The part of GitHub's search syntax the product uses: quoted words, qualifiers, and repositories listed or in parentheses with OR. */
import { Refused } from "../vendor/define-vendor.ts";

/** A parsed query. */
export interface Asked {
  readonly words: readonly string[];
  readonly repositories: readonly string[];
  /** By qualifier: `is`, `assignee`, `label`, … */
  readonly qualifiers: ReadonlyMap<string, readonly string[]>;
}

const TOKEN = /\(|\)|\bOR\b|(?:([a-z]+):)?(?:"([^"]*)"|([^\s()"]+))/g;

/** Throws Refused 422 for unsupported syntax. */
export function parseQuery(query: string): Asked {
  const words: string[] = [];
  const repositories: string[] = [];
  const qualifiers = new Map<string, string[]>();
  for (const [whole, name, quoted, bare] of query.matchAll(TOKEN)) {
    if (whole === "(" || whole === ")" || whole === "OR") continue;
    const value = quoted ?? bare ?? "";
    if (name === undefined) words.push(value.toLowerCase());
    else if (name === "repo") repositories.push(value);
    else qualifiers.set(name, [...(qualifiers.get(name) ?? []), value]);
  }
  if (repositories.length === 0) throw new Refused(422, "The sandbox searches named repositories alone");
  return { words: words.filter((word) => word !== ""), repositories, qualifiers };
}
