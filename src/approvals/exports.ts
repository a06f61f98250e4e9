/** What a team takes with it of its approvals: those of conversations that the admin may read. */
import type { ExportedKind } from "../platform/exports.ts";
import { isOpenTo } from "../platform/privacy.ts";
import { approvals } from "./tables/approvals.ts";

export const exports: readonly ExportedKind[] = [
  {
    name: "approvals",
    title: "Approvals",
    table: approvals,
    key: [approvals.conversationId, approvals.toolCallId],
    where: (db, userId) => isOpenTo(db, userId, approvals.conversationId),
    columns: [
      ["Drafted", approvals.createdAt],
      ["What", approvals.title],
      ["To", approvals.target],
      ["Status", approvals.status],
      ["Decided by", approvals.decidedByName],
      ["Decided", approvals.decidedAt],
      ["Edited", approvals.edited, (edited: boolean) => (edited ? "yes" : "no")],
      ["Reason", approvals.reason],
      ["Final words", approvals.finalArguments],
      ["Conversation", approvals.conversationTitle],
      ["ID", approvals.id],
    ],
  },
];
