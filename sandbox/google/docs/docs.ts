/** Google Docs v1: document structure; validated against the discovery document. */
import { defineVendor } from "../../vendor/define-vendor.ts";
import { openDiscovery } from "../../vendor/discovery.ts";
import type { Grant } from "../accounts.ts";
import { driveWorld, openDrive, type Drives } from "../drive/store.ts";
import { errorAnswer, GoogleError } from "../errors.ts";
import { masked } from "../fields.ts";
import { admitted } from "../sign-in.ts";
import { structureOf } from "./structure.ts";

export const createDocs = defineVendor<Drives, Grant>({
  name: "docs",
  prefix: "/google/docs",
  judge: () => openDiscovery("google-docs-v1.discovery.json"),
  world: driveWorld,
  admit: admitted,
  operations: {
    "docs.documents.get"({ state, caller, path, query }) {
      const id = path["documentId"] ?? "";
      const file = openDrive(state, caller).files.find((one) => one.id === id);
      if (file === undefined) throw new GoogleError(404, "Requested entity was not found.");
      if (file.content.kind !== "doc")
        throw new GoogleError(400, "This operation is not supported for this document", "failedPrecondition");
      const whole = structureOf(file.content.markdown);
      const about = {
        documentId: id,
        title: file.name,
        revisionId: String(file.modifiedMs),
        suggestionsViewMode: "SUGGESTIONS_INLINE",
      };
      if (String(query["includeTabsContent"]) !== "true")
        return masked({ ...about, ...whole }, query["fields"], "*");
      const tab = { tabProperties: { tabId: "t.0", title: "Tab 1", index: 0 }, documentTab: whole };
      return masked({ ...about, tabs: [tab] }, query["fields"], "*");
    },
  },
  refuse: errorAnswer,
});
