import { describe, expect, it } from "vitest";
import { companyContacts } from "../../../sandbox/world/index.ts";
import { HARBOR } from "../../../sandbox/world/company.ts";
import { accountFiles } from "../../../scripts/demo-accounts.ts";
import { checkChain } from "../../../src/accounts/chain.ts";
import { readHistory } from "../../../src/accounts/history.ts";
import { readState } from "../../../src/accounts/state.ts";

const NOW = Date.parse("2026-11-24T04:00:00.000Z");

describe("the demo's accounts", () => {
  it("are 40 files whose histories prove them, each with somebody to call", () => {
    const files = accountFiles(companyContacts(HARBOR, NOW), NOW);
    const ids = [...files.keys()].filter((path) => path.endsWith("state.md"));
    expect(ids).toHaveLength(40);
    for (const path of ids) {
      const state = files.get(path) ?? "";
      const history = files.get(path.replace("state.md", "history.md")) ?? "";
      expect(checkChain({ state, history })).toEqual([]);
      for (const { evidence } of readHistory(history).entries)
        expect(evidence).toMatchObject({
          kind: "command",
          name: expect.stringMatching(/^(Ruth|Ben) /) as string,
        });
      const read = readState(state);
      expect(read.ok && read.state.contacts[0]?.phone).toMatch(/^\+1\d{10}$/);
    }
  });
});
