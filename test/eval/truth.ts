/** What is true in the demo brokerage, by the world it is made of. */
import { DEMO_ACCOUNTS } from "../../sandbox/world/accounts.ts";
import { BOUND_CLIENTS } from "../../sandbox/world/clients/bound.ts";
import { OPEN_CLIENTS } from "../../sandbox/world/clients/open/index.ts";
import { HARBOR } from "../../sandbox/world/company.ts";
import { companyContacts } from "../../sandbox/world/index.ts";
import { accountFiles } from "../../scripts/demo-accounts.ts";
import { readState } from "../../src/accounts/state.ts";
import type { AccountState } from "../../src/accounts/api/accounts.ts";

/** An account as the world has it: its state, and what was written, said and told of it, by kind. */
export interface TrueAccount {
  readonly id: string;
  readonly state: AccountState;
  readonly words: Readonly<Record<"emails" | "calls" | "sms" | "told", string>>;
}

/** All of them, by name. */
export function trueAccounts(nowMs: number): ReadonlyMap<string, TrueAccount> {
  const clients = new Map([...OPEN_CLIENTS, ...BOUND_CLIENTS].map((client) => [client.contact, client]));
  const found = [...accountFiles(companyContacts(HARBOR, nowMs), nowMs)].flatMap(
    ([path, content]): [string, TrueAccount][] => {
      const [, id] = /^accounts\/(\d+)\/state\.md$/.exec(path) ?? [];
      if (id === undefined) return [];
      const read = readState(content);
      if (!read.ok) throw new Error(`${path}: ${read.problem}`);
      const { state } = read;
      const client = state.contacts.map(({ name }) => clients.get(name)).find((one) => one !== undefined);
      const told = DEMO_ACCOUNTS.find(({ company }) => company === state.name)?.steps ?? [];
      const words = {
        emails: (client?.mails ?? []).flat().join("\n"),
        sms: (client?.texts ?? []).flat().join("\n"),
        calls: (client?.calls ?? [])
          .flatMap(({ points, next, said }) => [...points, ...next, ...said])
          .join("\n"),
        told: told.flatMap(({ said, note = "", next = [] }) => [said, note, ...next]).join("\n"),
      };
      return [[state.name, { id, state, words }]];
    },
  );
  return new Map(found);
}
