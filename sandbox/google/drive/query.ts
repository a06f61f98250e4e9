/** Drive's search language, the part of it that is used here (developers.google.com/workspace/drive/api/guides/ref-search-terms, read 2026-11-23). */
import type { DriveFile } from "../../world/drive/index.ts";
import { GoogleError } from "../errors.ts";
import { typeOf, wordsOf } from "./file-json.ts";

type Test = (file: DriveFile) => boolean;

/** Whether it searches in full text: such a list cannot be sorted. */
export function isFullText(q: string): boolean {
  return tokens(q).some(({ word }) => word === "fullText");
}

/** How well a file fits the words of a query: by how many of them stand in its name. */
export function relevance(q: string): (file: DriveFile) => number {
  const words = [...new Set(tokens(q).flatMap(({ text = "" }) => split(text)))];
  return ({ name }) => {
    const known = split(name);
    return words.filter((word) => known.includes(word)).length;
  };
}

/** Reads a query. `rootId` is what `root` stands for. Throws GoogleError 400. */
export function readQuery(q: string, rootId: string): Test {
  const all = tokens(q);
  let at = 0;
  const peek = (): string | undefined => all[at]?.word;
  const take = (): Token => all[at++] ?? invalid(q);
  const expect = (word: string): void => {
    if (take().word !== word) invalid(q);
  };

  const either = (): Test => {
    let left = both();
    while (peek() === "or") {
      take();
      const [one, other] = [left, both()];
      left = (file) => one(file) || other(file);
    }
    return left;
  };
  const both = (): Test => {
    let left = one();
    while (peek() === "and") {
      take();
      const [first, second] = [left, one()];
      left = (file) => first(file) && second(file);
    }
    return left;
  };
  const one = (): Test => {
    if (peek() === "not") {
      take();
      const inner = one();
      return (file) => !inner(file);
    }
    if (peek() === "(") {
      take();
      const inner = either();
      expect(")");
      return inner;
    }
    return term();
  };
  const term = (): Test => {
    const left = take();
    if (left.text !== undefined) {
      expect("in");
      expect("parents");
      const parent = left.text === "root" ? rootId : left.text;
      return (file) => file.parent === parent && file.parent !== file.id;
    }
    const operator = take().word ?? invalid(q);
    if (left.word === "appProperties" && operator === "has") return property();
    return compared(left.word ?? "", operator, take());
  };
  const property = (): Test => {
    expect("{");
    expect("key");
    expect("=");
    const key = take().text ?? invalid(q);
    expect("and");
    expect("value");
    expect("=");
    const value = take().text ?? invalid(q);
    expect("}");
    return ({ appProperties }) => appProperties?.[key] === value;
  };
  const compared = (name: string, operator: string, right: Token): Test => {
    const found = COMPARE[name]?.[operator]?.(right.text ?? right.word ?? "");
    // A word without quotes is a value of `trashed` alone.
    if (found === undefined || (right.text === undefined && name !== "trashed")) return invalid(q);
    return found;
  };

  const read = either();
  if (at < all.length) invalid(q);
  return read;
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const split = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const COMPARE: Readonly<Record<string, Readonly<Record<string, (value: string) => Test>>>> = {
  name: {
    "=": (value) => (file) => plain(file.name) === plain(value),
    // Beginnings of words of a name, and nothing inside them.
    contains: (value) => (file) =>
      split(value).every((word) => split(file.name).some((known) => known.startsWith(word))),
  },
  fullText: {
    contains: (value) => (file) => {
      const phrase = /^"(.*)"$/.exec(value)?.[1];
      const text = split(wordsOf(file));
      if (phrase !== undefined) return ` ${text.join(" ")} `.includes(` ${split(phrase).join(" ")} `);
      return split(value).every((word) => text.includes(word));
    },
  },
  mimeType: {
    "=": (value) => (file) => typeOf(file) === value,
    "!=": (value) => (file) => typeOf(file) !== value,
    contains: (value) => (file) => typeOf(file).startsWith(value),
  },
  modifiedTime: {
    ">": (value) => (file) => file.modifiedMs > time(value),
    ">=": (value) => (file) => file.modifiedMs >= time(value),
    "<": (value) => (file) => file.modifiedMs < time(value),
  },
  createdTime: { ">=": (value) => (file) => file.createdMs >= time(value) },
  trashed: { "=": (value) => (file) => (file.trashed === true) === (value === "true") },
};

function time(value: string): number {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(ms) ? invalid(value) : ms;
}

/** A word or sign, or the text of a quoted value. */
interface Token {
  readonly word?: string;
  readonly text?: string;
}

function tokens(q: string): Token[] {
  const found: Token[] = [];
  const pattern = /\s*(?:'((?:\\.|[^'\\])*)'|([A-Za-z]+)|(!=|>=|<=|[=<>(){}]))/gsy;
  while (pattern.lastIndex < q.trimEnd().length) {
    const match = pattern.exec(q);
    if (match === null) return invalid(q);
    const [, text, word, sign] = match;
    found.push(text === undefined ? { word: word ?? sign ?? "" } : { text: text.replace(/\\(.)/gs, "$1") });
  }
  return found;
}

function invalid(_q: string): never {
  throw new GoogleError(400, "Invalid Value", "invalid");
}
