/** The part of Drive's query language used here (developers.google.com/workspace/drive/api/guides/ref-search-terms, read 2026-11-23). */
import type { DriveFile } from "../../world/drive/index.ts";
import { GoogleError } from "../errors.ts";
import { typeOf, wordsOf } from "./file-json.ts";

type Test = (file: DriveFile) => boolean;

/** Full-text results can't be sorted. */
export function isFullText(q: string): boolean {
  return tokens(q).some(({ word }) => word === "fullText");
}

/** Relevance of a file: the number of query words in its name. */
export function relevance(q: string): (file: DriveFile) => number {
  const words = [...new Set(tokens(q).flatMap(({ text = "" }) => split(text)))];
  return ({ name }) => {
    const known = split(name);
    return words.filter((word) => known.includes(word)).length;
  };
}

/** `rootId` replaces `root`. Throws GoogleError 400. */
export function readQuery(q: string, rootId: string): Test {
  const reader = new Reader(tokens(q), rootId);
  const read = reader.either();
  return reader.isDone ? read : invalid();
}

class Reader {
  readonly #all: readonly Token[];
  readonly #rootId: string;
  #at = 0;

  constructor(all: readonly Token[], rootId: string) {
    this.#all = all;
    this.#rootId = rootId;
  }

  get isDone(): boolean {
    return this.#at === this.#all.length;
  }

  either(): Test {
    let left = this.#both();
    while (this.#next("or")) {
      const [one, other] = [left, this.#both()];
      left = (file) => one(file) || other(file);
    }
    return left;
  }

  #both(): Test {
    let left = this.#one();
    while (this.#next("and")) {
      const [one, other] = [left, this.#one()];
      left = (file) => one(file) && other(file);
    }
    return left;
  }

  #one(): Test {
    if (this.#next("not")) {
      const inner = this.#one();
      return (file) => !inner(file);
    }
    if (!this.#next("(")) return this.#term();
    const inner = this.either();
    this.#expect(")");
    return inner;
  }

  #term(): Test {
    const left = this.#take();
    if (left.text !== undefined) {
      this.#expect("in", "parents");
      const parent = left.text === "root" ? this.#rootId : left.text;
      return (file) => file.parent === parent && file.parent !== file.id;
    }
    const { word: operator = "" } = this.#take();
    if (left.word === "appProperties" && operator === "has") return this.#property();
    return compared(left.word ?? "", operator, this.#take());
  }

  #property(): Test {
    this.#expect("{", "key", "=");
    const key = this.#take().text ?? invalid();
    this.#expect("and", "value", "=");
    const value = this.#take().text ?? invalid();
    this.#expect("}");
    return ({ appProperties }) => appProperties?.[key] === value;
  }

  #take(): Token {
    return this.#all[this.#at++] ?? invalid();
  }

  #next(word: string): boolean {
    if (this.#all[this.#at]?.word !== word) return false;
    this.#at += 1;
    return true;
  }

  #expect(...words: readonly string[]): void {
    for (const word of words) if (!this.#next(word)) invalid();
  }
}

function compared(name: string, operator: string, { text, word = "" }: Token): Test {
  const found = COMPARE[name]?.[operator]?.(text ?? word);
  // Only `trashed` takes an unquoted value.
  return found === undefined || (text === undefined && name !== "trashed") ? invalid() : found;
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const split = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const COMPARE: Readonly<Record<string, Readonly<Record<string, (value: string) => Test>>>> = {
  name: {
    "=": (value) => (file) => plain(file.name) === plain(value),
    // Matches word prefixes in a name, not infixes.
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
  return Number.isNaN(ms) ? invalid() : ms;
}

/** A word, operator or quoted value. */
interface Token {
  readonly word?: string;
  readonly text?: string;
}

function tokens(q: string): Token[] {
  const found: Token[] = [];
  const pattern = /\s*(?:'((?:\\.|[^'\\])*)'|([A-Za-z]+)|(!=|>=|<=|[=<>(){}]))/gsy;
  while (pattern.lastIndex < q.trimEnd().length) {
    const match = pattern.exec(q);
    if (match === null) return invalid();
    const [, text, word, sign] = match;
    found.push(text === undefined ? { word: word ?? sign ?? "" } : { text: text.replace(/\\(.)/gs, "$1") });
  }
  return found;
}

function invalid(): never {
  throw new GoogleError(400, "Invalid Value", "invalid");
}
