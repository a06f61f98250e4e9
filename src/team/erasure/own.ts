/**
 * Rows that belong only to one person: one entry per kind, in deletion order, so that referring rows are
 * deleted first. Add an entry for a new table about people; tables that only mention them are handled by
 * `mentions.ts`.
 */
import { sql, type SQL } from "drizzle-orm";
import { accountSources } from "../../accounts/tables/accounts.ts";
import { among, events, type TenantTable } from "../../platform/db/index.ts";
import { approvals, effects } from "../../approvals/tables/approvals.ts";
import { approvalTokens } from "../../platform/db/tables/tenancy.ts";
import {
  escalations,
  notificationDeliveries,
  notificationReads,
  notifications,
} from "../../notifications/tables/notifications.ts";
import { calls, optOuts, texts, urgencyChecks } from "../../messaging/tables/inbox.ts";
import { contactKeys, contacts, contactWords } from "../../messaging/tables/contacts.ts";
import { conversations, runs, runTraces } from "../../agent/tables/conversations.ts";
import { entities, entityRulings, entityWords, mentions } from "../../knowledge/tables/entities.ts";
import { mails } from "../../messaging/tables/mails.ts";
import { skillUses } from "../../workspace/tables/skills.ts";
import { textThreads, threadEntries, threadReads } from "../../messaging/tables/threads.ts";
import { workspaceFiles, workspaceVersions, workspaceWords } from "../../workspace/tables/workspace.ts";
import type { ErasedPerson } from "../api/erasure.ts";

/** A person's rows in a table. */
interface OwnRows {
  readonly table: TenantTable;
  /** Name on the certificate; entries with the same name are counted together. */
  readonly what: string;
  readonly where: (person: ErasedPerson, tenantId: string) => SQL;
}

const aboutThem = ({ approvals: drafts, conversations: ids }: ErasedPerson): readonly string[] => [
  ...drafts,
  ...ids,
];
const theirNotices = (person: ErasedPerson, tenantId: string): SQL =>
  sql`(select id from ${notifications} where tenant_id = ${tenantId} and ${among(sql`subject_id`, aboutThem(person))})`;
const arrivalsOf = (numbers: readonly string[], tenantId: string): SQL =>
  sql`(select 'texts.text.arrived:' || id from ${texts} where tenant_id = ${tenantId} and ${among(sql`contact_number`, numbers)} union all
       select 'texts.text.sent:' || id from ${texts} where tenant_id = ${tenantId} and ${among(sql`contact_number`, numbers)})`;
const entityKeysOf = ({ contactId, addresses }: ErasedPerson): string[] => [
  ...(contactId === null ? [] : [`contact:${contactId}`]),
  ...addresses.map((address) => `email:${address}`),
];
/** Including equivalent entities, such as their name in a task. */
const theirEntities = (person: ErasedPerson, tenantId: string): SQL =>
  sql`(select id from ${entities} where tenant_id = ${tenantId} and root_id in
       (select root_id from ${entities} where tenant_id = ${tenantId} and ${among(sql`key`, entityKeysOf(person))}))`;
const theirMails = ({ addresses }: ErasedPerson, tenantId: string): SQL =>
  sql`(select mailbox || '/' || id from ${mails} where tenant_id = ${tenantId} and ${among(sql`from_address`, addresses)})`;
/** Keys of their threads in the inbox: their numbers, and the e-mail threads in which they wrote. */
const theirThreads = ({ numbers, addresses }: ErasedPerson, tenantId: string): SQL =>
  sql`(select value from json_each(${JSON.stringify(numbers)})
       union select thread_id from ${mails} where tenant_id = ${tenantId} and ${among(sql`from_address`, addresses)})`;
const theirRuns = ({ conversations: ids }: ErasedPerson, tenantId: string): SQL =>
  sql`(select id from ${runs} where tenant_id = ${tenantId} and ${among(sql`conversation_id`, ids)})`;

const keysOf = ({ numbers, addresses }: ErasedPerson): string[] => [...numbers, ...addresses];
/** Files of account sources about them: complete copies of their words. */
const theirSources = (person: ErasedPerson, tenantId: string, column = sql`f.id`): SQL =>
  sql`(select ${column} from account_sources s cross join workspace_files f where s.tenant_id = ${tenantId} and ${among(sql`s.party`, keysOf(person))}
       and f.tenant_id = s.tenant_id and f.folder = 'accounts/' || s.account_id || '/sources/' || s.kind || '/' || s.id)`;

export const OWN_ROWS: readonly OwnRows[] = [
  {
    table: notificationDeliveries,
    what: "Notifications",
    where: (person, tenantId) =>
      sql`${notificationDeliveries.notificationId} in ${theirNotices(person, tenantId)}`,
  },
  {
    table: escalations,
    what: "Notifications",
    where: (person, tenantId) => sql`${escalations.notificationId} in ${theirNotices(person, tenantId)}`,
  },
  {
    table: notificationReads,
    what: "Notifications",
    where: (person, tenantId) =>
      sql`${notificationReads.notificationId} in ${theirNotices(person, tenantId)}`,
  },
  {
    table: notifications,
    what: "Notifications",
    where: (person) => among(notifications.subjectId, aboutThem(person)),
  },
  {
    table: approvalTokens,
    what: "Drafts and approvals",
    where: (person) => among(approvalTokens.approvalId, person.approvals),
  },
  {
    table: effects,
    what: "Drafts and approvals",
    where: (person) => among(effects.approvalId, person.approvals),
  },
  {
    table: approvals,
    what: "Drafts and approvals",
    where: (person) => among(approvals.id, person.approvals),
  },
  {
    table: runTraces,
    what: "Runs and their steps",
    where: (person, tenantId) => sql`${runTraces.runId} in ${theirRuns(person, tenantId)}`,
  },
  {
    table: skillUses,
    what: "Runs and their steps",
    where: (person, tenantId) => sql`${skillUses.runId} in ${theirRuns(person, tenantId)}`,
  },
  {
    table: runs,
    what: "Runs and their steps",
    where: (person) => among(runs.conversationId, person.conversations),
  },
  {
    table: urgencyChecks,
    what: "Conversations",
    where: (person) => among(urgencyChecks.conversationId, person.conversations),
  },
  {
    table: conversations,
    what: "Conversations",
    where: (person) => among(conversations.id, person.conversations),
  },
  {
    table: events,
    what: "Internal records of changes",
    where: ({ numbers }, tenantId) => sql`${events.id} in ${arrivalsOf(numbers, tenantId)}`,
  },
  {
    // Our texts to several people are kept for the others: `mentions.ts` masks the person.
    table: texts,
    what: "Texts",
    where: ({ numbers }) =>
      sql`${among(texts.contactNumber, numbers)} and (${texts.direction} = 'incoming' or ${texts.others} is null)`,
  },
  { table: optOuts, what: "Opt-outs", where: ({ numbers }) => among(optOuts.number, numbers) },
  { table: calls, what: "Calls", where: ({ numbers }) => among(calls.contactNumber, numbers) },
  {
    table: threadReads,
    what: "Threads in the inbox",
    where: (person, tenantId) =>
      sql`rowid in (select r.rowid from users u cross join text_threads t cross join thread_reads r where u.tenant_id = ${tenantId} and t.tenant_id = u.tenant_id and t.number in ${theirThreads(person, tenantId)} and r.tenant_id = u.tenant_id and r.user_id = u.id and r.number = t.number and r.line = t.line)`,
  },
  {
    table: threadEntries,
    what: "Internal notes and assignments",
    where: (person, tenantId) => sql`${threadEntries.number} in ${theirThreads(person, tenantId)}`,
  },
  {
    table: textThreads,
    what: "Threads in the inbox",
    where: (person, tenantId) => sql`${textThreads.number} in ${theirThreads(person, tenantId)}`,
  },
  {
    table: mentions,
    what: "Their entry in the directory",
    where: (person, tenantId) =>
      sql`${mentions.kind} = 'email' and ${mentions.itemId} in ${theirMails(person, tenantId)}`,
  },
  {
    table: mentions,
    what: "Their entry in the directory",
    where: (person, tenantId) => sql`${mentions.entityId} in ${theirEntities(person, tenantId)}`,
  },
  {
    table: entityRulings,
    what: "Their entry in the directory",
    where: (person, tenantId) =>
      sql`(${entityRulings.oneId} in ${theirEntities(person, tenantId)} or ${entityRulings.otherId} in ${theirEntities(person, tenantId)})`,
  },
  {
    table: entityWords,
    what: "Their entry in the directory",
    where: (person, tenantId) => sql`${entityWords.entityId} in ${theirEntities(person, tenantId)}`,
  },
  {
    table: entities,
    what: "Their entry in the directory",
    where: (person, tenantId) => sql`${entities.id} in ${theirEntities(person, tenantId)}`,
  },
  { table: mails, what: "E-mails", where: ({ addresses }) => among(mails.fromAddress, addresses) },
  {
    // Sent to them only.
    table: mails,
    what: "E-mails",
    where: ({ addresses }) =>
      sql`${among(sql`to_addresses ->> '$[0]'`, addresses)} and json_array_length(to_addresses) = 1 and json_array_length(cc_addresses) = 0`,
  },
  {
    table: contactWords,
    what: "Contact",
    where: ({ contactId }) => among(contactWords.contactId, contactId === null ? [] : [contactId]),
  },
  {
    table: contactKeys,
    what: "Contact",
    where: ({ contactId }) => among(contactKeys.contactId, contactId === null ? [] : [contactId]),
  },
  {
    table: contacts,
    what: "Contact",
    where: ({ contactId }) => among(contacts.id, contactId === null ? [] : [contactId]),
  },
  {
    table: workspaceWords,
    what: "What was filed with accounts",
    where: (person, tenantId) => sql`${workspaceWords.fileId} in ${theirSources(person, tenantId)}`,
  },
  {
    table: workspaceVersions,
    what: "What was filed with accounts",
    where: (person, tenantId) => sql`${workspaceVersions.fileId} in ${theirSources(person, tenantId)}`,
  },
  {
    table: workspaceFiles,
    what: "What was filed with accounts",
    where: (person, tenantId) => sql`rowid in ${theirSources(person, tenantId, sql`f.rowid`)}`,
  },
  {
    table: accountSources,
    what: "What was filed with accounts",
    where: (person) => among(accountSources.party, keysOf(person)),
  },
];
