/** GitHub, Jira and Slack by consent: against real authorisation servers of the sandbox, each as its vendor's documentation has it. */
import { beforeEach, describe, expect, it } from "vitest";
import { GITHUB_CONSENT, gitHubConsents } from "../../../../sandbox/github/consent.ts";
import { GITHUB_TEAM } from "../../../../sandbox/github/team-store.ts";
import { JIRA_CONSENT, JIRA_SITES, jiraConsents } from "../../../../sandbox/jira/consent.ts";
import { SLACK_CONSENT, slackConsents } from "../../../../sandbox/slack/consent.ts";
import type { Consents, ConsentServer } from "../../../../sandbox/vendor/consent-server.ts";
import { lackFor } from "../../../../src/integrations/lack.ts";
import { connections, consents } from "../../../../src/platform/db/index.ts";
import { lackOf } from "../../../../src/integrations/allowance.ts";
import { connect } from "../../../../src/integrations/connect.ts";
import { connectionView } from "../../../../src/integrations/connection-views.ts";
import { disconnect, testConnection } from "../../../../src/integrations/manage-connections.ts";
import { finishConsent, startConsent } from "../../../../src/integrations/oauth/consent.ts";
import { endConsent, endUnused } from "../../../../src/integrations/oauth/revocation.ts";
import { openAccount } from "../../../../src/integrations/open-account.ts";
import type { VendorName } from "../../../../src/integrations/registry.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import { readOnlyHttp } from "../../../../src/kernel/outside-http.ts";
import type { Chosen } from "../../../../src/integrations/api/connections.ts";
import { TEAM } from "./acme.ts";
import { consentWorld, DANA, type ConsentWorld } from "./consent-world.ts";

const DAY_MS = 86_400_000;

interface Case {
  readonly vendor: VendorName;
  readonly server: ConsentServer;
  readonly kept: (world: ConsentWorld) => Consents;
  /** What is chosen. */
  readonly chosen: Chosen;
  /** What connects it at once, where an account opens one place. */
  readonly whose: string;
}

const SITE = JIRA_SITES[0];
const [REPOSITORY = ""] = GITHUB_TEAM.settings.repositories;
const CASES: readonly Case[] = [
  {
    vendor: "github_team",
    server: GITHUB_CONSENT,
    kept: ({ context }) => gitHubConsents(context).value,
    chosen: { repositories: { [REPOSITORY]: "yes" } },
    whose: REPOSITORY,
  },
  {
    vendor: "jira",
    server: JIRA_CONSENT,
    kept: ({ context }) => jiraConsents(context).value,
    chosen: { site: { [SITE.id]: "yes" }, projects: { OPS: "yes" } },
    whose: "harborlight.atlassian.net: ",
  },
  {
    vendor: "slack",
    server: SLACK_CONSENT,
    kept: ({ context }) => slackConsents(context).value,
    chosen: {},
    whose: "Alder & Finch",
  },
];

let world: ConsentWorld;
beforeEach(() => {
  world = consentWorld();
});

/** What a tool does with any of them. */
async function use(vendor: VendorName): Promise<void> {
  const account = await openAccount({ ...world.deps, http: readOnlyHttp(world.deps.http) }, vendor);
  if (account === null || !("client" in account)) throw new Error("not connected");
  const paths = { github_team: "/user", jira: "/myself", slack: "/auth.test" } as Record<string, string>;
  await account.client({ method: "GET", path: paths[vendor] ?? "" } as never);
}

const tokenRequests = () =>
  world.asked.filter(({ url, method }) => method === "POST" && /oauth/.test(url)).map(formOf);
const renewals = () => tokenRequests().filter((form) => form.get("grant_type") === "refresh_token");

function formOf({ body }: { readonly body?: unknown }): URLSearchParams {
  return new URLSearchParams(String(body));
}

describe.each(CASES)("$vendor by consent", ({ vendor, server, kept, chosen, whose }) => {
  const [first = { id: "", name: "" }, second = { id: "", name: "" }] = server.people.map(({ id, name }) => ({
    id,
    // GitHub's people are known by their logins.
    name: vendor === "github_team" ? id : name,
  }));

  it("connects, whose it is is known, and nothing secret is stored open", async () => {
    const { connection, question } = await world.signIn(vendor, first.id, chosen);
    expect(question).toBeNull();
    expect(connection).toMatchObject({ connected: true, problem: null, consentedBy: first.name });
    expect(connection?.account).toContain(whose);
    const [row] = await world.db.rows(connections);
    const [grant] = kept(world).grants;
    const stored = JSON.stringify([row, await world.db.rows(consents)]);
    for (const secret of [grant?.access, grant?.refresh].filter((one) => typeof one === "string")) {
      expect(secret).toMatch(/^[\w-]{30,}$/);
      expect(stored).not.toContain(secret);
    }
    expect(await testConnection(world.deps, vendor)).toMatchObject({ problem: null });
    await use(vendor);
  });

  it("asks as the vendor wants to be asked", async () => {
    const url = new URL((await startConsent(world.deps, vendor, DANA)).url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: server.app.id,
      redirect_uri: `http://localhost:8787/api/connections/${vendor}/callback`,
      ...server.requires,
    });
    expect(url.searchParams.get("state")).toMatch(/^[\w-]{40,}$/);
    expect(url.searchParams.has("code_challenge")).toBe(vendor !== "slack");
  });

  it("says that somebody denied it, takes a callback once, and none of another session or state", async () => {
    const denied = await startConsent(world.deps, vendor, DANA);
    const no = await world.decide(denied.url, null);
    expect(await finishConsent(world.deps, vendor, no, DANA)).toEqual({ kind: "denied" });

    const { url } = await startConsent(world.deps, vendor, DANA);
    const params = await world.decide(url, first.id);
    const forged = new URLSearchParams(params);
    forged.set("state", "another-state-that-nobody-made");
    const other = { ...DANA, sessionId: "s9" };
    expect(await finishConsent(world.deps, vendor, params, other)).toEqual({ kind: "expired" });
    expect(await finishConsent(world.deps, vendor, forged, DANA)).toEqual({ kind: "expired" });
    expect(await finishConsent(world.deps, vendor, params, DANA)).toMatchObject({ kind: "granted" });
    expect(await finishConsent(world.deps, vendor, params, DANA)).toEqual({ kind: "expired" });
    expect(tokenRequests()).toHaveLength(1);
  });

  it("doesn't take a made-up code for access", async () => {
    const { url } = await startConsent(world.deps, vendor, DANA);
    const params = await world.decide(url, first.id);
    params.set("code", "made-up");
    expect(await finishConsent(world.deps, vendor, params, DANA)).toEqual({ kind: "refused" });
    expect(await world.db.rows(connections)).toEqual([]);
  });

  it("the same account signs in again without being asked again; another one is said before anything is kept", async () => {
    await world.signIn(vendor, first.id, chosen);
    const [before] = await world.db.rows(connections);
    const again = await world.signIn(vendor, first.id);
    expect(again.question).toBeNull();
    const [after] = await world.db.rows(connections);
    expect(after?.settings).toEqual(before?.settings);

    const { url } = await startConsent(world.deps, vendor, DANA);
    const outcome = await finishConsent(world.deps, vendor, await world.decide(url, second.id), DANA);
    const consent = outcome.kind === "granted" ? outcome.consentId : "";
    const step = await connect(world.deps, vendor, { typed: null, consent, chosen: {} }, TEAM);
    expect(step.question?.text).toContain(
      `This is another account than before: ${second.name} instead of ${first.name}.`,
    );
    expect((await world.db.rows(connections))[0]?.grant).toEqual(before?.grant);
    const anyway = { other_account: {}, ...chosen };
    const { connection } = await connect(world.deps, vendor, { typed: null, consent, chosen: anyway }, TEAM);
    expect(connection).toMatchObject({ consentedBy: second.name });
  });

  it("ends at the vendor where it has a way to, when it is disconnected", async () => {
    await world.signIn(vendor, first.id, chosen);
    const { connection, notice } = await disconnect(world.deps, vendor, TEAM.by);
    expect(connection).toMatchObject({ connected: false });
    expect(await world.db.rows(connections)).toMatchObject([{ credentials: "", grant: null }]);
    if (server.name === "jira-oauth") expect(notice).toMatch(/Jira still lists Steward/);
    else {
      expect(notice).toBeNull();
      expect(kept(world).grants).toEqual([]);
    }
  });

  /** Signs in and chooses nothing yet. */
  const cameBack = async (): Promise<string> => {
    const { url } = await startConsent(world.deps, vendor, DANA);
    const outcome = await finishConsent(world.deps, vendor, await world.decide(url, first.id), DANA);
    return outcome.kind === "granted" ? outcome.consentId : expect.unreachable(outcome.kind);
  };
  const canRevoke = server.name !== "jira-oauth";

  it("is given back when who signed in cancels, by nobody else, and no connection of the same account with it", async () => {
    const consent = await cameBack();
    expect(await endConsent(world.deps, vendor, consent, { ...DANA, sessionId: "s9" })).toEqual({
      notice: null,
    });
    expect(await world.db.rows(consents)).toHaveLength(1);
    const { notice } = await endConsent(world.deps, vendor, consent, DANA);
    expect(await world.db.rows(consents)).toEqual([]);
    if (canRevoke) expect({ notice, grants: kept(world).grants }).toEqual({ notice: null, grants: [] });
    else expect(notice).toMatch(/Jira still lists Steward/);
    const approach = { typed: null, consent, chosen };
    await expect(connect(world.deps, vendor, approach, TEAM)).rejects.toMatchObject({
      code: "invalid_request",
    });

    await world.signIn(vendor, first.id, chosen);
    await endConsent(world.deps, vendor, await cameBack(), DANA);
    await use(vendor);
  });

  it("is given back by the clean-up where nobody chose in time, and again until the vendor takes it", async () => {
    await cameBack();
    await endUnused(world.deps);
    expect(await world.db.rows(consents)).toHaveLength(1);
    world.passTime(31 * 60_000);
    world.stub = ({ url }) => (/applications|auth\.revoke/.test(url) ? { status: 503, text: "" } : null);
    await endUnused(world.deps);
    // Somebody else's new sign-in loses nothing of it.
    await startConsent(world.deps, vendor, { userId: "user_lena", sessionId: "s2" });
    const waiting = (await world.db.rows(consents)).filter(({ grant }) => grant !== null);
    expect(waiting).toHaveLength(canRevoke ? 1 : 0);
    world.stub = null;
    await endUnused(world.deps);
    expect((await world.db.rows(consents)).filter(({ grant }) => grant !== null)).toEqual([]);
    if (canRevoke) expect(kept(world).grants).toEqual([]);
  });

  it("is disconnected although the vendor is away, and that is said", async () => {
    await world.signIn(vendor, first.id, chosen);
    world.stub = ({ url }) => (/applications|auth\.revoke/.test(url) ? { status: 503, text: "" } : null);
    const { connection, notice } = await disconnect(world.deps, vendor, TEAM.by);
    expect(connection).toMatchObject({ connected: false });
    expect(notice).toMatch(/^Steward deleted its access/);
  });
});

describe.each(CASES.slice(0, 2))("$vendor's access that ends", ({ vendor, server, kept, chosen }) => {
  const account = server.people[0]?.id ?? "";
  beforeEach(async () => void (await world.signIn(vendor, account, chosen)));

  it("is renewed once for ten calls at the same time, with a refresh token that is used once", async () => {
    for (let round = 1; round <= 3; round++) {
      world.passTime(DAY_MS);
      await Promise.all(Array.from({ length: 10 }, () => use(vendor)));
      expect(renewals()).toHaveLength(round);
    }
    expect(new Set(renewals().map((form) => form.get("refresh_token"))).size).toBe(3);
  });

  it("says that it has ended where the vendor takes its refresh token no more: once to the admins, and on the page", async () => {
    kept(world).grants = [];
    world.passTime(DAY_MS);
    for (let call = 0; call < 3; call++)
      await expect(use(vendor)).rejects.toMatchObject({ code: "not_configured" });
    expect(renewals()).toHaveLength(1);
    expect(world.alerts).toHaveLength(1);
    expect(await connectionView(world.deps, vendor)).toMatchObject({
      problem: { message: expect.stringMatching(/has ended/) },
    });
    await world.signIn(vendor, account, chosen);
    await use(vendor);
  });

  it("is tried again where the vendor was away", async () => {
    world.passTime(DAY_MS);
    world.stub = ({ method }) => (method === "POST" ? { status: 503, text: "" } : null);
    await expect(use(vendor)).rejects.toThrow(IntegrationError);
    world.stub = null;
    world.passTime(6_000);
    await use(vendor);
    expect(world.alerts).toEqual([]);
  });
});

describe("access that is replaced", () => {
  const { server, kept, chosen } = CASES[0] as Case;

  it("ends at GitHub, and another team's of the same person goes on", async () => {
    const [ruth, ben] = server.people.map(({ id }) => id);
    await world.signIn("github_team", ruth ?? "", chosen);
    const old = kept(world).grants[0]?.access;
    await world.signIn("github_team", ben ?? "", { other_account: {}, ...chosen });
    expect(kept(world).grants.map(({ personId }) => personId)).toEqual([ben]);
    expect(kept(world).grants.some(({ access }) => access === old)).toBe(false);
    await use("github_team");
  });

  it("goes on at Slack, where it is the same for all consents of a workspace", async () => {
    await world.signIn("slack", "T0ALDERFINCH");
    await world.signIn("slack", "T0ALDERFINCH");
    expect(slackConsents(world.context).value.grants).toHaveLength(1);
    await use("slack");
  });

  it("a workspace of Slack that another team uses by consent isn't connected a second time", async () => {
    const others = { ...world.deps, isTaken: () => Promise.resolve(true) };
    const { url } = await startConsent(others, "slack", DANA);
    const outcome = await finishConsent(others, "slack", await world.decide(url, "T0ALDERFINCH"), DANA);
    const consent = outcome.kind === "granted" ? outcome.consentId : "";
    await expect(connect(others, "slack", { typed: null, consent, chosen: {} }, TEAM)).rejects.toMatchObject({
      message: expect.stringMatching(/connected by another team/),
    });
  });
});

describe("what isn't allowed yet", () => {
  const post = { kind: "slack.post", document: { connectionId: "conn_acme_slack" } };

  it("is said with where it's allowed, asked for with what was allowed before, and then allowed", async () => {
    await world.signIn("slack", "T0ALDERFINCH");
    expect((await connectionView(world.deps, "slack")).capabilities).toEqual([
      { name: "write", label: "posting messages", allowed: false },
      { name: "hear", label: "answering your team there", allowed: false },
    ]);
    expect(await lackFor(world.db, [post])).toBe(
      "Steward isn't allowed to do that in Slack yet. An admin can allow it: Settings → Connections → Allow posting messages.",
    );
    const asked = new URL((await startConsent(world.deps, "slack", DANA, "write")).url).searchParams;
    expect(asked.get("scope")?.split(",")).toEqual(
      expect.arrayContaining(["channels:history", "users:read", "chat:write", "im:write"]),
    );
    expect(asked.get("scope")).not.toContain("app_mentions");
    await world.signIn("slack", "T0ALDERFINCH", {}, "write");
    expect(await lackFor(world.db, [post])).toBeNull();
    expect((await connectionView(world.deps, "slack")).capabilities).toMatchObject([
      { name: "write", allowed: true },
      { name: "hear", allowed: false },
    ]);
    // Signing in again later asks for what was allowed.
    const later = new URL((await startConsent(world.deps, "slack", DANA)).url).searchParams;
    expect(later.get("scope")).toContain("chat:write");
  });

  it("answering a team in Slack is asked about, and isn't offered without the app's signing secret", async () => {
    await world.signIn("slack", "T0ALDERFINCH");
    expect(await connectionView(world.deps, "slack")).toMatchObject({ change: null });
    const { question } = await world.signIn("slack", "T0ALDERFINCH", {}, "hear");
    expect(question).toMatchObject({ name: "answers" });
    const { connection } = await world.signIn(
      "slack",
      "T0ALDERFINCH",
      { answers: { direct: "yes" } },
      "hear",
    );
    expect(connection).toMatchObject({ account: "Alder & Finch", change: "Choose where it answers…" });
    const { signingSecret: _, ...app } = SLACK_CONSENT.app as {
      id: string;
      secret: string;
      signingSecret: string;
    };
    const silent = { ...world.deps, consent: { ...world.deps.consent, clients: { slack: app } } };
    await disconnect(world.deps, "slack", TEAM.by);
    await world.signIn("slack", "T0ALDERFINCH");
    expect((await connectionView(silent, "slack")).capabilities.map(({ name }) => name)).toEqual(["write"]);
  });

  it("Jira is read with the least, and refuses what wasn't asked for", async () => {
    const { chosen } = CASES[1] as Case;
    const [ruth] = JIRA_CONSENT.people;
    await world.signIn("jira", ruth?.id ?? "", chosen);
    const account = await openAccount(world.deps, "jira");
    const comment = { method: "POST", path: "/issue/OPS-1/comment", body: { body: {} } } as const;
    await expect(account?.client(comment)).rejects.toMatchObject({ status: 401 });
    expect(await lackOf(world.db, "jira", "write")).toMatch(/Allow creating and changing issues/);
    // One refusal of one thing says nothing of the connection.
    expect(await connectionView(world.deps, "jira")).toMatchObject({ problem: null });
    const { connection } = await world.signIn("jira", ruth?.id ?? "", {}, "write");
    expect(connection).toMatchObject({ capabilities: [{ allowed: true }] });
    expect(await lackOf(world.db, "jira", "write")).toBeNull();
  });

  it("a key allows what it allows", async () => {
    expect(await lackOf(world.db, "slack", "write")).toBeNull();
  });
});

it("Jira asks which site, where an account opens several", async () => {
  const [ruth, ben] = JIRA_CONSENT.people;
  expect((await world.signIn("jira", ruth?.id ?? "")).question).toMatchObject({
    name: "site",
    options: [{ label: "harborlight.atlassian.net" }, { label: "harborlight-test.atlassian.net" }],
  });
  expect((await world.signIn("jira", ben?.id ?? "")).question).toMatchObject({ name: "projects" });
});

it("GitHub offers the repositories its app is installed on, and says where it is installed on none", async () => {
  const [ruth] = GITHUB_CONSENT.people;
  const { question } = await world.signIn("github_team", ruth?.id ?? "");
  expect(question?.options).toHaveLength(2);
  world.stub = ({ url }) =>
    url.includes("/user/installations") ? { status: 200, text: '{"installations":[]}' } : null;
  await expect(world.signIn("github_team", ruth?.id ?? "")).rejects.toMatchObject({
    message: expect.stringMatching(/isn’t installed on any of your repositories/),
  });
});

it("one repository that is gone says nothing of GitHub's connection; all of them do", async () => {
  const [ruth] = GITHUB_CONSENT.people;
  const { question } = await world.signIn("github_team", ruth?.id ?? "");
  const [one = "", two = ""] = question?.options.map(({ id }) => id) ?? [];
  await world.signIn("github_team", ruth?.id ?? "", { repositories: { [one]: "yes", [two]: "yes" } });
  world.stub = ({ url }) => (url.endsWith(`/repos/${one}`) ? { status: 404, text: "{}" } : null);
  expect(await testConnection(world.deps, "github_team")).toMatchObject({ problem: null });
  world.stub = ({ url }) => (url.includes("/repos/") ? { status: 404, text: "{}" } : null);
  expect(await testConnection(world.deps, "github_team")).toMatchObject({ problem: expect.anything() });
});
