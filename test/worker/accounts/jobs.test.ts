/** What accounts have done for them by the clock, over real tables, files, approvals and the sandbox's model. */
import { testContext } from "../../support/context.ts";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { accountFile, createAccount, projectAccounts } from "../../../src/accounts/store.ts";
import { lastContactOf } from "../../../src/accounts/rows.ts";
import { CHECK_JOB, FOLLOWUPS_JOB } from "../../../src/accounts/index.ts";
import { systemJobs } from "../../../src/agent/schedules/jobs.ts";
import { accounts, accountSources } from "../../../src/accounts/tables/accounts.ts";
import { approvals } from "../../../src/approvals/tables/approvals.ts";
import { notifications } from "../../../src/notifications/tables/notifications.ts";
import { runs } from "../../../src/agent/tables/conversations.ts";
import { schedules } from "../../../src/agent/tables/schedules.ts";
import { workspaceFiles } from "../../../src/workspace/tables/workspace.ts";
import { DEFAULT_POLICY } from "../../../src/team/api/policy.ts";
import type { AccountWanted } from "../../../src/accounts/api/accounts.ts";
import { asOwner, pathKey, writeFile } from "../../../src/workspace/index.ts";
import { workOf } from "../../support/clock.ts";
import { insertRow } from "../../support/rows.ts";
import { request } from "../../support/http-worker.ts";
import { control, freshWorld, tokenFor } from "../../support/worker.ts";
import { requestsOf, until } from "../agent/conversations/harness.ts";
import { ALDER, DANA, files } from "../workspace/harness.ts";

const DAY_MS = 86_400_000;
const deps = () => files(ALDER);
const db = () => deps().db;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

async function open(wanted: AccountWanted & { readonly name: string }): Promise<string> {
  const evidence = { kind: "command", words: `Open ${wanted.name}` } as const;
  const { id } = await createAccount(deps(), { wanted, evidence, origin: DANA });
  return id;
}

/** A text of theirs is filed. */
async function hearsFrom(accountId: string): Promise<void> {
  const row = { id: "now", kind: "sms", item: "now", party: "+13125550100", direction: "incoming" } as const;
  const rest = { at: daysAgo(0), sha256: "", summary: "whole", failures: 0, filedAt: daysAgo(0) } as const;
  await db().batch([
    db().insert(accountSources, { accountId, ...row, ...rest }),
    lastContactOf(db(), accountId),
  ]);
}

/** One in a stage that is followed up, silent for some days. */
const silent = (name: string, days: number, more: AccountWanted = {}) =>
  open({
    name,
    stage: "Quoted",
    primaryEmail: `${name.toLowerCase().replace(/\W+/g, ".")}@client.example`,
    lastContactAt: daysAgo(days),
    ...more,
  });

async function run(job: string, slotAt = new Date().toISOString()): Promise<string> {
  const done = await systemJobs()[job]?.(testContext(ALDER), { scheduleId: `system.${job}`, slotAt });
  return done?.summary ?? "";
}

const rowOf = (id: string) => db().find(accounts, eq(accounts.id, id));
const alerts = async () =>
  (await db().rows(notifications)).filter(({ dedupeKey }) => dedupeKey.startsWith("alert:account_chain"));
const skillPaths = async () =>
  (await db().rows(workspaceFiles)).flatMap(({ path, deletedAt }) =>
    path.startsWith("skills/") && deletedAt === null ? [path] : [],
  );

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

describe("a team's first account", () => {
  it("brings the skills of its agents and the two jobs, once: what the team deletes or pauses stays so", async () => {
    await workOf("jobs.ensure", ALDER);
    expect(await skillPaths()).toEqual([]);
    await open({ name: "Pier 9 Marina" });
    await workOf("events.consume", ALDER);
    const paths = await skillPaths();
    expect(paths).toHaveLength(15);
    expect(paths).toContain("skills/followup/communication-draft/assets/templates.md");
    const jobs = (await db().rows(schedules)).filter(({ name }) => name.startsWith("accounts."));
    expect(jobs.map(({ name, status }) => [name, status])).toEqual([
      [CHECK_JOB, "active"],
      [FOLLOWUPS_JOB, "active"],
    ]);
    await db().update(workspaceFiles, { deletedAt: daysAgo(0) }, eq(workspaceFiles.path, paths[0] ?? ""));
    await db().update(schedules, { status: "paused" }, eq(schedules.name, FOLLOWUPS_JOB));
    await open({ name: "Lakeshore Bakery" });
    await workOf("events.consume", ALDER);
    await workOf("jobs.ensure", ALDER);
    expect(await skillPaths()).toEqual(paths.slice(1));
    expect(await db().find(schedules, eq(schedules.name, FOLLOWUPS_JOB))).toMatchObject({ status: "paused" });
  });
});

describe("skills of the agents of accounts", () => {
  it("stand in the prompts of their own agent alone, are loaded when asked for, and are shown on the way of an answer", async () => {
    const id = await open({ name: "Pier 9 Marina", stage: "Quoted" });
    const path = `accounts/${id}/sources/emails/2026-11-01-abc/raw.txt`;
    const content = "From: Ana <ana@pier9.example>\n\nWe need the marina quote by Friday.\n";
    await writeFile(asOwner(deps(), "accounts"), { ...DANA, path, content });
    await workOf("events.consume", ALDER);
    const answer = await request("/api/accounts/query", {
      method: "POST",
      headers: {
        authorization: `Bearer ${await tokenFor("dana@alderfinch.example")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ query: "What changed at Pier 9 Marina?" }),
    });
    const { routed, skills } = (await answer.json()) as {
      routed: { agent: string };
      skills: { name: string; description: string; level: number }[];
    };
    expect(routed.agent).toBe("search_agent");
    expect(skills).toMatchObject([{ name: "search/file-navigation", level: 2 }]);
    expect(skills[0]?.description).toContain("in which order to read them");
    const asked = (await requestsOf("Pier 9 Marina")).map(({ request: sent }) =>
      JSON.stringify(sent["system"]),
    );
    const [own] = asked.filter((system) => system.includes("You answer one question about"));
    expect(own).toContain("- search/text-search: ");
    expect(own).not.toContain("update/state-edit");
    expect(asked.filter((system) => system.includes("Sort one request")).join()).not.toContain(
      "search/text-search",
    );
  });
});

describe("the nightly check", () => {
  it("finds a chain that was broken behind everybody's back, says so on the account, tells admins once and repairs nothing", async () => {
    const [whole, broken] = [await open({ name: "Pier 9 Marina" }), await open({ name: "Lakeshore Bakery" })];
    await workOf("events.consume", ALDER);
    expect(await run(CHECK_JOB)).toBe("2 accounts checked.");
    const [path, key] = [accountFile(broken, "state.md"), pathKey(accountFile(broken, "state.md"))];
    const other = await db().find(workspaceFiles, eq(workspaceFiles.path, accountFile(whole, "state.md")));
    const before = await db().find(workspaceFiles, eq(workspaceFiles.path, path));
    await db().update(workspaceFiles, { sha256: other?.sha256 ?? "" }, eq(workspaceFiles.pathKey, key));
    expect((await rowOf(broken))?.problem).toBeNull();
    expect(await run(CHECK_JOB)).toBe("2 accounts checked. 1 with a history that doesn’t prove the state.");
    expect((await rowOf(broken))?.problem).toContain("name says “Pier 9 Marina”");
    expect((await rowOf(whole))?.problem).toBeNull();
    await run(CHECK_JOB);
    expect(await alerts()).toMatchObject([
      { title: "An account’s history doesn’t prove its state", resolution: null },
    ]);
    expect((await alerts())[0]?.url).toContain(`/accounts/${broken}`);
    expect((await db().find(workspaceFiles, eq(workspaceFiles.path, path)))?.sha256).toBe(other?.sha256);
    await db().update(workspaceFiles, { sha256: before?.sha256 ?? "" }, eq(workspaceFiles.pathKey, key));
    expect(await run(CHECK_JOB)).toBe("2 accounts checked.");
    expect((await rowOf(broken))?.problem).toBeNull();
    expect((await alerts())[0]?.resolution).not.toBeNull();
  });

  it("tells of a break of the day and of the next one, each once; of several together", async () => {
    const ids = [
      await open({ name: "Pier 9" }),
      await open({ name: "Lakeshore" }),
      await open({ name: "Cedar" }),
    ];
    const breakByHand = async (id: string) => {
      await writeFile(asOwner(deps(), "accounts"), {
        ...DANA,
        path: accountFile(id, "state.md"),
        content: `---\nname: By hand ${id}\n---\n`,
        overwrite: true,
      });
      await projectAccounts(deps(), [id]);
    };
    await breakByHand(ids[0] ?? "");
    await run(CHECK_JOB);
    await breakByHand(ids[1] ?? "");
    await breakByHand(ids[2] ?? "");
    await run(CHECK_JOB);
    await run(CHECK_JOB);
    expect((await alerts()).map(({ title }) => title)).toEqual([
      "An account’s history doesn’t prove its state",
      "2 accounts’ histories don’t prove their states",
    ]);
  });

  it("goes on where it was stopped, and looks at all of more than a page", async () => {
    for (let index = 0; index < 23; index++) await open({ name: `Client ${index}` });
    const slotAt = new Date().toISOString();
    await db().update(accounts, { checkedAt: slotAt }, eq(accounts.name, "Client 3"));
    expect(await run(CHECK_JOB, slotAt)).toBe("22 accounts checked.");
    expect(await run(CHECK_JOB, slotAt)).toBe("0 accounts checked.");
  });
});

describe("the morning's follow-ups", () => {
  const waiting = async () =>
    (await db().rows(approvals)).filter(
      ({ tool, status }) => tool === "execute_followup" && status === "pending",
    );
  const accountOf = ({ proposedEffects }: { readonly proposedEffects: readonly unknown[] }) =>
    (proposedEffects.at(-1) as { document: { accountId: string; rationale: string } }).document;

  it("draft those that are due as one stack, each with why, and no account twice while its draft waits", async () => {
    const ids = [];
    for (const [index, days] of [30, 25].entries())
      ids.push(await silent(`Client ${index}`, days, { nextSteps: [`Send the quote ${index}`] }));
    await silent("Fresh", 1);
    await silent("Won", 90, { stage: "Closed Won" });
    expect(await run(FOLLOWUPS_JOB)).toBe("2 due for a follow-up. 2 drafted for approval.");
    const first = await waiting();
    expect(first.map((one) => accountOf(one).accountId).toSorted()).toEqual(ids);
    expect(new Set(first.map(({ turnId }) => turnId)).size).toBe(1);
    const why = first.map((one) => accountOf(one).rationale).find((one) => one.includes("quote 0"));
    expect(why).toBe(
      "The last contact was 30 days ago; Quoted is followed up after 2 days. Next step: Send the quote 0.",
    );
    const body = JSON.stringify(first[0]?.proposedEffects);
    expect(body).toContain("@client.example");
    expect(body).toContain("Alder & Finch");
    const made = await db().rows(runs);
    expect(
      made.filter(({ agent, trigger }) => agent === "followup_agent" && trigger === FOLLOWUPS_JOB),
    ).toHaveLength(2);
    expect(first.every(({ runId }) => made.some(({ id }) => id === runId))).toBe(true);
    expect(await run(FOLLOWUPS_JOB)).toBe("2 due for a follow-up. 2 already drafted. Nothing was drafted.");
    expect(await requestsOf("Draft a follow-up with")).toHaveLength(2);
  });

  it("draft nothing where a draft was turned down within the stage's days, and again once they are over", async () => {
    await silent("Pier 9", 30);
    await run(FOLLOWUPS_JOB);
    const [draft] = await waiting();
    await db().update(approvals, { status: "rejected" }, eq(approvals.id, draft?.id ?? ""));
    expect(await run(FOLLOWUPS_JOB)).toContain("Nothing was drafted.");
    await db().update(approvals, { createdAt: daysAgo(3) }, eq(approvals.id, draft?.id ?? ""));
    expect(await run(FOLLOWUPS_JOB, daysAgo(-1))).toContain("1 drafted");
  });

  it("leave out whoever was in contact while the draft was written", async () => {
    const id = await silent("Quayside", 30);
    await control("anthropic/script", {
      marker: "Draft a follow-up with Quayside",
      responses: [
        {
          content: [
            {
              type: "text",
              text: JSON.stringify({
                channel: "email",
                subject: "Hi",
                body: "Hello",
                context_used: [],
                rationale: "Due.",
              }),
            },
          ],
          delayMs: 3_000,
        },
      ],
    });
    const job = run(FOLLOWUPS_JOB);
    await until(async () => (await requestsOf("Draft a follow-up with Quayside")).length > 0);
    await hearsFrom(id);
    expect(await job).toBe("1 due for a follow-up. Nothing was drafted.");
    expect(await waiting()).toEqual([]);
  });

  it("stop where the month's budget is used up, and say so", async () => {
    await silent("Pier 9", 30);
    await silent("Lakeshore", 20);
    await insertRow("settings", ALDER, {
      version: 1,
      policy: JSON.stringify({ ...DEFAULT_POLICY, monthlyBudgetUsd: 0 }),
      updated_by: "user_demo_dana",
      updated_at: daysAgo(0),
    });
    expect(await run(FOLLOWUPS_JOB)).toContain("Nothing was drafted. The month’s budget is used up.");
    expect(await waiting()).toEqual([]);
  });

  it("are as many as an admin says, within bounds", async () => {
    for (const name of ["Pier 9", "Lakeshore", "Cedar"]) await silent(name, 30);
    const put = async (drafts: number) => {
      const headers = {
        authorization: `Bearer ${await tokenFor("dana@alderfinch.example")}`,
        "content-type": "application/json",
      };
      const body = JSON.stringify({ drafts, version: 0 });
      return request("/api/accounts/morning", { method: "PUT", headers, body });
    };
    expect((await put(21)).status).toBe(400);
    const saved = await put(2);
    expect([saved.status, await saved.json()]).toMatchObject([200, { morningDrafts: 2 }]);
    expect(await run(FOLLOWUPS_JOB)).toBe("3 due for a follow-up. 2 drafted for approval.");
    expect(await waiting()).toHaveLength(2);
  });

  it("begin for nobody where nobody is due", async () => {
    await silent("Fresh", 1);
    expect(await run(FOLLOWUPS_JOB)).toBe("No account is due for a follow-up.");
  });
});
