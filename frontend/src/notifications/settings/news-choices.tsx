/** Notification preferences for projects, and what can't be turned off. */
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Switch } from "@cloudflare/kumo/components/switch";
import {
  notificationPreferenceEndpoints,
  type NewsChannel,
  type NewsPreference,
} from "../../../../src/notifications/api/notification-preferences.ts";
import { type NewsKind } from "../../../../src/platform/api/notification-kinds.ts";
import { call } from "../../api/call.ts";
import { optimistic } from "../../api/mutations.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

const preferencesQuery = queryOptions({
  queryKey: ["notification-preferences"],
  queryFn: ({ signal }) => call(notificationPreferenceEndpoints.notificationPreferences, { signal }),
});

const WORDS: Readonly<Record<NewsKind, { readonly title: string; readonly hint: string }>> = {
  assigned: { title: "Assigned to me", hint: "Someone gives you a task." },
  mentioned: { title: "Mentions", hint: "Someone names you in a comment." },
  commented: { title: "Comments on my tasks", hint: "Someone comments on a task you’re assigned to." },
  deadline: {
    title: "Due dates",
    hint: "Each morning: your tasks due today or tomorrow, and those that just became overdue.",
  },
  due: { title: "Reminders", hint: "A task of yours is late or hasn’t moved." },
  status: { title: "Status changes", hint: "A task you created or are assigned to changes status." },
  ai: { title: "Changes by Steward", hint: "Steward changes one of your tasks." },
  rule: { title: "Automations", hint: "A rule of your team notifies you." },
};
const CHANNELS: readonly { readonly channel: NewsChannel; readonly word: string }[] = [
  { channel: "app", word: "In the app" },
  { channel: "push", word: "On my devices" },
];

type Choice = { readonly kind: NewsKind; readonly channel: NewsChannel; readonly on: boolean };
type Listed = { items: NewsPreference[] };

export function NewsChoices() {
  const client = useQueryClient();
  const query = useQuery(preferencesQuery);
  const { data } = query;
  const choosing = useMutation({
    mutationFn: (body: Choice) => call(notificationPreferenceEndpoints.setNotificationPreference, { body }),
    ...optimistic(client, preferencesQuery.queryKey, (listed: Listed, { kind, channel, on }: Choice) => ({
      items: listed.items.map((one) => (one.kind === kind ? { ...one, [channel]: on } : one)),
    })),
  });
  return (
    <Section
      title="Projects"
      lead="Choose what you hear about your own work, and where. It doesn’t affect anyone else."
    >
      {data === undefined ? (
        <NotLoaded query={query} rows={8} />
      ) : (
        <Rows>
          {data.items.map((one) => (
            <RowItem key={one.kind}>
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-medium">{WORDS[one.kind].title}</p>
                <p className="text-sm text-kumo-subtle">{WORDS[one.kind].hint}</p>
              </div>
              <Switches of={one} onChoose={(choice) => choosing.mutate(choice)} />
            </RowItem>
          ))}
          <RowItem>
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium">Approvals and urgent alerts</p>
              <p className="text-sm text-kumo-subtle">
                Always on, in the app and on your devices: nothing is sent without a decision.
              </p>
            </div>
            <p className="text-sm text-kumo-subtle">Can’t be turned off</p>
          </RowItem>
        </Rows>
      )}
    </Section>
  );
}

function Switches({ of, onChoose }: { of: NewsPreference; onChoose: (choice: Choice) => void }) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {CHANNELS.map(({ channel, word }) => (
        <label key={channel} className="flex items-center gap-2 text-sm">
          <Switch
            aria-label={`${WORDS[of.kind].title}: ${word.toLowerCase()}`}
            checked={of[channel]}
            onCheckedChange={(on) => onChoose({ kind: of.kind, channel, on })}
          />
          {word}
        </label>
      ))}
    </div>
  );
}
