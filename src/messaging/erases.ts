/** What becomes of a person in the tables of this room. */
import { at, WORKING, type Erases } from "../platform/erasure.ts";

const CALL = { what: "A call with someone else", path: "/texts" };
const MAIL = { what: "An e-mail with someone else", path: "/conversations" };
const TEXT = { what: "A text with someone else", path: "/texts" };

export const erases = {
  calls: { treatment: "drop", place: CALL },
  contact_keys: {
    treatment: "drop",
    place: { what: "Another contact", path: "/contacts", of: at("/contacts", "contactId") },
  },
  contact_syncs: { treatment: "list", place: { what: "A connection", path: "/settings/connections" } },
  contact_words: {
    treatment: "index",
    place: { what: "Another contact", path: "/contacts", of: at("/contacts", "contactId") },
  },
  contacts: {
    treatment: "mask",
    place: { what: "Another contact", path: "/contacts", of: at("/contacts", "id") },
  },
  inbound_events: { treatment: "drop", place: WORKING },
  mail_backlog: { treatment: "drop", place: MAIL },
  mail_cursors: { treatment: "mask", place: MAIL },
  mails: { treatment: "mask", place: MAIL },
  opt_outs: { treatment: "drop", place: { what: "An opt-out", path: "/texts" } },
  reply_templates: { treatment: "list", place: { what: "A saved reply", path: "/settings/templates" } },
  slack_cards: { treatment: "keep" },
  slack_inbox: { treatment: "drop", place: { what: "A message from Slack", path: null } },
  text_backfills: { treatment: "mask", place: TEXT },
  text_threads: { treatment: "drop", place: TEXT },
  texts: { treatment: "mask", place: TEXT },
  thread_entries: { treatment: "mask", place: { what: "An internal note", path: "/texts" } },
  thread_reads: { treatment: "drop", place: TEXT },
  thread_views: { treatment: "mask", place: { what: "A saved view of texts", path: "/texts" } },
  urgency_checks: { treatment: "drop", place: WORKING },
} satisfies Erases;
