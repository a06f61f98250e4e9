import * as z from "zod";
import type { Json } from "../../../kernel/hash.ts";
import {
  accountLine,
  accountMaterial,
  calledStage,
  describedAccounts,
  listAccounts,
  stageNamed,
  stageSettings,
  wordsOfStage,
} from "../../index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { DeskServices } from "./index.ts";

/** Accounts listed for a question about several, and those of them whose files are read. */
const LISTED = 20;
/** Accounts listed where neither words nor a stage choose. */
const LISTED_OF_ALL = 8;
const READ = 3;
const READ_CHARS = 800;

/** Reads what a question about accounts is probably answered from. */
export const readAccounts = defineTool({
  name: "read_accounts",
  title: "Read what a question is about",
  done: "Read the accounts a question is about",
  description:
    "Reads one account's state and the sources that bear on a question; without an account, the accounts that fit it.",
  input: z.strictObject({
    question: z.string().trim().min(1).max(8_000),
    account: z.string().trim().min(1).max(20).optional(),
    stage: z.string().trim().min(1).max(300).optional(),
  }),
  effect: "read",
  egress: "none",
  summarize: ({ account }) => (account === undefined ? "Reading the accounts" : `Reading account ${account}`),
  async run({ question, account, stage }, { files, stages, near }: DeskServices) {
    if (account !== undefined) {
      const material = await accountMaterial(files, account, question);
      return { kind: "ok", outside: true, data: { ...material } as unknown as Json };
    }
    const rules = await stages();
    const known = stage === undefined ? null : stageNamed(rules, stage);
    const words = known === null ? undefined : wordsOfStage(known);
    const fit = await describedAccounts(files.db, question.slice(0, 300), { stages: words, near });
    const isByWords = known === null && fit.length > 0;
    const most = isByWords || known !== null ? LISTED : LISTED_OF_ALL;
    const rows = isByWords ? fit : (await listAccounts(files.db, { stages: words, limit: most + 1 })).items;
    const materials = await Promise.all(
      fit.slice(0, READ).map(({ id }) => accountMaterial(files, id, question, READ_CHARS)),
    );
    const { stages: counts } = await stageSettings(files.db);
    return {
      kind: "ok",
      outside: true,
      data: {
        stages: Object.fromEntries(
          counts.flatMap(({ stage: of, accounts }) => (accounts === 0 ? [] : [[of, accounts]])),
        ),
        listedBy: isByWords ? "words" : known === null ? "name" : `stage ${known.stage}`,
        accounts: rows.slice(0, most).map((row) => {
          const { id, name, location, industry, insuranceTypes, nextSteps, lastContactAt } = accountLine(row);
          const line = {
            account: id,
            name,
            stage: calledStage(rules, row.stage),
            location,
            industry,
            insurance: insuranceTypes.join(", "),
            nextSteps: nextSteps.join("; ").slice(0, 120),
            lastContact: lastContactAt?.slice(0, 10) ?? "",
          };
          return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== ""));
        }),
        more: rows.length > most,
        files: materials.flatMap((one) => one.files) as unknown as Json,
      },
    };
  },
});
