import * as z from "zod";
import { showAccount } from "../index.ts";
import { localTime } from "../../kernel/local-time.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import type { AccountServices } from "./index.ts";
import { accountNamed } from "./named.ts";

const ENTRIES = 12;

export const getAccount = defineTool({
  name: "get_account",
  title: "Read an account",
  done: "Read an account",
  description:
    "Reads one customer's account whole: its state (stage, people, insurance, next steps, notes), the newest entries of its history with what each stands on, and its source files.",
  keywords: "client customer status history timeline policy contact person next step what happened",
  input: z.strictObject({
    account: z.string().trim().min(1).max(200).describe("Its number (10003) or name (Lakeview Dental Group)"),
  }),
  effect: "read",
  egress: "none",
  summarize: ({ account }) => `Reading the account ${account}`,
  async run({ account }, { files, timeZone }: AccountServices) {
    const found = await accountNamed(files.db, account);
    if ("retry" in found) return retry(found.retry);
    const { id, state, stateProblem, entries, problems, sources } = await showAccount(files, found.id);
    return {
      kind: "ok",
      outside: true,
      data: {
        account: id,
        link: `/accounts/${id}`,
        ...(state === null ? { problem: stateProblem } : { state }),
        ...(problems.length === 0
          ? {}
          : { warning: `The history doesn't prove this state: ${problems[0]?.message ?? ""} Say so.` }),
        stages: entries
          .flatMap(({ id: at, changes }) => changes.map((change) => ({ at, ...change })))
          .filter(({ field }) => field === "stage")
          .slice(0, ENTRIES)
          .map(({ at, old, new: stage }) => ({ since: localTime(at, timeZone), stage, was: old })),
        history: entries.slice(0, ENTRIES).map(({ id: at, sentence, evidence, approvedBy }) => ({
          at: localTime(at, timeZone),
          said: sentence,
          ...(evidence.kind === "source" ? { source: evidence.path } : {}),
          ...("name" in evidence && evidence.name !== undefined ? { by: evidence.name } : {}),
          ...(approvedBy === undefined ? {} : { approvedBy }),
        })),
        ...(entries.length > ENTRIES ? { older: entries.length - ENTRIES } : {}),
        sources: sources.map(({ path }) => path),
      },
    };
  },
});
