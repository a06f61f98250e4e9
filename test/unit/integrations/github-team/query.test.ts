/** Searches never reach beyond the repositories in scope, whatever somebody looks for. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../../sandbox/github/search.ts";
import { codeQuery, issueQuery } from "../../../../src/integrations/github-team/query.ts";

const REPOSITORIES = ["harborlight/website", "harborlight/quote-form"];
/** Words as somebody means harm by them, and any others. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        "\\",
        " OR ",
        "repo:a/b",
        "user:a",
        "org:a",
        "is:public",
        "(",
        ")",
        "NOT ",
        "-",
        ":",
        "x",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

/** What stands outside of quotes is ours alone: each piece one of the known ones. */
function bare(query: string): string[] {
  const outside = query.replace(/"[^"]*"/g, "“”");
  expect(outside).not.toContain('"');
  return outside.split(" ").filter((part) => part !== "");
}

describe("a search for issues", () => {
  it("holds nothing outside of quotes but its own qualifiers", () => {
    fc.assert(
      fc.property(text, text, text, (words, label, assignee) => {
        const query = issueQuery(REPOSITORIES, { kind: "issue", words, label, assignee, state: "open" });
        const known =
          /^(?:“”|\(repo:harborlight\/website|OR|repo:harborlight\/quote-form\)|is:(?:issue|open)|(?:label|assignee):“”)$/;
        expect(bare(query).filter((part) => !known.test(part))).toEqual([]);
        expect(parseQuery(query).repositories).toEqual(REPOSITORIES);
        expect(query).not.toMatch(/[\p{Cc}]/u);
      }),
    );
  });

  it("keeps the words that somebody looks for", () => {
    const query = issueQuery(REPOSITORIES, {
      kind: "pull_request",
      words: "São Paulo: form's ZIP-code v1.2",
    });
    expect(parseQuery(query).words).toEqual(["são", "paulo", "form", "s", "zip-code", "v1.2"]);
    expect(query).toContain("is:pull-request");
  });
});

describe("a search for code", () => {
  it("looks for one phrase, in the repositories in scope alone", () => {
    fc.assert(
      fc.property(text, text, text, (phrase, path, language) => {
        const query = codeQuery(REPOSITORIES, { text: phrase, path, language });
        expect(bare(query)).toEqual([
          "“”",
          ...REPOSITORIES.map((name) => `repo:${name}`),
          "path:“”",
          "language:“”",
        ]);
      }),
    );
  });
});
