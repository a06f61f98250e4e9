/** Composition of search. A new kind of thing to find is one line in `searchSources`. */
import { accountSource } from "../accounts/index.ts";
import { talkSource } from "../agent/conversations/index.ts";
import { tenantDb } from "../platform/db/index.ts";
import { mailSource, numberOwners, textSource } from "../messaging/inbox/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { searchObjectName, vectorNamespace } from "../kernel/tenant-names.ts";
import { knowledgeSource } from "./sources/index.ts";
import type { Env } from "../platform/env.ts";
import { fileBlobs } from "../platform/file-blobs.ts";
import { knowledgeWords } from "../platform/knowledge-words.ts";
import type { SearchRpc, VectorIndexRpc } from "../agent/api/objects.ts";
import { commentSource, projectSource, taskSource } from "../projects/index.ts";
import { joinedSource, type IndexDeps, type SearchSources } from "./search/index.ts";
import { callSource } from "../messaging/texts/index.ts";
import { noteSource } from "../messaging/threads/index.ts";
import { fileSource } from "../workspace/index.ts";
import { contactsByNumber } from "../messaging/contacts/open.ts";
import { conversationsOf } from "../agent/open.ts";

/** Where the index of a tenant is read from. */
export function searchSources(env: Env, tenantId: string): SearchSources {
  const db = tenantDb(env, tenantId);
  const words = knowledgeWords(env.FILES, tenantId);
  const owners = numberOwners((numbers) => contactsByNumber(env, tenantId, numbers));
  return {
    // Keys of mailboxes hold a slash, ids of things none.
    email: joinedSource(mailSource(db), knowledgeSource({ db, words }, "email"), (id) => !id.includes("/")),
    sms: textSource(db, owners),
    call: callSource(db, owners),
    note: noteSource(db, owners),
    conversation: talkSource(db, conversationsOf(env, tenantId)),
    file: fileSource({ db, blobs: fileBlobs(env.FILES, tenantId) }),
    document: knowledgeSource({ db, words }, "document"),
    event: knowledgeSource({ db, words }, "event"),
    issue: knowledgeSource({ db, words }, "issue"),
    account: accountSource(db),
    project: projectSource(db),
    task: taskSource(db),
    comment: commentSource(db),
  };
}

/** The tenant's index. */
export async function searchObject(env: Env, tenantId: string): Promise<SearchRpc> {
  return env.SEARCH.getByName(await searchObjectName(tenantId));
}

/** The object that keeps a tenant's vectors where there is no Vectorize. */
export async function vectorObject(env: Env, tenantId: string): Promise<VectorIndexRpc> {
  return env.VECTOR_INDEX.getByName(await vectorNamespace(tenantId));
}

/** What bringing things into the tenant's index is given. */
export function indexDeps(env: Env, tenantId: string): IndexDeps {
  return {
    db: tenantDb(env, tenantId),
    now: () => systemClock.now(),
    sources: searchSources(env, tenantId),
    put: async (items) => void (await (await searchObject(env, tenantId)).index(tenantId, items)),
    drop: async (refs) => (await searchObject(env, tenantId)).remove(tenantId, refs),
  };
}
