import * as z from "zod";
import { documentCreate, DOCUMENT_CHARS } from "../../effects/document-create.ts";
import type { Resolution } from "../../../../approvals/ports.ts";
import { derivedId } from "../../../../kernel/ids.ts";
import { defineTool, retry } from "../../../../agent/tools/define-tool.ts";
import type { DriveServices } from "./index.ts";
import { folderNamed } from "./named.ts";

export const createDocument = defineTool({
  name: "create_document",
  title: "Create a Google Doc",
  done: "Drafted a Google Doc",
  description:
    "Creates a Google Doc in Google Drive of Markdown (headings, lists, tables, links), after a person has approved it: title 'Move-in letter 3B', folder Policies, text '# Welcome …'. " +
    "It is made in the name of who asks. Notes for the agent itself go into the workspace (write_file), not here.",
  keywords: "google docs drive new document write letter report minutes make file",
  input: z.strictObject({
    title: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^\P{Cc}*$/u, "must be one line"),
    text: z
      .string()
      .min(1)
      .max(DOCUMENT_CHARS)
      .regex(/\S/, "must not be blank")
      .describe("The whole text, Markdown"),
    folder: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe("Name, id or link of a folder; their My Drive if left out"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  // The folder's audience is unknown here.
  mayAllow: false,
  effects: [documentCreate.kind],
  summarize: ({ title }) => `Drafting a document: ${title}`,
  async resolve({ title, text, folder: wanted }, services: DriveServices, call): Promise<Resolution> {
    services.mustAllow(wanted === undefined ? "driveOwn" : "driveWrite");
    const folder = wanted === undefined ? null : await folderNamed(services, wanted);
    if (typeof folder === "string") return retry(folder);
    const { connectionId, person } = services;
    if (folder !== null && !folder.capabilities.canAddChildren)
      return retry(`${person.name} may not put files into ${folder.name}.`);
    const effect = documentCreate.of({
      connectionId,
      mailbox: person.address,
      title,
      folderId: folder?.id ?? null,
      folderName: folder?.name ?? `${person.name}’s My Drive`,
      text: text.replace(/\r\n?/g, "\n"),
      key: await derivedId("doc", call.tenantId, call.conversationId, call.id),
    });
    return { kind: "resolved", effects: [effect], observed: [], lints: [], urgent: false };
  },
});
