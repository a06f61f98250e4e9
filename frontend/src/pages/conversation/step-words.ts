/** The agent's steps in a sentence. Pure. */
import { sentenceList } from "../../components/words.ts";
import type { StepItem } from "./thread-items.ts";

/** What a tool did, once and several times. A tool that is not here is named by its own name. */
const STEP_VERBS: Readonly<Record<string, readonly [once: string, often: string]>> = {
  search_contacts: ["looked up a contact", "looked up contacts"],
  list_messages: ["read their texts", "read texts"],
  send_message: ["drafted a text", "drafted texts"],
  create_contact: ["prepared a new contact", "prepared new contacts"],
  search_texts: ["searched texts", "searched texts"],
  contact_history: ["read the history with a contact", "read the history with contacts"],
  search_emails: ["searched e-mails", "searched e-mails"],
  read_email: ["read an e-mail", "read e-mails"],
  send_email: ["drafted an e-mail", "drafted e-mails"],
  list_events: ["checked the calendar", "checked the calendar"],
  create_schedule: ["set up a schedule", "set up schedules"],
  list_schedules: ["checked the schedules", "checked the schedules"],
  update_schedule: ["changed a schedule", "changed schedules"],
  delete_schedule: ["removed a schedule", "removed schedules"],
  load_skill: ["read a skill", "read skills"],
  run_code: ["did a calculation", "did calculations"],
  list_files: ["looked through files", "looked through files"],
  search_files: ["searched files", "searched files"],
  read_file: ["read a file", "read files"],
  write_file: ["wrote a file", "wrote files"],
  edit_file: ["edited a file", "edited files"],
  append_file: ["added to a file", "added to files"],
  move_file: ["moved a file", "moved files"],
  delete_file: ["deleted a file", "deleted files"],
};

function often(times: number): string {
  if (times < 2) return "";
  return times === 2 ? " twice" : ` ${times} times`;
}

/** `Looked up a contact, read their texts, and drafted a text`. */
export function foldedWords(steps: readonly Pick<StepItem, "name" | "status">[]): string {
  const names = [...new Set(steps.map((step) => step.name))];
  const clauses = names.map((name) => {
    const times = steps.filter((step) => step.name === name).length;
    const verbs = STEP_VERBS[name];
    if (!verbs) return `used ${name.replaceAll("_", " ")}${often(times)}`;
    return times > 1 ? `${verbs[1]}${often(times)}` : verbs[0];
  });
  const failed = steps.filter((step) => step.status === "failed" || step.status === "denied").length;
  const sentence = sentenceList(clauses) + (failed > 0 ? ` (${failed} failed)` : "");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
