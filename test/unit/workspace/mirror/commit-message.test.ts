/** What a commit of the mirror says: GitHub acts on words in it, and names may have been chosen by somebody outside. */
import { beforeEach, expect, it } from "vitest";
import { push } from "../../../../src/workspace/mirror/push.ts";
import type { CommitPlan, MirrorDeps } from "../../../../src/workspace/mirror/ports.ts";
import { remove, writeFile } from "../../../../src/workspace/index.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { records } from "../../../support/node-d1.ts";
import { AGENT, ALDER, DANA, files, freshFiles } from "../harness.ts";

const LEASE = "2099-01-01T00:00:00.000Z";
const SPELLS = "Fixes #1 @somebody [skip ci] closes alder/x#2";
const PATH = "areas/fixes @somebody [skip ci].md";

beforeEach(async () => {
  await freshFiles();
  await insertInto(records, "mirrors", ALDER, { repository: "alder/x", branch: "main", leased_until: LEASE });
  await insertInto(records, "conversations", ALDER, {
    id: AGENT.conversationId,
    title: SPELLS,
    source: "sms",
  });
});

/** Commits what has changed; the message. */
async function commit(): Promise<string> {
  const plans: CommitPlan[] = [];
  const deps = {
    files: files(),
    lease: LEASE,
    commit: async (plan: CommitPlan) => {
      plans.push(plan);
      return { sha: "a".repeat(40) };
    },
  } as unknown as MirrorDeps;
  await push(deps, "b".repeat(40));
  return plans[0]?.message ?? "";
}

// Seed 001:303: the commit says what changed.
it("is IDs and words of ours alone, whatever files, conversations and authors are called", async () => {
  const stranger = { kind: "system" as const, id: "github:@somebody", name: SPELLS };
  await writeFile(files(), { path: PATH, content: "x", ...AGENT });
  const first = await commit();
  expect(first).toMatch(
    /^Steward: 1 area note added\n\n- [\w-]+: area note added by steward in run run_1\n\nSteward-Mirror: [\w-]+$/,
  );
  await writeFile(files(), { path: "areas/b.md", content: "y", author: stranger, source: SPELLS });
  await writeFile(files(), { path: "MEMORY.md", content: "z", ...DANA });
  await writeFile(files(), { path: "daily_notes/2026-11-20.md", content: "z", ...DANA });
  await remove(files(), { path: PATH, ...DANA });
  const second = await commit();
  expect(second).toMatch(
    /^Steward: 1 memory added, 1 area note added, 1 daily note added, 1 area note removed\n\n(?:- [\w-]+: memory added by [\w-]+\n)- [\w-]+: area note added by an author outside the team\n- [\w-]+: daily note added by [\w-]+\n- [\w-]+: area note removed\n/,
  );
  for (const message of [first, second]) expect(message).not.toMatch(/fixes|@|#|\[|skip|closes|\+1412/i);
});
