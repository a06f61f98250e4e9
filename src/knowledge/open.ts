/** Composition of search. To index a new kind of item, add a line to `searchSources`. */
import { accountSource } from "../accounts/index.ts";
import { talkSource } from "../agent/conversations/index.ts";
import { mailSource, numberOwners, textSource } from "../messaging/inbox/index.ts";
import { knowledgeSource } from "./sources/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { commentSource, projectSource, taskSource } from "../projects/index.ts";
import { joinedSource, type IndexDeps, type SearchSources } from "./search/index.ts";
import { callSource } from "../messaging/texts/index.ts";
import { noteSource } from "../messaging/threads/index.ts";
import { fileSource } from "../workspace/index.ts";
import { contactsByNumber } from "../messaging/contacts/open.ts";

/** The records a tenant's index is built from. */
export function searchSources(ctx: TenantContext): SearchSources {
  const db = ctx.db;
  const words = ctx.files.words;
  const owners = numberOwners((numbers) => contactsByNumber(ctx, numbers));
  return {
    // Mailbox keys contain a slash, item IDs don't.
    email: joinedSource(mailSource(db), knowledgeSource({ db, words }, "email"), (id) => !id.includes("/")),
    sms: textSource(db, owners),
    call: callSource(db, owners),
    note: noteSource(db, owners),
    conversation: talkSource(db, ctx.objects.conversation),
    file: fileSource({ db, blobs: ctx.files.blobs }),
    document: knowledgeSource({ db, words }, "document"),
    event: knowledgeSource({ db, words }, "event"),
    issue: knowledgeSource({ db, words }, "issue"),
    account: accountSource(db),
    project: projectSource(db),
    task: taskSource(db),
    comment: commentSource(db),
  };
}

export function indexDeps(ctx: TenantContext): IndexDeps {
  return {
    db: ctx.db,
    now: () => ctx.clock.now(),
    sources: searchSources(ctx),
    put: async (items) => void (await (await ctx.objects.search()).index(ctx.tenantId, items)),
    drop: async (refs) => (await ctx.objects.search()).remove(ctx.tenantId, refs),
  };
}
