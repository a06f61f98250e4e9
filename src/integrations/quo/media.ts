/**
 * Downloads files of texts from Quo's store. Webhooks contain URLs under `https://storage.googleapis.com/opstatics/` that need no key, so
 * the account's key is never sent there. Other URLs are not requested.
 */
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";

/** Null if the URL isn't in the store or the file is gone. Throws IntegrationError. */
export type ReadMedia = (url: string) => Promise<Uint8Array<ArrayBuffer> | null>;

export function quoMedia(http: OutsideHttp, storeUrl: string): ReadMedia {
  const store = new URL(`${storeUrl.replace(/\/+$/, "")}/`);
  return async (address) => {
    const url = URL.parse(address);
    // Compared after parsing, so that dot segments and double slashes can't escape.
    if (url?.origin !== store.origin || !url.pathname.startsWith(store.pathname)) return null;
    const { status, bytes } = await http({
      vendor: "quo",
      method: "GET",
      url: url.href,
      changes: false,
      asBytes: true,
    });
    if (status === 404 || status === 410 || status === 403) return null;
    if (status !== 200 || bytes === undefined)
      throw new IntegrationError("quo", `quo’s store answered ${status}`, { outcome: "not_applied", status });
    return bytes;
  };
}
