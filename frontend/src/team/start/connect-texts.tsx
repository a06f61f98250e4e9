/** Connects Quo, and nothing else: where its key is, and which line is for whom. Past texts are imported at once. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { textEndpoints } from "../../../../src/messaging/api/texts.ts";
import { call } from "../../api/call.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { Notice } from "../../components/notice.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { SetupForm } from "../../integrations/settings/connect-vendor.tsx";
import { connectionsQuery } from "../../integrations/settings/connections-query.ts";
import { backfillsQuery } from "../../messaging/text-queries.ts";
import { firstStepsQuery } from "../first-steps-query.ts";
import { Onward, Step } from "./step.tsx";

/** Imports what no one has imported yet. */
function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { items } = await client.fetchQuery({ ...backfillsQuery, staleTime: 0 });
      for (const { connectionId, state } of items)
        if (state === "never") await call(textEndpoints.startBackfill, { params: { id: connectionId } });
      await client.invalidateQueries(backfillsQuery);
    },
  });
}

export default function ConnectTexts() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const importing = useImport();
  const isAdmin = useIsAdmin();
  const query = useQuery(connectionsQuery);
  const quo = query.data?.connections.find(({ vendor }) => vendor === "quo");
  async function onDone(): Promise<void> {
    await importing.mutateAsync().catch(() => null);
    await client.invalidateQueries(firstStepsQuery);
    await navigate({ to: "/start", search: { step: "company" } });
  }
  return (
    <Step
      title="Connect your texts"
      lead="Steward reads the texts that come in on Quo (formerly OpenPhone) and drafts replies. Nothing is sent until one of you approves it."
    >
      {quo === undefined ? (
        <NotLoaded query={query} rows={3} />
      ) : quo.connected ? (
        <Notice title="Quo is connected.">{quo.account}</Notice>
      ) : isAdmin ? (
        <>
          <ol className="flex list-decimal flex-col gap-1 pl-5">
            <li>On a computer, open Quo as its owner or an admin.</li>
            <li>
              Go to <b>Settings → API</b> and choose <b>Generate API key</b>. Call it “Steward”.
            </li>
            <li>Copy the key and paste it here. We check it, then ask who each line is for.</li>
          </ol>
          <div className="sheet">
            <SetupForm view={quo} start={{ isChange: false, consent: null }} onDone={() => void onDone()} />
          </div>
          <p>
            No Quo?{" "}
            <Link to="/contacts/import" className="link">
              Import your contacts from a file
            </Link>{" "}
            instead. Steward knows them from then on, and they stay when you connect a line later.
          </p>
          <p className="text-sm text-kumo-subtle">
            Your past texts and calls are imported so that Steward knows your conversations. Importing sends
            nothing. You can disconnect Quo at any time under Settings.
          </p>
        </>
      ) : (
        <Notice>Only admins can connect it.</Notice>
      )}
      <Onward to="company" isDone={quo?.connected === true} />
    </Step>
  );
}
