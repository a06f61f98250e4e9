/** A call in words for people: all that pages know of tools comes from here. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../../../src/kernel/hash.ts";
import { toolCallViewSchema } from "../../../../src/agent/api/message.ts";
import { catalogue } from "../../../../src/agent/tools/catalogue.ts";
import { viewCall } from "../../../../src/agent/tools/summarize.ts";

const view = (name: string, input: Record<string, Json> = {}) => viewCall({ id: "c", name, input });

describe("a call in words", () => {
  it("is what its tool says of it, of what it looks at, and what it asks", () => {
    expect(view("search_contacts", { query: "Maria" })).toEqual({
      title: "Look someone up",
      done: "Looked up a contact",
      summary: "Looking up Maria",
      look: { things: "Contacts", asked: "Maria", askedIs: "words", people: true },
    });
    expect(view("ask_user", { question: "Which John?", options: ["2A", "3B"] }).asks).toEqual({
      question: "Which John?",
      options: ["2A", "3B"],
    });
  });

  it("is the words of the tool that was found, where one is used by its name", () => {
    const found = view("use_tool", { name: "list_events", input: { from: "2026-11-24" } });
    expect(found).toMatchObject({
      done: "Checked the calendar",
      summary: expect.stringContaining("2026-11-24"),
    });
  });

  it("has words for a call whose arguments make no sense, and for one of a tool that is gone", () => {
    expect(view("search_contacts", { query: 7 })).toEqual({
      title: "Look someone up",
      done: "Looked up a contact",
      summary: "Look someone up",
    });
    expect(view("read_tea_leaves")).toMatchObject({ done: "Used read tea leaves" });
  });

  it.each(catalogue().map(({ name }) => name))("has the words of %s as a finished step", (name) => {
    const { done } = toolCallViewSchema.parse(view(name));
    expect(done).toMatch(/^[A-Z][^_]*[^.]$/);
  });
});
