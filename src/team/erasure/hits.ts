/** What the search index still finds of a person at the end. */
import type { TenantDb } from "../../platform/db/index.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { ErasedPerson, KeptMention } from "../api/erasure.ts";
import type { SearchKind } from "../../platform/api/search.ts";
import type { ErasureDeps } from "./ports.ts";

/** Hits per page, and pages read per word. */
const HITS = 50;
const PAGES = 20;

/**
 * Search hits for their numbers, addresses and name: team chats and other people's texts, for people to
 * review.
 */
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
      // Stop at partial matches, whose words may be anyone's.
      if (matched !== "all") break;
      for (const { source, id, thread } of items) {
        // A chat is found through each of its runs.
        const key = source === "conversation" ? (thread ?? id) : id;
        found.set(`${source} ${key}`, mentionAt(source, key));
      }
      cursor = nextCursor;
      if (cursor === null) break;
    }
  return [...found.values()];
}

/** Pages of other records have addresses with their words, which a certificate must not contain. */
function mentionAt(source: SearchKind, id: string): KeptMention {
  if (source === "conversation") return mentionInConversation(id);
  if (source === "account") return { what: WORDS.account, path: `/accounts/${id}`, fileId: null, count: 1 };
  return { what: WORDS[source], path: null, fileId: source === "file" ? id : null, count: 1 };
}

/** A team conversation has its own page. */
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

/** The mention after masking, where the surrounding words may still identify them. */
export function takenOutOf(kept: KeptMention): KeptMention {
  return { ...kept, what: `${kept.what}, without their name and numbers now` };
}
