/** What of the policy is about the web: the sites Steward may search and read. */
import { useState } from "react";
import type { Policy } from "../../../../src/approvals/api/policy.ts";
import { TextArea } from "../../components/form.tsx";
import { Rows, Section } from "../../components/settings/section.tsx";
import { sitesIn } from "../../components/settings/words-list.ts";

export function Web({ policy, onChange }: { policy: Policy; onChange: (policy: Policy) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const value = policy.web.sites;
  const { sites, wrong } = sitesIn(typed ?? "");
  const holds = typed !== null && sites.join() === value.join();
  return (
    <Section
      title="Web research"
      lead="Steward hands a question to a researcher that searches and reads these sites and no others. It sees none of your records."
    >
      <Rows>
        <li className="flex flex-col gap-1.5 px-4 py-2.5">
          <p>Sites it may read:</p>
          <TextArea
            aria-label="Sites Steward may read"
            rows={Math.min(10, Math.max(4, value.length + 1))}
            value={holds ? typed : value.join("\n")}
            onChange={(text) => {
              setTyped(text);
              onChange({ ...policy, web: { sites: sitesIn(text).sites } });
            }}
          />
          <p className="text-xs text-kumo-subtle">
            One per line, such as example.com; its subdomains are included. If empty, Steward reads nothing on
            the web.
          </p>
          {holds && wrong.length > 0 ? (
            <p role="alert" className="text-sm text-kumo-danger wrap-anywhere">
              Not a site: {wrong.join(", ")}
            </p>
          ) : null}
        </li>
      </Rows>
    </Section>
  );
}
