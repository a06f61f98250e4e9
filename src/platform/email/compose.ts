/** Writes an e-mail (RFC 5322, MIME). Pure. */
import { Buffer } from "node:buffer";
import MimeNode from "nodemailer/lib/mime-node";
import type { MailToWrite } from "./message.ts";

const PLAIN = "text/plain; charset=utf-8";

/** Its header fields must hold no line breaks. */
export async function composeEmail({
  email: { from, to, cc, subject, inReplyTo, references, messageId, text },
  files,
  sentAtMs,
}: MailToWrite): Promise<Uint8Array<ArrayBuffer>> {
  const node = new MimeNode(files.length === 0 ? PLAIN : "multipart/mixed", { newline: "win" });
  node.setHeader({
    From: { name: from.name, address: from.address },
    To: to.map((address) => ({ name: "", address })),
    Subject: subject,
    "Message-ID": messageId,
    Date: new Date(sentAtMs).toUTCString().replace("GMT", "+0000"),
  });
  if (cc.length > 0)
    node.setHeader(
      "Cc",
      cc.map((address) => ({ name: "", address })),
    );
  if (inReplyTo !== null) node.setHeader("In-Reply-To", inReplyTo);
  if (references.length > 0) node.setHeader("References", references.join(" "));
  (files.length === 0 ? node : node.createChild(PLAIN)).setContent(text);
  for (const { name, type, bytes } of files) {
    const child = node.createChild(type, { filename: name });
    // Always base64: other encodings may change line endings.
    child.setHeader("Content-Transfer-Encoding", "base64");
    child.setContent(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
  // A plain array: a Buffer may be a view of memory that others use.
  return new Uint8Array(await node.build());
}
