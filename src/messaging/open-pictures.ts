/** Reads files of texts and e-mails on record. Once read, they are kept by us. */
import type { ReadPicture } from "../agent/pictures.ts";
import type { TenantContext } from "../platform/context.ts";
import { mailServices } from "./routes/mail.ts";
import { textServices } from "./texts/open.ts";

/** Does no I/O before a file is read. */
export function readPicture(ctx: TenantContext): ReadPicture {
  return async ({ of, id, index }) => {
    const file =
      of === "text"
        ? await textServices(ctx).media({ textId: id, index })
        : await mailServices(ctx).attachment({ id, index });
    return file.bytes;
  };
}
