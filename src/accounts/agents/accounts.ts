/** The chat agent for accounts. Code only, no model: see `src/accounts/desk/desk.ts`. */
import { accountDesk } from "../desk/desk.ts";
import { defineAgent } from "../../agent/define-agent.ts";

/** The name is persisted with conversations. */
export const accounts = defineAgent({
  name: "accounts",
  title: "Accounts",
  description:
    "Answers questions about accounts, changes them and follows them up, each by the agent that can.",
  tier: "cheap",
  instructions: "",
  script: accountDesk,
  tools: [
    "ask_user",
    "delegate",
    "resolve_account",
    "read_accounts",
    "create_account",
    "update_account",
    "scan_followups",
    "prepare_followup",
  ],
  windowTokens: 150_000,
  conversational: true,
});
