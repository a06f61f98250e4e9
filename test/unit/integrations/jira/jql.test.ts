/** Searches in Jira are made of typed parts: no word of anybody's is read as part of the language. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJql } from "../../../../sandbox/jira/jql.ts";
import { jqlOf } from "../../../../src/integrations/jira/jql.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        "\\",
        "'",
        " OR ",
        " AND ",
        ")",
        "(",
        "project = X",
        "currentUser()",
        "~",
        "\n",
        "a",
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join("")),
);

describe("a search", () => {
  it("holds each value as it was given, and as many clauses as were asked for", () => {
    fc.assert(
      fc.property(text, text, text, (status, label, assignee) => {
        const jql = jqlOf(["CLAIM", "OPS"], { status, labels: [label], assignee, isOpen: true });
        const clauses = readJql(jql);
        const as = (value: string): string => value.replace(/\p{C}/gu, " ");
        expect(clauses).toEqual([
          { field: "project", operator: "in", values: ["CLAIM", "OPS"] },
          { field: "status", operator: "=", values: [as(status)] },
          { field: "statusCategory", operator: "!=", values: ["Done"] },
          { field: "assignee", operator: "=", values: [as(assignee)] },
          { field: "labels", operator: "=", values: [as(label)] },
        ]);
      }),
    );
  });

  it("looks for words alone: nothing of the text search's own language is left in them", () => {
    fc.assert(
      fc.property(text, (words) => {
        const found = readJql(jqlOf(["CLAIM"], { words })).filter(({ field }) => field === "text");
        for (const { values } of found) expect(values.join()).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*$/u);
        expect(found.length).toBeLessThanOrEqual(12);
      }),
    );
  });

  it("counts time back from now, so that no zone is in it", () => {
    expect(jqlOf(["OPS"], { updatedWithinMin: 90.2, isOwn: true })).toBe(
      'project in ("OPS") AND updated >= -91m AND creator = currentUser() ORDER BY updated DESC',
    );
  });
});
