/** A15: what a follow-up is drafted from stays small, however much is on record; and it is the newest. */
import { beforeAll, describe, expect, it } from "vitest";
import { fileSource } from "../../../src/accounts/file-source.ts";
import { mailText } from "../../../src/accounts/source-text.ts";
import { stageRules } from "../../../src/accounts/stages.ts";
import { draftCall } from "../../../src/accounts/desk/follow-up.ts";
import { followupAgent } from "../../../src/accounts/agents/followup-agent.ts";
import { estimateTokens } from "../../../src/agent/tokens.ts";
import { prepareFollowup } from "../../../src/accounts/tools/prepare-followup.ts";
import type { WorkspaceDeps } from "../../../src/workspace/index.ts";
import { moveAccountsIn } from "../../support/demo-accounts.ts";
import { DANA, files, freshFiles } from "../workspace/harness.ts";

/** Seed 003, "Token budget" of a follow-up, its instructions and all it is given. */
const BOUND_TOKENS = 1_600;
const MAILS = 30;
const DAY_MS = 86_400_000;
const SENTENCE = "The carrier asks once more how the dust collection is cleaned and by whom. ";

let deps: WorkspaceDeps;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  await freshFiles();
  deps = files();
  ids = await moveAccountsIn(deps, DANA);
});

async function material(name: string) {
  const services = { files: deps, timeZone: "UTC", stages: () => stageRules(deps.db) };
  const { input, run } = prepareFollowup as unknown as {
    readonly input: { parse(value: object): object };
    readonly run: (input: object, services: object, call: object) => Promise<{ data: Record<string, never> }>;
  };
  const { data } = await run(input.parse({ account: name }), services, {});
  return data;
}

function tokensOf(data: Record<string, never>): number {
  const { input } = draftCall(data, false);
  return (
    estimateTokens(followupAgent.instructions) +
    estimateTokens(JSON.stringify(input["task"])) +
    estimateTokens(JSON.stringify(input["context"]))
  );
}

describe("what a follow-up is drafted from", () => {
  it("is within the budget for every account of the demo", async () => {
    const sizes = await Promise.all([...ids.keys()].map(async (name) => tokensOf(await material(name))));
    expect(sizes).toHaveLength(40);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(BOUND_TOKENS);
  });

  it("is within the budget with long letters on record, and holds the three newest of them", async () => {
    const id = ids.get("Mercer Cabinetry") ?? "";
    const nowMs = deps.clock.now();
    // Newest first, so that what was filed last is not what is newest.
    for (let days = 1; days <= MAILS; days++) {
      const at = new Date(nowMs - days * DAY_MS).toISOString();
      const mail = {
        fromName: "Daniel Mercer",
        fromAddress: "daniel.mercer@mercercabinetry.example",
        to: [],
        cc: [],
        subject: `Letter of ${days} days ago`,
        text: `Dear Ben,\n\n${SENTENCE.repeat(60)}\n\nKind regards,\nDaniel`,
        attachments: [],
        at,
      };
      const text = mailText(mail, "UTC");
      const about = { kind: "emails", item: `mail-${days}`, party: "x", direction: "incoming" } as const;
      await fileSource(deps, id, { ...about, at, day: at.slice(0, 10), text });
    }
    const data = await material("Mercer Cabinetry");
    const tokens = tokensOf(data);
    console.info(`A15: ${tokens} tokens of a follow-up's context`);
    expect(tokens).toBeLessThanOrEqual(BOUND_TOKENS);
    const told = (data["lastSaid"] as unknown as { summary: string }[]).map(({ summary }) => summary);
    expect(told.map((summary) => /Letter of (\d+) days ago/.exec(summary)?.[1])).toEqual(["1", "2", "3"]);
    expect(data["style"]).toMatchObject({ formality: "formal", greeting: "Dear Ben," });
  });
});
