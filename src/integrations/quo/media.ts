/**
 * Files of texts from Quo's own store: webhooks give addresses below `https://storage.googleapis.com/opstatics/`, open to whoever knows them, so the
 * account's key never goes there. An address anywhere else is not called.
 */
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";

/** Reads a file; null where it is not in the store, or not anymore. Throws IntegrationError. */
export type ReadMedia = (url: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** Makes the reader over a store's address. */
export function quoMedia(http: OutsideHttp, storeUrl: string): ReadMedia {
  const store = new URL(`${storeUrl.replace(/\/+$/, "")}/`);
  return async (address) => {
    const url = URL.parse(address);
    // Compared after parsing, so that dots and doubled slashes lead nowhere else.
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
      throw new IntegrationError("quo", `quo's store answered ${status}`, { outcome: "not_applied", status });
    return bytes;
  };
}
