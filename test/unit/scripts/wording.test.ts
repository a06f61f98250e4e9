import { describe, expect, it } from "vitest";
import { resolve } from "node:path";
import {
  checkWording,
  problemsOf,
  sentencesOfErrors,
  sentencesOfHelp,
  sentencesOfPage,
} from "../../../scripts/wording.ts";

const page = (text: string) => sentencesOfPage("frontend/src/planted.tsx", text).map(({ words }) => words);
const errors = (text: string) => sentencesOfErrors("src/planted.ts", text).map(({ words }) => words);

describe("the check of wording", () => {
  it.each([
    ["a typing mistake", "This page couldn’t be openned."],
    ["British spelling", "Choose a colour for this tag."],
    ["British spelling of a verb", "Steward organises your notes."],
    ["somebody", "Somebody changed this."],
    ["nobody", "Nobody has answered."],
    ["any more at the end", "This form isn’t open any more."],
    ["anew", "Read anew each time."],
    ["a passive guardian", "The owner is told."],
    ["an act without an actor", "It is tried again later."],
    ["by itself", "It continues by itself."],
    ["a straight apostrophe", "This can't be undone."],
  ])("refuses %s", (_what, words) => {
    expect(problemsOf(words)).toHaveLength(1);
  });

  it.each([
    "You don’t need any more approvals today.",
    "Nothing was sent. Try again in a minute, or ask an admin.",
    "The whole team’s follow-ups are in state.md under Settings → Texts.",
    "Set MEANING to off in wrangler.toml for dueDate fields.",
  ])("lets “%s” be", (words) => {
    expect(problemsOf(words)).toEqual([]);
  });

  it("reads what a page shows, and not its classes, addresses and imports", () => {
    const module = [
      'import { Button } from "somewhere/else and more";',
      'const WORDS = { done: "All done here", state: "waiting_for_person" };',
      "export const Page = ({ name }: { name: string }) => (",
      '  <section aria-label="Open tasks" className="flex min-h-0 w-full">',
      '    <a href="/settings/audit log">Audit</a> {`Draft for ${name}`}',
      "  </section>",
      ");",
    ];
    expect(page(module.join("\n"))).toEqual(["All done here", "Open tasks", "Audit", "Draft for"]);
  });

  it("reads the messages of errors, in pieces where they hold a value", () => {
    expect(
      errors(
        'throw new AppError("conflict", `The form ${name} is closed.`); throw new AppError("not_found", gone ? "It was deleted." : "It never existed.", { details: { why: "not shown to anyone" } }); throw new Error("For developers only.");',
      ),
    ).toEqual(["The form", "is closed.", "It was deleted.", "It never existed."]);
  });

  it("reads help pages without code and the addresses of links", () => {
    const text =
      "# Set up\n\nOpen [Policy](/settings/policy) and press `Ctrl K`.\n\n```sh\nnpm run colour\n```\n";
    expect(sentencesOfHelp("docs/manual/planted.md", text).map(({ words }) => words)).toEqual([
      "# Set up",
      "Open Policy and press .",
    ]);
  });

  it("finds no problem in the product", async () => {
    const { sentences, problems } = await checkWording(resolve(import.meta.dirname, "../../.."));
    expect(problems).toEqual([]);
    expect(sentences).toBeGreaterThan(3000);
  });
});
