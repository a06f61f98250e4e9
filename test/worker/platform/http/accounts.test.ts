/** TENANT over the accounts: no route, no agent that is asked, and no open question of one team ever shows, changes or sends anything of another's. */
import { beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../../../../src/accounts/index.ts";
import { accountQueryEndpoints, ACCOUNT_STREAM_PATH } from "../../../../src/accounts/api/account-query.ts";
import type { AccountAnswer } from "../../../../src/accounts/api/account-query.ts";
import { accountsEndpoints } from "../../../../src/accounts/api/accounts.ts";
import { asOwner, writeFile } from "../../../../src/workspace/index.ts";
import { until } from "../../agent/conversations/harness.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { DANA, files, HARBOR } from "../../workspace/harness.ts";

/** What it is called may be asked for; what it holds must never be told. */
const NAME = "Canary Row Sailmakers";
const SECRET = "secret-of-harbor-77c1";
const SOURCE = "sources/emails/2026-11-20-0123456789ab";

let id = "";
let dana = "";
let ruth = "";
let asked: AccountAnswer;

async function api(cookie: string, method: string, path: string, body?: object) {
  const headers = { cookie, origin: "http://localhost:8787", "content-type": "application/json" };
  const answer = await request(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Asks, and waits for the answer. */
async function query(cookie: string, words: string): Promise<AccountAnswer> {
  const first = JSON.parse(
    (await api(cookie, "POST", "/api/accounts/query", { query: words })).text,
  ) as AccountAnswer;
  return until(async () => {
    const { text } = await api(
      cookie,
      "GET",
      `/api/accounts/answers/${first.conversationId}/${first.turnId}`,
    );
    const now = JSON.parse(text) as AccountAnswer;
    return now.type !== "running" && now;
  });
}

const rows = async (): Promise<string> => {
  const { results } = await testEnv.DB.prepare(
    "select id, name, stage, state_etag, history_etag, deleted_at from accounts where tenant_id = ?",
  )
    .bind(HARBOR)
    .all();
  const approvals = await testEnv.DB.prepare("select count(*) as n from approvals").first<{ n: number }>();
  return JSON.stringify([results, approvals]);
};

beforeAll(async () => {
  await freshWorld();
  await control("reset", {});
  const theirs = files(HARBOR);
  const ground = { evidence: { kind: "command", words: SECRET } as const, origin: DANA };
  const wanted = {
    name: NAME,
    stage: "Quoted",
    location: SECRET,
    industry: "Sailmaker",
    insuranceTypes: [SECRET],
    nextSteps: [SECRET],
    primaryEmail: `${SECRET}@sails.example`,
    notes: SECRET,
    lastContactAt: "2026-01-01T00:00:00.000Z",
  };
  ({ id } = await createAccount(theirs, { wanted, ...ground }));
  for (const name of ["raw.txt", "summary.md"])
    await writeFile(asOwner(theirs, "accounts"), {
      path: `accounts/${id}/${SOURCE}/${name}`,
      content: `${SECRET}\n`,
      ...DANA,
    });
  [dana, ruth] = await Promise.all([signIn("dana@alderfinch.example"), signIn("ruth@harborlight.example")]);
  asked = await query(ruth, `Update ${NAME}`);
});

const filled = (path: string): string =>
  path.replace(":id", id).replace(":conversationId", asked.conversationId).replace(":turnId", asked.turnId);

const BODIES: Readonly<Record<string, () => object>> = {
  "/api/accounts/:id/changes": () => ({ wanted: { stage: "Bound" }, seen: "" }),
  "/api/accounts/:id/undo": () => ({ seen: "" }),
  "/api/accounts/:id/sources/remove": () => ({ path: `accounts/${id}/sources/texts` }),
  "/api/accounts/:id/restore": () => ({ deletionId: "deletion_unknown" }),
  "/api/accounts/confirm": () => ({
    session_id: "session_id" in asked ? asked.session_id : "",
    clarification_data: { stage: "Bound" },
  }),
};

describe("a member of another team", () => {
  const byId = [...Object.values(accountsEndpoints), ...Object.values(accountQueryEndpoints)].filter(
    ({ path }) => path.includes(":") || path === "/api/accounts/confirm",
  );

  it.each(byId.map(({ method, path }) => [`${method} ${path}`, method, path] as const))(
    "finds nothing by %s",
    async (_, method, path) => {
      const before = await rows();
      const { status, text } = await api(dana, method, filled(path), BODIES[path]?.());
      expect(status, text).toBe(404);
      expect(text).not.toContain(SECRET);
      expect(await rows()).toBe(before);
    },
  );

  it.each([
    "/api/accounts",
    `/api/accounts?q=${SECRET}`,
    "/api/accounts?q=canary",
    "/api/accounts?stage=Quoted",
    "/api/accounts/tree",
    "/api/accounts/followup/pending",
    "/api/accounts/followup/pending?stage=Quoted&days_threshold=0",
  ])("sees nothing of it in %s", async (path) => {
    const { status, text } = await api(dana, "GET", path);
    expect(status, text).toBe(200);
    expect(text).not.toMatch(new RegExp(`${SECRET}|${NAME}`));
  });

  it("opens no folder and no file of it, by whatever path", async () => {
    for (const path of ["state.md", "history.md", `${SOURCE}/raw.txt`, "../accounts/state.md"])
      for (const route of ["file", "tree"]) {
        const { status, text } = await api(
          dana,
          "GET",
          `/api/accounts/${route}?path=${encodeURIComponent(`accounts/${id}/${path}`)}`,
        );
        expect(text).not.toContain(SECRET);
        if (route === "file") expect(status).toBeGreaterThanOrEqual(400);
      }
  });

  it.each([
    `What stage is ${NAME} in?`,
    `/search What has ${NAME} asked for?`,
    "Which accounts are in Quoted?",
    "Find the sailmaker accounts",
    "Who should we follow up with today?",
    `Draft a follow-up for ${NAME}`,
  ])("is told nothing of it, asking “%s”", async (words) => {
    const before = await rows();
    const answer = await query(dana, words);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    const { text } = await api(dana, "GET", `/api/conversations/${answer.conversationId}/messages`);
    expect(text).not.toContain(SECRET);
    expect(await rows()).toBe(before);
  });

  it("drafts and sends nothing to it by its number", async () => {
    const before = await rows();
    for (const body of [{ account_id: id, dry_run: true }, { account_id: id }]) {
      const first = JSON.parse(
        (await api(dana, "POST", "/api/accounts/followup/execute", body)).text,
      ) as AccountAnswer;
      const answer = await until(async () => {
        const { text } = await api(
          dana,
          "GET",
          `/api/accounts/answers/${first.conversationId}/${first.turnId}`,
        );
        const now = JSON.parse(text) as AccountAnswer;
        return now.type !== "running" && now;
      });
      expect(answer.type).toBe("error");
      expect(JSON.stringify(answer)).not.toContain(SECRET);
    }
    expect(await rows()).toBe(before);
  });

  it("goes on with none of their conversations, streamed or not", async () => {
    for (const path of ["/api/accounts/query", "/api/accounts/search", ACCOUNT_STREAM_PATH]) {
      const { status, text } = await api(dana, "POST", path, {
        query: "What is the stage?",
        conversationId: asked.conversationId,
      });
      expect(status, path).toBe(404);
      expect(text).not.toContain(SECRET);
    }
  });
});

describe("a member of its own team", () => {
  it("sees all of it, so that the canaries prove something", async () => {
    const seen = await Promise.all(
      [
        `/api/accounts/${id}`,
        `/api/accounts?q=${SECRET.split("-")[0] ?? ""}`,
        `/api/accounts/file?path=accounts/${id}/state.md`,
        `/api/accounts/file?path=accounts/${id}/${SOURCE}/raw.txt`,
        "/api/accounts/followup/pending",
      ].map(async (path) => [path, (await api(ruth, "GET", path)).text.includes(SECRET)]),
    );
    expect(seen.filter(([, found]) => found !== true)).toEqual([]);
    expect(asked.type).toBe("vague_update_clarification");
    expect(JSON.stringify(await query(ruth, `What stage is ${NAME} in?`))).toContain(SECRET);
  });

  it("has the open question for itself: answered once, then it isn't open any more", async () => {
    const body = BODIES["/api/accounts/confirm"]?.();
    expect((await api(ruth, "POST", "/api/accounts/confirm", body)).status).toBeLessThan(300);
    await until(async () => (await api(ruth, "GET", `/api/accounts/${id}`)).text.includes('"stage":"Bound"'));
    expect((await api(ruth, "POST", "/api/accounts/confirm", body)).status).toBe(404);
  });
});
