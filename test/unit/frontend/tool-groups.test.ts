/** The policy page's groups of tools: every tool is in one, and the words of a group say how it stands. */
import { describe, expect, it } from "vitest";
import "../../../src/features.ts";
import {
  groupsOf,
  groupWords,
  sharedMode,
  toolsWith,
  withMode,
} from "../../../frontend/src/approvals/settings/tool-groups.ts";
import { powers } from "../../../src/agent/tools/powers.ts";
import { DEFAULT_POLICY } from "../../../src/team/api/policy.ts";

const TOOLS = powers(DEFAULT_POLICY);
const GROUPS = groupsOf(TOOLS);
const group = (title: string) => {
  const found = GROUPS.find((one) => one.title === title);
  if (found === undefined) throw new Error(`there is no group ${title}`);
  return found;
};

describe("groups of tools", () => {
  it("hold every tool once; those that reach outside come first, those that only look things up last", () => {
    const listed = GROUPS.flatMap(({ acting, reading }) => [...acting, ...reading]);
    expect(listed.map(({ name }) => name).toSorted()).toEqual(TOOLS.map(({ name }) => name).toSorted());
    const reach = GROUPS.map(({ acting }) =>
      acting.some(({ effect }) => effect === "external") ? 0 : acting.length > 0 ? 1 : 2,
    );
    expect(reach).toEqual(reach.toSorted((left, right) => left - right));
    expect(new Set(reach)).toEqual(new Set([0, 1, 2]));
  });

  it("say in a few words what happens, also where their tools differ", () => {
    const texts = group("Texts");
    expect(groupWords(texts, DEFAULT_POLICY)).toBe("Asks first");
    expect(groupWords(group("Files"), DEFAULT_POLICY)).toBe("Goes ahead");
    expect(groupWords(group("Everything on record"), DEFAULT_POLICY)).toBe("Only looks things up");
    const [first] = texts.acting;
    const mixed = withMode(DEFAULT_POLICY, first ? [first] : [], "deny");
    expect(sharedMode(texts.acting, mixed)).toBeNull();
    expect(groupWords(texts, mixed)).toBe("Asks first for 1, never for 1");
  });

  it("let only those go ahead that may", () => {
    const contacts = group("Contacts");
    const changed = withMode(DEFAULT_POLICY, contacts.acting, "allow");
    const allowed = contacts.acting.filter(({ name }) => changed.tools[name] === "allow");
    expect(allowed.length).toBeGreaterThan(0);
    expect(allowed).toEqual(contacts.acting.filter(({ mayAllow }) => mayAllow));
  });

  it("are found by what a tool does or works on", () => {
    expect(toolsWith("CALENDARS cancel", TOOLS).length).toBeGreaterThan(0);
    const found = toolsWith("contact delete", TOOLS);
    expect(found.map(({ group }) => group)).toEqual(["Contacts"]);
    expect(toolsWith("zebra", TOOLS)).toEqual([]);
    const tasks = toolsWith("task", TOOLS).map(({ effect }) => effect === "read");
    expect(new Set(tasks)).toEqual(new Set([false, true]));
    expect(tasks.lastIndexOf(false)).toBeLessThan(tasks.indexOf(true));
  });
});
