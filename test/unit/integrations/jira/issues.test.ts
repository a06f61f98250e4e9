/** Issues in Jira as the agent reads them, and as approved effects change them: our client and the sandbox, each held to Jira's own description. */
import { beforeEach, describe, expect, it } from "vitest";
import { createJira } from "../../../../sandbox/jira/jira.ts";
import { JIRA, jiraStore } from "../../../../sandbox/jira/store.ts";
import { jiraApiFields } from "../../../../src/integrations/jira/effects/jira-fields.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import { jiraConnections } from "../../../../src/integrations/jira/connection.ts";
import { openConnection } from "../../../../src/integrations/connections/index.ts";
import {
  findIssue,
  isDescriptionWhole,
  readAssignable,
  readComments,
  type JiraAccount,
} from "../../../../src/integrations/jira/read.ts";
import { jira as vendor } from "../../../../src/integrations/jira/index.ts";
import { egressRule } from "../../../../src/platform/egress.ts";
import { offeredTools } from "../../../../src/agent/tools/agent-tools.ts";
import { jiraPersonNamed } from "../../../../src/integrations/jira/tools/named.ts";
import * as tools from "../../../../src/integrations/jira/tools/tools.ts";
import { chosen, MASTER_KEYS, pagesOver, stepOf } from "../connections/acme.ts";
import { quoWorld } from "../quo/quo-world.ts";
import { driverOf, through } from "../vendors/service-world.ts";
import { jiraWorld, type JiraWorld } from "./world.ts";

let world: JiraWorld;
beforeEach(async () => {
  world = await jiraWorld();
  return () => expect(world.sandbox.violations?.()).toEqual([]);
});
const { look, cited, rows, data, resolve, resolveAll, refusal, perform, holds, undoOf } = through(() =>
  driverOf(world),
);
const lookUp = (effect: Parameters<typeof perform>[0], more: object = {}) =>
  world.executor.lookUp(effect, {
    claimedAt: new Date(world.now()).toISOString(),
    now: world.now(),
    takenProviderIds: [],
    idempotencyKey: "effect_1",
    ...more,
  });

describe("what the agent reads", () => {
  it("lists the projects an admin chose, and one's types, statuses, priorities and people", async () => {
    expect(await rows(tools.listJiraProjects, {})).toEqual([
      { key: "CLAIM", name: "Claims" },
      { key: "OPS", name: "Office" },
    ]);
    expect(await data(tools.listJiraProjects, { project: "claims" })).toMatchObject({
      types: [{ name: "Task", statuses: ["To Do", "In Progress", "Done", "Won't Do"] }, { name: "Bug" }],
      priorities: ["Highest", "High", "Medium", "Low", "Lowest"],
      people: ["Ruth Castellan", "Ben Abara"],
    });
  });

  it("finds issues by words, status, person, label, day and type", async () => {
    const keys = async (input: object) => (await rows(tools.searchJira, input)).map(({ key }) => key);
    expect(await keys({ query: "fuel dock" })).toEqual(["CLAIM-1"]);
    expect(await keys({ query: "invoice bookkeeper" })).toEqual(["CLAIM-1"]);
    expect(await keys({ project: "Claims", open: true })).toEqual(["CLAIM-4", "CLAIM-1", "CLAIM-2"]);
    expect(await keys({ project: "CLAIM", assignee: "ben" })).toEqual(["CLAIM-1", "CLAIM-3"]);
    expect(await keys({ assignee: "nobody" })).toEqual(["CLAIM-4", "OPS-1"]);
    expect(await keys({ labels: ["property"], dueBy: "2026-03-17" })).toEqual(["CLAIM-2"]);
    expect(await keys({ type: "bug", updatedSince: "2026-03-10" })).toEqual(["OPS-1"]);
    expect(await keys({ query: 'x" OR project = HR' })).toEqual([]);
  });

  it("finds somebody's issues in all projects although issues of the first can't be assigned to them", async () => {
    const turned = await jiraWorld({ settings: { projects: JIRA.settings.projects.toReversed() } });
    const { rows: found, look: asked } = driverOf(turned);
    expect((await found(tools.searchJira, { assignee: "ben" })).map(({ key }) => key)).toEqual([
      "CLAIM-1",
      "CLAIM-3",
    ]);
    expect(await asked(tools.searchJira, { assignee: "ben", project: "Office" })).toMatchObject({
      message: expect.stringContaining("Ruth Castellan"),
    });
  });

  it("shows an issue whole, with where it can go, by its key or its page", async () => {
    const shown = await data(tools.getJiraIssue, { issue: "claim-1" });
    expect(shown).toMatchObject({
      status: "In Progress",
      canGoTo: ["To Do", "Done", "Won't Do"],
      description:
        "Reported by phone. Adjuster comes **Thursday**.\n\n1. Photos of the dock\n2. Invoice of the last repair",
      comments: [{ by: "Ben Abara" }, { by: "Ruth Castellan", text: "Their bookkeeper is back on Monday." }],
    });
    expect(
      await data(tools.getJiraIssue, { issue: "https://harborlight.atlassian.net/browse/CLAIM-1" }),
    ).toEqual(shown);
    const words = await cited(tools.getJiraIssue, { issue: "CLAIM-1" });
    const page = `${world.account.page}/CLAIM-1`;
    expect(words[page]).toEqual([(shown as { description: string }).description]);
    expect(Object.keys(words)).toEqual([
      page,
      ...Array.from({ length: 2 }, () => expect.stringContaining(`${page}?focusedCommentId=`) as unknown),
    ]);
    expect(await look(tools.getJiraIssue, { issue: "CLAIM-99" })).toMatchObject({ kind: "retry" });
  });

  it("sees nothing of a project that an admin did not choose, by search or by key", async () => {
    const narrow = await jiraWorld({
      settings: { projects: [{ key: "OPS", name: "Office", isService: false }] },
    });
    expect(await findIssue(narrow.account, "CLAIM-1")).toBeNull();
    const found = await driverOf(narrow).rows(tools.searchJira, { query: "dock" });
    expect(found).toEqual([]);
    expect(
      await driverOf(narrow).refusal(tools.createJiraIssue, { project: "Claims", summary: "x" }),
    ).toContain("OPS");
  });

  it("is found, not always in the prompt, and only where Jira is connected", () => {
    expect(offeredTools("steward").deferred).toContain("create_jira_issue");
    expect(offeredTools("steward", ["quo"]).deferred).not.toContain("create_jira_issue");
  });
});

describe("what approved effects do", () => {
  const DOCK = {
    project: "Claims",
    summary: "Ask Pier 9 for the invoice",
    assignee: "ben",
    due: "2026-03-20",
    priority: "high",
    labels: ["property"],
    description: "Of the **last** repair:\n\n- by e-mail\n- or by phone",
  };

  it("creates an issue that the card tells in words, and undoes it by closing it: Jira keeps nothing of what it deletes", async () => {
    const effect = await resolve(tools.createJiraIssue, DOCK);
    const { title, target } = effectKinds().describe(effect);
    expect({ title, target }).toEqual({
      title: "New issue “Ask Pier 9 for the invoice”",
      target: "Ask Pier 9 for the invoice, Claims, Ben Abara",
    });
    const done = await perform(effect);
    expect(done).toMatchObject({
      providerId: "CLAIM-5",
      link: expect.stringContaining("/browse/CLAIM-5") as string,
    });
    expect(await findIssue(world.account, "CLAIM-5")).toMatchObject({
      type: "Task",
      priority: "High",
      due: "2026-03-20",
      assignee: { name: "Ben Abara" },
      description: DOCK.description,
    });
    const issue = await findIssue(world.account, "CLAIM-5");
    expect(issue !== null && (await isDescriptionWhole(world.account, issue))).toBe(true);
    const undo = undoOf(effect, done.providerId);
    expect(await holds(undo)).toEqual({ holds: true });
    await perform(undo);
    expect(await findIssue(world.account, "CLAIM-5")).toMatchObject({ status: "Won't Do", isDone: true });
    // Closed again it is closed too.
    await perform(undo);
    expect(await lookUp(undo)).toMatchObject({ kind: "found" });
  });

  it("finds an issue again by its effect's mark alone, and makes no second one", async () => {
    const effect = await resolve(tools.createJiraIssue, DOCK);
    const claimedAt = new Date(world.now()).toISOString();
    expect(await lookUp(effect)).toEqual({ kind: "unknown" });
    world.passTime(180_000);
    expect(await lookUp(effect, { claimedAt })).toEqual({ kind: "absent" });
    // The same words, made by somebody else: no proof of this effect.
    await perform(effect, "effect_other");
    expect(await lookUp(effect, { claimedAt })).toEqual({ kind: "absent" });
    const lost = await world.losingAnswers(() => perform(effect).catch((error: unknown) => error));
    expect(lost).toMatchObject({ outcome: "unknown" });
    expect(await lookUp(effect, { claimedAt })).toMatchObject({
      kind: "found",
      performed: { providerId: "CLAIM-6" },
    });
  });

  it("changes fields and status as two steps of one card, and puts both back", async () => {
    const input = { issue: "CLAIM-2", status: "in progress", assignee: "Ben Abara", due: "2026-03-25" };
    const [fields, move] = await resolveAll(tools.updateJiraIssue, input);
    if (fields === undefined || move === undefined) throw new Error("two steps were expected");
    expect(fields.document).toMatchObject({
      set: { assignee: "Ben Abara", due: "2026-03-25" },
      was: { assignee: "Ruth Castellan", due: "2026-03-17" },
    });
    expect(move.document).toMatchObject({ from: "To Do", to: "In Progress" });
    for (const effect of [fields, move]) {
      expect(await holds(effect)).toEqual({ holds: true });
      await perform(effect);
      expect(await lookUp(effect)).toMatchObject({ kind: "found" });
      expect(await holds(effect)).toMatchObject({ holds: false });
    }
    expect(await refusal(tools.updateJiraIssue, input)).toContain("Nothing would change");
    for (const effect of [fields, move]) await perform(undoOf(effect, null));
    expect(await findIssue(world.account, "CLAIM-2")).toMatchObject({
      status: "To Do",
      due: "2026-03-17",
      assignee: { name: "Ruth Castellan" },
    });
  });

  it("looks for people by name at the service, where there are more than it lists", async () => {
    const { client } = world.account;
    const crowd = Array.from({ length: 100 }, (_, at) => ({
      accountId: `crowd-${at}`,
      accountType: "atlassian",
      displayName: `Person ${at}`,
    }));
    const account: JiraAccount = {
      ...world.account,
      client: async (call) =>
        call.path === "/user/assignable/search" && call.query?.["query"] === undefined ? crowd : client(call),
    };
    const services = {
      ...world.services,
      people: (project: string, named?: string) => readAssignable(account, project, named),
    };
    for (const wanted of ["ben", "Ben Abara", "ben@harborlight.example"])
      expect(await jiraPersonNamed(services, ["CLAIM"], wanted)).toMatchObject({ label: "Ben Abara" });
    expect(await jiraPersonNamed(services, ["CLAIM"], "Nina")).toMatch(/^Nobody .* Say who: Person 0; /);
    for (const assignee of ["Ben Abara", "Ben Abara (ben@harborlight.example)"]) {
      const fields = jiraApiFields(account, "CLAIM", { assignee });
      if (assignee === "Ben Abara") expect((await fields).assigneeId).toMatch(/^5b10a/);
      else await expect(fields).rejects.toThrow(/no single member of the project is called/);
    }
  });

  it("says where an issue can go, and goes nowhere else", async () => {
    expect(await refusal(tools.updateJiraIssue, { issue: "CLAIM-3", status: "To Do" })).toBe(
      'There is no way from Done to "To Do". There are: In Progress.',
    );
    const effect = await resolve(tools.updateJiraIssue, { issue: "CLAIM-1", status: "Done" });
    await perform(await resolve(tools.updateJiraIssue, { issue: "CLAIM-1", status: "Won't Do" }));
    expect(await holds(effect)).toMatchObject({ holds: false });
    await expect(perform(effect)).rejects.toMatchObject({ outcome: "not_applied" });
  });

  it("replaces no description of which something would be lost, and the rest of that issue it changes", async () => {
    const issue = jiraStore(world.context).value.issues.find(({ key }) => key === "OPS-1");
    if (issue === undefined) throw new Error("it is gone");
    const cell = {
      type: "tableCell",
      content: [{ type: "paragraph", content: [{ type: "text", text: "Tuesday" }] }],
    };
    issue.description = {
      type: "doc",
      version: 1,
      content: [{ type: "table", content: [{ type: "tableRow", content: [cell] }] }],
    };
    expect(await data(tools.getJiraIssue, { issue: "OPS-1" })).toMatchObject({
      description: "| Tuesday |\n| --- |",
    });
    expect(await refusal(tools.updateJiraIssue, { issue: "OPS-1", description: "Wednesday" })).toContain(
      "would be lost",
    );
    await perform(await resolve(tools.updateJiraIssue, { issue: "OPS-1", priority: "High" }));
    expect(await findIssue(world.account, "OPS-1")).toMatchObject({
      priority: "High",
      description: "| Tuesday |\n| --- |",
    });
  });

  it("comments, finds the comment by its mark, and deletes it", async () => {
    const effect = await resolve(tools.commentOnJiraIssue, {
      issue: "CLAIM-4",
      text: "Called, **no answer**.",
    });
    const lost = await world.losingAnswers(() => perform(effect).catch((error: unknown) => error));
    expect(lost).toMatchObject({ outcome: "unknown" });
    const found = await lookUp(effect);
    if (found.kind !== "found") throw new Error(JSON.stringify(found));
    expect((await readComments(world.account, "CLAIM-4")).map(({ text }) => text)).toEqual([
      "Called, **no answer**.",
    ]);
    const undo = undoOf(effect, found.performed.providerId);
    await perform(undo);
    await perform(undo);
    expect(await readComments(world.account, "CLAIM-4")).toEqual([]);
    expect(await lookUp(undo)).toMatchObject({ kind: "found" });
  });

  it("keeps comments in a service project from whoever asked there", async () => {
    const desk = await jiraWorld({
      settings: { projects: [{ key: "CLAIM", name: "Claims", isService: true }] },
    });
    const drive = driverOf(desk);
    await drive.perform(
      await drive.resolve(tools.commentOnJiraIssue, { issue: "CLAIM-4", text: "Not for the client." }),
    );
    expect(desk.outbox.at(-1)?.body).toMatchObject({
      properties: expect.arrayContaining([
        { key: "sd.public.comment", value: { internal: true } },
      ]) as unknown,
    });
  });

  it("changes nothing where an edited card names nobody or another project", async () => {
    const effect = await resolve(tools.createJiraIssue, DOCK);
    const edits: readonly Record<string, string>[] = [{ assignee: "Ben Abarra" }, { project: "HR" }];
    for (const wrong of edits) {
      const edited = { ...effect, document: { ...effect.document, ...wrong } };
      await expect(perform(edited)).rejects.toMatchObject({ outcome: "not_applied" });
    }
    expect(world.outbox).toEqual([]);
  });
});

describe("connecting Jira", () => {
  const typed = { site: JIRA.settings.site, email: JIRA.settings.email, token: JIRA.token };

  it("asks for the projects, and keeps the token sealed", async () => {
    const deps = pagesOver([createJira(quoWorld().context)]);
    const { question } = await stepOf(deps, "jira", { typed });
    expect(question?.options.map(({ id }) => id)).toEqual(["CLAIM", "OPS", "HR"]);
    const { connection } = await stepOf(deps, "jira", { typed, chosen: chosen("projects", "CLAIM") });
    expect(connection).toMatchObject({ connected: true, account: "harborlight.atlassian.net: Claims" });
    expect(await openConnection(deps.db, MASTER_KEYS, jiraConnections)).toMatchObject({
      credential: JIRA.token,
      settings: { site: "harborlight", projects: [{ key: "CLAIM", name: "Claims" }] },
    });
  });

  it("refuses a site that is another host, and a token that is not accepted", async () => {
    const deps = pagesOver([createJira(quoWorld().context)]);
    for (const site of ["evil.example/", "a.b", "acme@evil", "https://acme.atlassian.net"])
      await expect(stepOf(deps, "jira", { typed: { ...typed, site } })).rejects.toThrow("Only the beginning");
    await expect(
      stepOf(deps, "jira", { typed: { ...typed, token: "ATATT3xWRONGWRONGWRONG" } }),
    ).rejects.toThrow("Jira didn’t accept the key");
  });

  it("reaches its own sites and nothing that only ends like one", () => {
    const allows = egressRule([vendor.addresses.JIRA_BASE_URL.production], []);
    expect(allows(new URL("https://harborlight.atlassian.net/rest/api/3/myself"))).toBe(true);
    for (const url of [
      "http://harborlight.atlassian.net/",
      "https://evilatlassian.net/",
      "https://atlassian.net.evil.example/",
      "https://atlassian.net/",
    ])
      expect(allows(new URL(url))).toBe(false);
  });
});
