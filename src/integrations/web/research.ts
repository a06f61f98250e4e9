/** Composition of looking things up on the web: the researcher and the team's list of sites. */
import { researcher, type WebAccess } from "../../agent/index.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { askOnce } from "../../agent/open.ts";
import { createOutsideHttp, slotsOf } from "../../platform/outside-http.ts";
import { readPage, type PageReader } from "./read-page.ts";
import { isOnSites } from "./sites.ts";

/** What was found on the web. */
interface Researched {
  /** With marks such as `[1]` where it stands on a page; empty where nothing came of it. */
  readonly text: string;
  /** The pages, in the order of their marks. */
  readonly sources: readonly { readonly title: string; readonly url: string; readonly quote: string }[];
  /** Why nothing came of it, for the model; null where something did. */
  readonly problem: string | null;
}

/** Answers a question from the web. Throws AppError `not_configured` where the team lists no site. */
export type Research = (asked: {
  readonly question: string;
  readonly conversationId: string;
  readonly runId: string | undefined;
}) => Promise<Researched>;

/** Answers questions from the sites a team lists. */
export function research(ctx: TenantContext): Research {
  const db = ctx.db;
  return async ({ question, conversationId, runId }) => {
    const [{ policy }, timeZone] = await Promise.all([getPolicy(db), ctx.timeZone()]);
    const { sites } = policy.web;
    if (sites.length === 0)
      throw new AppError(
        "not_configured",
        "No site may be read on the web. An admin can list some in Settings → Policy.",
      );
    const read = new Set<string>();
    const answer = await askOnce(ctx, {
      parentRunId: runId,
      agent: researcher,
      text: `You may read: ${sites.join(", ")}.\n\n<question>\n${question}\n</question>`,
      about: question,
      conversationId,
      trigger: "delegate",
      startedBy: "agent:steward",
      timeZone,
      web: webAccess(sites, ctx.tenantId, (url) => read.add(url), ctx.code.readHtml),
    });
    const pages = [...read].map((url) => ({ title: "", url, quote: "" }));
    const { end, text } = answer;
    const isDone = end.reason === "end_turn" && text !== "";
    const problem = isDone ? null : (end.error?.message ?? noAnswer(end.reason));
    return { text, sources: [...answer.sources, ...pages], problem };
  };
}

function noAnswer(reason: string): string {
  return `The search came to no answer (${reason}). Ask for less at once; if that brings nothing, say that the listed sites gave no answer.`;
}

const PAGE_BYTES = 2 * 1024 * 1024;

function webAccess(
  sites: readonly string[],
  tenantId: string,
  noteRead: (url: string) => void,
  textOf: PageReader["textOf"],
): WebAccess {
  const http = createOutsideHttp({
    allows: (url) => isOnSites(url, sites),
    slots: slotsOf(tenantId),
    maxBytes: PAGE_BYTES,
  });
  const reader = { sites, http, textOf };
  return {
    sites,
    async readPage(address) {
      try {
        const { url, text, cut } = await readPage(reader, address);
        noteRead(url);
        return { content: `${url}\n\n${text}${cut ? "\n\n(Truncated.)" : ""}`, isError: false };
      } catch (error) {
        if (error instanceof AppError) return { content: error.message, isError: true };
        if (!(error instanceof IntegrationError)) throw error;
        return { content: "The page couldn’t be reached.", isError: true };
      }
    },
  };
}
