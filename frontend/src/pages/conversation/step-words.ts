/** The agent's steps in a sentence. Pure. */
import { sentenceList } from "../../components/words.ts";
import type { StepItem } from "./thread-items.ts";

const STEP_VERBS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  search_contacts: ["looked up a contact", "looked up contacts"],
  list_messages: ["read the texts", "read texts"],
  send_message: ["drafted a text", "drafted texts"],
  create_contact: ["prepared a new contact", "prepared new contacts"],
  search_texts: ["searched the texts", "searched the texts"],
  contact_history: ["read the history with a contact", "read the history with contacts"],
  search_emails: ["searched the e-mails", "searched the e-mails"],
  read_email: ["read an e-mail", "read e-mails"],
  send_email: ["drafted an e-mail", "drafted e-mails"],
  create_schedule: ["made a schedule", "made schedules"],
  list_schedules: ["looked at the schedules", "looked at the schedules"],
  update_schedule: ["changed a schedule", "changed schedules"],
  delete_schedule: ["removed a schedule", "removed schedules"],
  load_skill: ["read a skill", "read skills"],
  run_code: ["calculated", "calculated"],
  list_files: ["looked through the files", "looked through the files"],
  search_files: ["searched the files", "searched the files"],
  read_file: ["read a file", "read files"],
  write_file: ["wrote a file", "wrote files"],
  edit_file: ["edited a file", "edited files"],
  append_file: ["added to a file", "added to files"],
  move_file: ["moved a file", "moved files"],
  delete_file: ["deleted a file", "deleted files"],
};

/** `Looked up a contact, read the texts and drafted a text`. */
export function foldedWords(steps: readonly Pick<StepItem, "name" | "status">[]): string {
  const names = [...new Set(steps.map((step) => step.name))];
  const clauses = names.map((name) => {
    const times = steps.filter((step) => step.name === name).length;
    const verbs = STEP_VERBS[name];
    if (!verbs) return `used ${name.replaceAll("_", " ")}${times > 1 ? ` ${times} times` : ""}`;
    return times > 1 ? `${verbs[1]} ${times} times` : verbs[0];
  });
  const failed = steps.filter((step) => step.status === "failed" || step.status === "denied").length;
  const sentence = sentenceList(clauses) + (failed > 0 ? ` (${failed} did not work)` : "");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
