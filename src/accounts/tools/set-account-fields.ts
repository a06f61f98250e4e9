import * as z from "zod";
import { valuesAsked } from "../index.ts";
import { readValueOf, withDetail } from "../api/account-details.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import { changing } from "./update-account.ts";

const inputSchema = z.strictObject({
  account: z.string().trim().min(1).max(200).describe("Its number (10003) or name (Lakeview Dental Group)"),
  fields: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(40).describe("Such as Renewal date"),
        value: z
          .string()
          .trim()
          .max(300)
          .describe("As the person wrote it: March 1, 2027; $18,400; empty to clear"),
      }),
    )
    .min(1)
    .max(20),
});

/** Sets values of the team's own fields, checked by their kind. */
export const setAccountFields = defineTool({
  name: "set_account_fields",
  title: "Fill in an account",
  done: "Filled in an account",
  description:
    "Sets the fields that the team added to its accounts, such as renewal date, premium, carrier, policy number or owner, in the person's own words. " +
    "Runs at once where they are the person's own; what came from outside waits for approval.",
  keywords:
    "update change account field renewal renews date premium carrier policy number owner broker customer client",
  input: inputSchema,
  effect: "internal",
  egress: "none",
  shows: "account_change",
  tellsOutside: true,
  summarize: ({ account }) => `Filling in the account ${account}`,
  ...changing(({ fields: given }: z.output<typeof inputSchema>, { fields }, state) => {
    let { details } = state;
    for (const { name, value } of given) {
      const asked = valuesAsked(fields, { sort: name }, () => "");
      if (typeof asked !== "object") return asked ?? "";
      const { field } = asked;
      const read = readValueOf(field.kind, value);
      if (read === null) return `“${value}” is no ${field.kind} for “${field.name}”.`;
      details = withDetail(details, field.name, read);
    }
    return { details };
  }),
});
