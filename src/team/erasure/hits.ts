/** What the search index still finds of a person at the end. */
import type { TenantDb } from "../../platform/db/index.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { ErasedPerson, KeptMention } from "../api/erasure.ts";
import type { SearchKind } from "../../knowledge/api/search.ts";
import type { ErasureDeps } from "./ports.ts";

/** Hits of a page of a search, and pages read for each word. */
const HITS = 50;
const PAGES = 20;

/** What a search finds by their numbers, addresses and name: chats of the team's own and others' texts, which people look through. */
export async function hitsOf(
  db: TenantDb,
  index: Awaited<ReturnType<ErasureDeps["search"]>>,
  { name, names, numbers, addresses }: ErasedPerson,
): Promise<KeptMention[]> {
  const found = new Map<string, KeptMention>();
  const words = [name, ...(names?.parts ?? []), ...numbers.map(formatNumber), ...addresses];
  for (const q of words.filter((word) => word.trim() !== ""))
    for (let page = 0, cursor: string | null = null; page < PAGES; page++) {
      const { items, matched, nextCursor } = await index.query(
        db.tenantId,
        { q, limit: HITS, ...(cursor === null ? {} : { cursor }) },
        { userId: null, isOwnLook: true },
      );
      // Some of the words are anybody's.
      if (matched !== "all") break;
      for (const { source, id, thread } of items) {
        // A chat is found by each of its runs.
        const key = source === "conversation" ? (thread ?? id) : id;
        found.set(`${source} ${key}`, mentionAt(source, key));
      }
      cursor = nextCursor;
      if (cursor === null) break;
    }
  return [...found.values()];
}

/** The pages of things of others are found by words of theirs, which a certificate does not hold. */
function mentionAt(source: SearchKind, id: string): KeptMention {
  if (source === "conversation") return mentionInConversation(id);
  if (source === "account") return { what: WORDS.account, path: `/accounts/${id}`, fileId: null, count: 1 };
  return { what: WORDS[source], path: null, fileId: source === "file" ? id : null, count: 1 };
}

/** A conversation of the team's own has a page of its own. */
export function mentionInConversation(id: string): KeptMention {
  const isOwnChat = !/[:@+]/.test(id);
  return isOwnChat
    ? { what: WORDS.conversation, path: `/conversations/${id}`, fileId: null, count: 1 }
    : { what: "A conversation with someone else", path: null, fileId: null, count: 1 };
}

const WORDS: Readonly<Record<SearchKind, string>> = {
  file: "A file",
  conversation: "A chat",
  sms: "A text with someone else",
  call: "A call with someone else",
  email: "An e-mail with someone else",
  note: "An internal note",
  document: "A document of a connected service",
  event: "An event in a calendar",
  issue: "A task of a connected service",
  account: "An account",
  project: "A project",
  task: "A task",
  comment: "A comment on a task",
};

/** The same, where they were taken out and what stands around it may tell of them. */
export function takenOutOf(kept: KeptMention): KeptMention {
  return { ...kept, what: `${kept.what}, without their name and numbers now` };
}
