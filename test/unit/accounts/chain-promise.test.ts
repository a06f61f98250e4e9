/** CHAIN: an account's history replays to its state, whatever order changes come in, whoever is killed and whoever races. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkChain } from "../../../src/accounts/chain.ts";
import { changeAccount, createAccount, openAccount, projectAccounts } from "../../../src/accounts/store.ts";
import { DEFAULT_STAGES } from "../../../src/accounts/api/account-stages.ts";
import { accounts } from "../../../src/accounts/tables/accounts.ts";
import type { AccountWanted } from "../../../src/accounts/api/accounts.ts";
import type { WorkspaceDeps } from "../../../src/workspace/index.ts";
import { rounds } from "../../support/nightly.ts";
import { DANA, files, freshFiles } from "../workspace/harness.ts";

const SEQUENCES = rounds(15, 1_000);

const words = fc
  .string({ maxLength: 24, unit: "grapheme" })
  .map((said) => said.replace(/[\n\r\0]/g, " ").trim());
const wanted: fc.Arbitrary<AccountWanted> = fc.oneof(
  fc.record({ stage: fc.constantFrom(...DEFAULT_STAGES.map((rule) => rule.stage)) }),
  fc.record({
    nextSteps: fc.array(
      words.filter((one) => one !== ""),
      { maxLength: 3 },
    ),
  }),
  fc.record({ notes: words.filter((one) => one !== "") }),
  fc.record({ location: words, industry: words }),
);
/** Changes at once; `dies` before, within or after the batch. */
const step = fc.record({
  changes: fc.array(wanted, { minLength: 1, maxLength: 3 }),
  dies: fc.constantFrom(null, null, null, "before", "after", "blob"),
});

/** A process that is killed at one of its points: what is on disk then stays. */
function dying(deps: WorkspaceDeps, at: "before" | "after" | "blob"): WorkspaceDeps {
  const killed = (): never => {
    throw new Error("killed");
  };
  if (at === "blob")
    return { ...deps, blobs: { ...deps.blobs, put: () => Promise.reject(new Error("killed")) } };
  const batch: WorkspaceDeps["db"]["batch"] = async (statements) => {
    if (at === "before") return killed();
    await deps.db.batch(statements);
    return killed();
  };
  return { ...deps, db: { ...deps.db, batch } };
}

describe("CHAIN", () => {
  it(
    `holds over ${SEQUENCES} random sequences with crashes and races`,
    { timeout: SEQUENCES * 2_000 },
    async () => {
      let kills = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          await freshFiles();
          const deps = files();
          const said = { evidence: { kind: "command", words: "Go on" } as const, origin: DANA };
          const { id } = await createAccount(deps, { wanted: { name: "Pier 9" }, ...said });
          for (const { changes, dies } of steps) {
            const world = dies === null ? deps : dying(deps, dies);
            if (dies !== null) kills++;
            await Promise.allSettled(
              changes.map((one) => changeAccount(world, id, { wanted: one, ...said })),
            );
          }
          const { state, history } = await openAccount(deps, id);
          expect(checkChain({ state: state.content, history: history?.content ?? "" })).toEqual([]);
          const [row] = await deps.db.rows(accounts);
          expect(row).toMatchObject({ stateEtag: state.etag, historyEtag: history?.etag, problem: null });
          await projectAccounts(deps, [id]);
          const [again] = await deps.db.rows(accounts);
          expect({ ...again, updatedAt: "" }).toEqual({ ...row, updatedAt: "" });
        }),
        { numRuns: SEQUENCES },
      );
      expect(kills).toBeGreaterThanOrEqual(SEQUENCES / 3);
    },
  );
});
