/** Issues and code as the agent reads them, and as approved effects change them: our client and the sandbox, each held to GitHub's own description. */
import { beforeEach, describe, expect, it } from "vitest";
import { REPOSITORIES } from "../../../../sandbox/github/store.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import { findIssue, readComments, readContent } from "../../../../src/integrations/github-team/read.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import { offeredTools } from "../../../../src/agent/tools/agent-tools.ts";
import * as tools from "../../../../src/integrations/github-team/tools/tools.ts";
import { driverOf, through } from "../vendors/service-world.ts";
import { gitHubWorld, type GitHubWorld } from "./world.ts";

const WEBSITE = "harborlight/website";
const FORM = "harborlight/quote-form";

let world: GitHubWorld;
beforeEach(async () => {
  world = await gitHubWorld();
  return () => expect(world.sandbox.violations?.()).toEqual([]);
});
const { look, cited, rows, data, resolve, refusal, perform, holds, undoOf } = through(() => driverOf(world));

describe("what the agent reads", () => {
  it("lists the repositories an admin chose, and one's labels and people", async () => {
    const all = await rows(tools.listGithubRepositories, {});
    expect(all.map(({ name, isPublic }) => [name, isPublic])).toEqual([
      [WEBSITE, false],
      [FORM, true],
    ]);
    expect(await data(tools.listGithubRepositories, { repository: "website" })).toMatchObject({
      labels: expect.arrayContaining(["bug", "portal"]) as unknown,
      people: ["ben-abara", "ruth-castellan", "theo-lindgren"],
    });
  });

  it("finds issues by words, state, person, label and day, and pull requests apart from them", async () => {
    const named = async (input: object) =>
      (await rows(tools.searchGithubIssues, input)).map(({ issue }) => issue);
    expect(await named({ query: "bakery reminder" })).toEqual([`${WEBSITE}#3`]);
    expect(await named({ state: "open", label: "bug" })).toEqual([`${FORM}#3`, `${WEBSITE}#3`]);
    expect(await named({ assignee: "ben-abara" })).toEqual([`${WEBSITE}#3`]);
    expect(await named({ kind: "pull_request" })).toEqual([`${WEBSITE}#6`, `${FORM}#2`]);
    expect(await named({ repository: "quote-form", updatedSince: "2026-03-15" })).toEqual([
      `${FORM}#4`,
      `${FORM}#3`,
    ]);
    expect(await named({ query: "repo:somebody/else reminder" })).toEqual([]);
  });

  it("shows an issue whole, by its name, its number or its page", async () => {
    const shown = await data(tools.getGithubIssue, { issue: "website#2" });
    expect(shown).toMatchObject({
      issue: `${WEBSITE}#2`,
      state: "closed",
      labels: ["bug", "portal"],
      comments: [{ by: "theo-lindgren" }, { by: "theo-lindgren", text: "Fixed, live since this morning." }],
    });
    expect(await data(tools.getGithubIssue, { issue: `https://github.com/${WEBSITE}/issues/2` })).toEqual(
      shown,
    );
    const page = (shown as { url: string }).url;
    const words = await cited(tools.getGithubIssue, { issue: "website#2" });
    expect(words[page]).toEqual([(shown as { text: string }).text]);
    expect(Object.keys(words).every((link) => link.startsWith(page))).toBe(true);
    expect(Object.keys(words)).toHaveLength(3);
    expect(await look(tools.getGithubIssue, { issue: "2" })).toMatchObject({
      kind: "retry",
      message: `Say which repository: ${WEBSITE}; ${FORM}.`,
    });
    expect(await look(tools.getGithubIssue, { issue: "website#99" })).toMatchObject({ kind: "retry" });
  });

  it("shows what a pull request changes, and whether it is merged", async () => {
    expect(await data(tools.getGithubIssue, { issue: "website#6" })).toMatchObject({
      state: "open",
      pullRequest: {
        from: "send-once",
        into: "main",
        changedFiles: 1,
        files: [{ path: "portal/reminders.js", status: "added" }],
      },
    });
    expect(await data(tools.getGithubIssue, { issue: "quote-form#2" })).toMatchObject({ state: "merged" });
  });

  it("lists commits of a file, shows one with its files, and finds and reads code at a commit", async () => {
    const commits = await rows(tools.listGithubCommits, {
      repository: "quote-form",
      path: "src/postcode.js",
    });
    expect(commits.map(({ message }) => message)).toEqual(["Long ZIP codes (#2)", "Quote form"]);
    const [newest, first] = commits.map(({ commit }) => String(commit));
    expect(await data(tools.getGithubCommit, { repository: "quote-form", commit: newest })).toMatchObject({
      files: [
        {
          path: "src/postcode.js",
          status: "modified",
          patch: expect.stringContaining("text.trim()") as string,
        },
      ],
    });
    const found = await rows(tools.searchGithubCode, { text: "validatePostcode" });
    expect(found.map(({ path }) => path)).toEqual(["src/postcode.js", "src/quote.js"]);
    const whole = await data(tools.getGithubCommit, { repository: "quote-form", commit: first });
    const read = { repository: "quote-form", path: "src/postcode.js" };
    expect(await data(tools.readGithubFile, read)).toMatchObject({
      text: expect.stringContaining("\\d{4}") as string,
    });
    expect(
      String((await data(tools.readGithubFile, { ...read, ref: whole["commit"] }))["text"]),
    ).not.toContain("\\d{4}");
    expect(await rows(tools.readGithubFile, { repository: "website", path: "" })).toContain("portal/");
    expect(await look(tools.readGithubFile, { ...read, path: "src/none.js" })).toMatchObject({
      kind: "retry",
    });
  });

  it("reads a long file in pieces that together are the whole", async () => {
    const lines = Array.from({ length: 900 }, (_, index) => `const line${index} = "${"x".repeat(20)}";`);
    const services = {
      ...world.services,
      content: async () => ({ kind: "file" as const, text: lines.join("\n"), sizeBytes: 1, url: null }),
    };
    const pieces: string[] = [];
    for (let fromLine: number | undefined = 1; fromLine !== undefined;) {
      const input = { repository: "website", path: "a.js", fromLine };
      const piece = await driverOf({ ...world, services }).data(tools.readGithubFile, input);
      expect(String(piece["text"]).length).toBeLessThanOrEqual(8_000);
      pieces.push(String(piece["text"]));
      fromLine = piece["nextFromLine"] as number | undefined;
    }
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("\n")).toBe(lines.join("\n"));
  });

  it("is found, not always in the prompt, and only where the team's GitHub is connected: the mirror's is not enough", () => {
    expect(offeredTools("steward").deferred).toContain("create_github_issue");
    expect(offeredTools("steward").core).not.toContain("create_github_issue");
    expect(offeredTools("steward", ["quo", "github"]).deferred).not.toContain("create_github_issue");
  });
});

describe("what a connection opens", () => {
  it("leaves no call for a repository that an admin did not choose, whatever the token opens", async () => {
    const narrow = await gitHubWorld({ repositories: [WEBSITE] });
    await expect(findIssue(narrow.account, FORM, 1)).rejects.toMatchObject({ outcome: "not_applied" });
    await expect(readContent(narrow.account, FORM, "README.md")).rejects.toThrow("not selected by an admin");
    const effect = await resolve(tools.commentOnGithubIssue, {
      issue: "quote-form#3",
      text: "Looking into it.",
    });
    await expect(
      narrow.executor.perform(effect, { idempotencyKey: "e", deadlineMs: Infinity }),
    ).rejects.toMatchObject({
      outcome: "not_applied",
    });
    expect(narrow.asked).toEqual([]);
  });

  it("does not open issues with the mirror's token, nor the mirror with the team's", async () => {
    const [mirror] = REPOSITORIES.filter(({ tenantId }) => tenantId === "tenant_harbor");
    const other = await gitHubWorld({ token: mirror?.token ?? "" });
    await expect(other.services.repositories()).rejects.toThrow("github answered 404");
    const reaching = await gitHubWorld({ repositories: [mirror?.name ?? ""] });
    await expect(reaching.services.repositories()).rejects.toThrow("github answered 404");
  });

  it("waits for a spent quota as long as GitHub says, whatever status it says it with", async () => {
    for (let asked = 0; asked < 30; asked++) await look(tools.searchGithubIssues, {});
    const refused: unknown = await look(tools.searchGithubIssues, {}).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, outcome: "not_applied" });
    const { retryAfterMs = 0 } = refused as IntegrationError;
    expect(retryAfterMs).toBeGreaterThan(0);
    world.passTime(retryAfterMs);
    await look(tools.searchGithubIssues, {});
  });
});

describe("what approved effects do", () => {
  const BUG = {
    repository: "website",
    title: "Claims page: the phone number is cut off",
    body: "Seen on an **old iPhone**.",
    labels: ["Bug"],
    assignees: ["@theo-lindgren"],
  };

  it("creates an issue that the card tells in words, and undoes it by closing it as not planned", async () => {
    const effect = await resolve(tools.createGithubIssue, BUG);
    const { title, target, layout } = effectKinds().describe(effect);
    expect({ title, target }).toEqual({
      title: "New issue “Claims page: the phone number is cut off”",
      target: `Claims page: the phone number is cut off, ${WEBSITE}, theo-lindgren`,
    });
    const shown = layout.filter(({ role }) => role !== "id").map(({ label }) => label);
    expect(shown).toEqual(["Repository", "Issue", "Assigned to", "Label", "Description"]);
    const done = await perform(effect);
    const number = Number(done.providerId);
    expect(done.link).toContain(`/${WEBSITE}/issues/${number}`);
    expect(await findIssue(world.account, WEBSITE, number)).toMatchObject({
      state: "open",
      labels: ["bug"],
      assignees: ["theo-lindgren"],
      body: BUG.body,
    });
    const undo = undoOf(effect, done.providerId);
    expect(await holds(undo)).toEqual({ holds: true });
    await perform(undo);
    expect(await findIssue(world.account, WEBSITE, number)).toMatchObject({ state: "not_planned" });
    expect(world.outbox.at(-1)?.body).toEqual({ state: "closed", state_reason: "not_planned" });
  });

  it("warns that a public repository is read by anyone, so that no rule lets it through unasked", async () => {
    const danger = expect.objectContaining({ code: "public_repository", level: "danger" }) as unknown;
    const open = await resolve(tools.createGithubIssue, { ...BUG, repository: "quote-form", assignees: [] });
    expect(effectKinds().describe(open).lints).toEqual([danger]);
    expect(effectKinds().describe(await resolve(tools.createGithubIssue, BUG)).lints).toEqual([]);
    const comment = await resolve(tools.commentOnGithubIssue, { issue: "quote-form#3", text: "Thanks." });
    expect(effectKinds().describe(comment).lints).toEqual([danger]);
  });

  it("finds an issue again whose answer was lost, and makes no second one; says it is absent where it is", async () => {
    const effect = await resolve(tools.createGithubIssue, BUG);
    const claimedAt = new Date(world.now()).toISOString();
    const options = () => ({ claimedAt, now: world.now(), takenProviderIds: [] as string[] });
    expect(await world.executor.lookUp(effect, options())).toEqual({ kind: "unknown" });
    world.passTime(180_000);
    expect(await world.executor.lookUp(effect, options())).toEqual({ kind: "absent" });
    const lost = await world.losingAnswers(() => perform(effect).catch((error: unknown) => error));
    expect(lost).toMatchObject({ outcome: "unknown" });
    const found = await world.executor.lookUp(effect, options());
    expect(found).toMatchObject({ kind: "found", performed: { providerId: "7" } });
    expect(await world.executor.lookUp(effect, { ...options(), takenProviderIds: ["7"] })).toEqual({
      kind: "absent",
    });
    expect(world.outbox).toHaveLength(1);
  });

  it("changes the fields that differ, puts them back, and refuses where somebody changed them meanwhile", async () => {
    const input = { issue: "website#3", state: "closed", labels: ["bug"], assignees: ["theo-lindgren"] };
    const effect = await resolve(tools.updateGithubIssue, {
      ...input,
      title: "Renewal reminder goes out twice",
    });
    expect(effect.document).toMatchObject({
      set: { state: "closed", labels: ["bug"], assignees: ["theo-lindgren"] },
      was: { state: "open", labels: ["bug", "urgent"], assignees: ["theo-lindgren", "ben-abara"] },
    });
    expect(effect.document).not.toMatchObject({ set: { title: expect.anything() as unknown } });
    expect(await holds(effect)).toEqual({ holds: true });
    await perform(effect);
    expect(world.outbox.at(-1)?.body).toMatchObject({ state: "closed", state_reason: "completed" });
    expect(await holds(effect)).toMatchObject({ holds: false });
    const asked = { claimedAt: new Date(world.now()).toISOString(), now: world.now(), takenProviderIds: [] };
    expect(await world.executor.lookUp(effect, asked)).toMatchObject({ kind: "found" });
    expect(await refusal(tools.updateGithubIssue, input)).toContain("Nothing would change");
    const undo = undoOf(effect, null);
    expect(await holds(undo)).toEqual({ holds: true });
    await perform(undo);
    expect(await findIssue(world.account, WEBSITE, 3)).toMatchObject({
      state: "open",
      labels: ["bug", "urgent"],
      assignees: ["theo-lindgren", "ben-abara"],
    });
  });

  it("closes a pull request without a reason, and does not reopen a merged one", async () => {
    await perform(await resolve(tools.updateGithubIssue, { issue: "website#6", state: "not_planned" }));
    expect(world.outbox.at(-1)?.body).toEqual({ state: "closed" });
    expect(await refusal(tools.updateGithubIssue, { issue: "quote-form#2", state: "open" })).toContain(
      "is merged",
    );
  });

  it("comments, finds the comment again by its words and its time, and deletes it", async () => {
    const effect = await resolve(tools.commentOnGithubIssue, {
      issue: "website#3",
      text: "The bakery is fine.",
    });
    const claimedAt = new Date(world.now()).toISOString();
    const lost = await world.losingAnswers(() => perform(effect).catch((error: unknown) => error));
    expect(lost).toMatchObject({ outcome: "unknown" });
    const asked = { claimedAt, now: world.now(), takenProviderIds: [] };
    const found = await world.executor.lookUp(effect, asked);
    if (found.kind !== "found") throw new Error(JSON.stringify(found));
    expect(found.performed.link).toContain("#issuecomment-");
    const undo = undoOf(effect, found.performed.providerId);
    expect(await world.executor.lookUp(undo, asked)).toEqual({ kind: "absent" });
    await perform(undo);
    // Deleted again it is deleted too.
    await perform(undo);
    expect(await world.executor.lookUp(undo, asked)).toMatchObject({ kind: "found" });
    const issue = await findIssue(world.account, WEBSITE, 3);
    const left = issue === null ? [] : await readComments(world.account, issue);
    expect(left.map(({ text }) => text)).toEqual(["I have called the bakery, they don't mind."]);
  });

  it("does not comment on an issue that was renamed since its card was shown", async () => {
    const effect = await resolve(tools.commentOnGithubIssue, {
      issue: "website#4",
      text: "Photo is in the drive.",
    });
    await perform(
      await resolve(tools.updateGithubIssue, { issue: "website#4", title: "Team page: new photos" }),
    );
    expect(await holds(effect)).toMatchObject({
      holds: false,
      reason: expect.stringContaining("renamed") as string,
    });
  });

  it("names what there is where a repository, a label or a person is none: GitHub would make one up, or leave them out", async () => {
    expect(await refusal(tools.createGithubIssue, { ...BUG, repository: "payroll" })).toContain(WEBSITE);
    expect(await refusal(tools.createGithubIssue, { ...BUG, labels: ["blocker"] })).toContain("urgent");
    expect(await refusal(tools.createGithubIssue, { ...BUG, assignees: ["walt"] })).toContain("ben-abara");
  });
});

describe("the newest comments", () => {
  it.each([0, 1, 24, 25, 26, 50, 63])("of %i are read, oldest first", async (count) => {
    const all = Array.from({ length: count }, (_, index) => `Comment ${index + 1}`);
    for (const text of all)
      await perform(await resolve(tools.commentOnGithubIssue, { issue: "website#4", text }));
    const issue = await findIssue(world.account, WEBSITE, 4);
    if (issue === null) throw new Error("it is gone");
    expect((await readComments(world.account, issue)).map(({ text }) => text)).toEqual(all.slice(-25));
  });
});
