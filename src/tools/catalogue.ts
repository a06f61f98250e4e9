/**
 * Every tool there is, in the order the model is given them: the order is part of the cached prompt, so new
 * ones go to the end.
 */
import { listEventsTool } from "./calendar/list-events.ts";
import { runCode } from "./code/run-code.ts";
import { contactHistory } from "./contacts/contact-history.ts";
import { createContact } from "./contacts/create-contact.ts";
import { searchContacts } from "./contacts/search-contacts.ts";
import { askUser } from "./conversation/ask-user.ts";
import type { AnyTool } from "./define-tool.ts";
import { appendFile } from "./files/append-file.ts";
import { deleteFile } from "./files/delete-file.ts";
import { editFile } from "./files/edit-file.ts";
import { listFilesTool } from "./files/list-files.ts";
import { moveFile } from "./files/move-file.ts";
import { readFileTool } from "./files/read-file.ts";
import { searchFilesTool } from "./files/search-files.ts";
import { writeFileTool } from "./files/write-file.ts";
import { readEmail } from "./mail/read-email.ts";
import { searchEmails } from "./mail/search-emails.ts";
import { sendEmail } from "./mail/send-email.ts";
import { listMessages } from "./messages/list-messages.ts";
import { searchTexts } from "./messages/search-texts.ts";
import { sendMessage } from "./messages/send-message.ts";
import { loadSkill } from "./skills/load-skill.ts";
import { createSchedule } from "./schedules/create-schedule.ts";
import { deleteSchedule } from "./schedules/delete-schedule.ts";
import { listSchedules } from "./schedules/list-schedules.ts";
import { updateSchedule } from "./schedules/update-schedule.ts";

export const CATALOGUE: readonly AnyTool[] = [
  searchContacts,
  listMessages,
  sendMessage,
  createContact,
  askUser,
  runCode,
  searchEmails,
  readEmail,
  sendEmail,
  searchTexts,
  contactHistory,
  createSchedule,
  listSchedules,
  updateSchedule,
  deleteSchedule,
  loadSkill,
  listFilesTool,
  readFileTool,
  writeFileTool,
  editFile,
  appendFile,
  moveFile,
  deleteFile,
  searchFilesTool,
  listEventsTool,
];

/** A tool by name; null for one that does not exist. */
export function findTool(name: string): AnyTool | null {
  return CATALOGUE.find((tool) => tool.name === name) ?? null;
}
