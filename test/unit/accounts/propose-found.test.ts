import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { accountChange } from "../../../src/accounts/effects/account-change.ts";
import { proposeFound, type ProposingDeps } from "../../../src/accounts/index.ts";
import { changeAccount, createAccount, openAccount } from "../../../src/accounts/store.ts";
import type { FoundChange } from "../../../src/accounts/read-sources.ts";
import type { SourceRow } from "../../../src/accounts/file-source.ts";
import { approvals } from "../../../src/approvals/tables/approvals.ts";
import type { WorkspaceDeps } from "../../../src/workspace/index.ts";
import { freshWorld } from "../approvals/fresh-world.ts";
import { TENANT, World } from "../approvals/harness.ts";
import { DANA, files } from "../workspace/harness.ts";

let deps: WorkspaceDeps;
let proposing: ProposingDeps;
let id: string;
beforeEach(async () => {
  await freshWorld();
  const world = new World();
  deps = files(TENANT);
  proposing = {
    files: deps,
    approvals: () => Promise.resolve(world.deps()),
    agent: "account-filer",
    rule: "memory.outside_text",
    effectOf: (document) => accountChange.of(document),
  };
  ({ id } = await createAccount(deps, {
    wanted: { name: "Pier 9", stage: "Quoted", nextSteps: ["Send the form"] },
    evidence: { kind: "command", words: "Open it" },
    origin: DANA,
  }));
});

const found = (name: string, more: Partial<FoundChange>): FoundChange => ({
  source: {
    accountId: id,
    kind: "emails",
    id: name,
    party: "a@pier.example",
    at: "2026-11-24T15:00:00.000Z",
    sha256: name,
  } as SourceRow,
  path: `accounts/${id}/sources/emails/${name}/summary.md`,
  stage: null,
  nextStep: null,
  quote: "Please bind it.",
  ...more,
});
const waiting = () => deps.db.rows(approvals, eq(approvals.status, "pending"));
const wantedOf = (row: typeof approvals.$inferSelect | undefined): unknown =>
  (row?.proposedEffects[0] as { document: { wanted: unknown } } | undefined)?.document.wanted;

describe("what sources ask for", () => {
  it("changes nothing by itself: it is one draft with the sentence that says so", async () => {
    const before = await openAccount(deps, id);
    await proposeFound(proposing, found("a", { stage: "Bound" }));
    await proposeFound(proposing, found("a", { stage: "Bound" }));
    const [draft, ...more] = await waiting();
    expect(more).toEqual([]);
    expect(wantedOf(draft)).toEqual({ stage: "Bound" });
    expect(draft?.evidence).toMatchObject([
      { quote: "Please bind it.", source: "E-mail from a@pier.example" },
    ]);
    expect(await openAccount(deps, id)).toEqual(before);
  });

  it("of several sources is one draft that holds them all", async () => {
    await proposeFound(proposing, found("a", { stage: "Bound" }));
    await proposeFound(proposing, found("b", { nextStep: "Send the certificate" }));
    const drafts = await waiting();
    expect(drafts.map(wantedOf)).toEqual([
      { stage: "Bound", nextSteps: ["Send the form", "Send the certificate"] },
    ]);
    await proposeFound(proposing, found("c", { nextStep: "Send the certificate" }));
    expect((await waiting()).map((row) => row.id)).toEqual(drafts.map((row) => row.id));
  });

  it("is nothing where it is so already", async () => {
    await changeAccount(deps, id, {
      wanted: { stage: "Bound" },
      evidence: { kind: "command", words: "Bound" },
      origin: DANA,
    });
    await proposeFound(proposing, found("a", { stage: "Bound" }));
    expect(await waiting()).toEqual([]);
  });
});
