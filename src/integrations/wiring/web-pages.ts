/** Reads listed sites ourselves, for models without web access. */
import type { WebAccess } from "../../agent/index.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import { createOutsideHttp, slotsOf } from "../../platform/outside-http.ts";
import { isOnSites, readPage, type PageReader } from "../web/index.ts";

const PAGE_BYTES = 2 * 1024 * 1024;

export function webAccess(
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
