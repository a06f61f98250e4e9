/** The command palette: go anywhere, find conversations and approvals, start a chat with the typed words. Loaded when it is first opened. */
import { useDeferredValue, useMemo, useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Autocomplete } from "@cloudflare/kumo/primitives/autocomplete";
import { Dialog } from "@cloudflare/kumo/primitives/dialog";
import { startConversation } from "../../api/conversation-client.ts";
import { conversationsQuery, openApprovalsQuery, recentApprovalsQuery } from "../../api/queries.ts";
import { searchQuery } from "../../api/text-queries.ts";
import { MagnifyingGlassIcon, XIcon } from "../icons.ts";
import { Keys } from "../keys/key-map-dialog.tsx";
import { useNow } from "../now.ts";
import { useMe, useZone } from "../session.tsx";
import { signOut } from "../sign-out.ts";
import { clipped } from "../text-pieces.ts";
import { setTheme, useTheme } from "../theme.ts";
import {
  APPROVAL_STATUS_WORDS,
  CONVERSATION_STATUS_WORDS,
  dayName,
  KIND_WORDS,
  shownStatus,
  SOURCE_WORDS,
} from "../words.ts";
import { filled, matching, type Command, type CommandGroup } from "./commands.ts";

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onKeyMap: () => void;
}

export default function Palette({ open, onClose, onKeyMap }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(now) => (now ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed inset-x-2 top-2 z-50 flex max-h-[calc(100dvh-1rem)] flex-col overflow-hidden rounded-xl bg-kumo-base text-kumo-default shadow-xl ring ring-kumo-line outline-none sm:inset-x-auto sm:top-[10vh] sm:left-1/2 sm:max-h-[70vh] sm:w-[40rem] sm:-translate-x-1/2">
          <Dialog.Title className="sr-only">Go, find or start anything</Dialog.Title>
          <Finder onClose={onClose} onKeyMap={onKeyMap} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onClose, onKeyMap }: Omit<PaletteProps, "open">) {
  const [typed, setTyped] = useState("");
  const words = typed.trim();
  const query = useDeferredValue(words);
  const { groups, searching, failed } = useGroups(words, query, onKeyMap);
  const choose = (command: Command): void => {
    onClose();
    command.run();
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={typed}
      // Choosing a line is not typing: the words stay what the person wrote.
      onValueChange={(value, details) => {
        if (details.reason === "input-change" || details.reason === "input-clear") setTyped(value);
      }}
      filter={null}
      autoHighlight="always"
      itemToStringValue={(command) => (command as Command).title}
    >
      <div className="flex shrink-0 items-center gap-2.5 border-b border-kumo-hairline px-4">
        <MagnifyingGlassIcon aria-hidden className="size-4.5 shrink-0 text-kumo-subtle" />
        <Autocomplete.Input
          autoFocus
          maxLength={1000}
          aria-label="Go, find or start anything"
          placeholder="Go, find or start anything"
          className="h-13 w-full bg-transparent text-base outline-none"
        />
        <Dialog.Close className="touch grid shrink-0 place-items-center rounded-md px-2 py-1 text-xs text-kumo-subtle hover:bg-kumo-tint">
          <span aria-hidden className="max-sm:hidden">
            Esc
          </span>
          <XIcon aria-hidden className="size-5 sm:hidden" />
          <span className="sr-only">Close</span>
        </Dialog.Close>
      </div>
      <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain px-2 pb-2">
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.label} items={group.items as Command[]}>
            <Autocomplete.GroupLabel className="px-2 pt-3 pb-1 text-xs font-medium text-kumo-subtle">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  onClick={() => choose(command)}
                  className="touch flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 text-base data-[highlighted]:bg-kumo-tint data-[highlighted]:ring data-[highlighted]:ring-kumo-line"
                >
                  <span className="min-w-0 flex-1 truncate">{command.title}</span>
                  {command.hint ? (
                    <span className="max-w-[45%] truncate text-xs text-kumo-subtle">{command.hint}</span>
                  ) : null}
                  {command.keys ? (
                    <span aria-hidden className="max-sm:hidden">
                      <Keys keys={command.keys} />
                    </span>
                  ) : null}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p
        role="status"
        className="shrink-0 border-t border-kumo-hairline px-4 py-2 text-xs text-kumo-subtle empty:hidden"
      >
        {failed
          ? "The search did not answer; places and actions are here all the same."
          : searching
            ? "Searching…"
            : ""}
      </p>
    </Autocomplete.Root>
  );
}

function useGroups(words: string, query: string, onKeyMap: () => void) {
  const me = useMe();
  const navigate = useNavigate();
  const theme = useTheme();
  const [zone, now] = [useZone(), useNow()];
  const conversations = useInfiniteQuery(conversationsQuery(query));
  const anything = useInfiniteQuery(searchQuery({ q: query }));
  const open = useQuery(openApprovalsQuery);
  const recent = useInfiniteQuery({ ...recentApprovalsQuery, enabled: words !== "" });

  const places = useMemo((): Command[] => {
    const go = (id: string, title: string, run: () => void, more: Partial<Command> = {}): Command => ({
      id: `go ${id}`,
      title,
      run,
      ...more,
    });
    const setting = (to: string, title: string, found: string): Command =>
      go(to, title, () => void navigate({ to }), { hint: "Settings", words: found });
    return [
      go("chats", "Conversations", () => void navigate({ to: "/conversations" }), {
        words: "inbox chats texts",
        keys: ["g", "c"],
      }),
      go("approvals", "Approvals", () => void navigate({ to: "/approvals" }), {
        words: "decide waiting",
        keys: ["g", "a"],
      }),
      go("activity", "Activity", () => void navigate({ to: "/activity" }), {
        words: "runs traces",
        keys: ["g", "v"],
      }),
      go("search", "Search", () => void navigate({ to: "/search", search: { q: "" } }), {
        words: "find anything texts e-mails files",
      }),
      go("bell", "Notifications", () => void navigate({ to: "/notifications" }), {
        words: "bell alerts",
        keys: ["g", "b"],
      }),
      go("workspace", "Workspace", () => void navigate({ to: "/workspace/$", params: { _splat: "" } }), {
        words: "files memory notes folders",
        keys: ["g", "w"],
      }),
      go("schedules", "Schedules", () => void navigate({ to: "/schedules" }), {
        words: "reminder recurring cron every week jobs",
      }),
      go("skills", "Skills", () => void navigate({ to: "/skills" }), {
        words: "how to instructions",
        keys: ["g", "k"],
      }),
      go(
        "memory",
        "MEMORY.md",
        () => void navigate({ to: "/workspace/$", params: { _splat: "MEMORY.md" } }),
        { hint: "Workspace", words: "remember knows always" },
      ),
      go("settings", "Settings", () => void navigate({ to: "/settings" }), { keys: ["g", "s"] }),
      setting("/settings/agents", "Agents and prompts", "instructions model tools"),
      setting("/settings/routing", "Who is told", "routing rules assign topic property ring first"),
      setting("/settings/texts", "Texts", "phone backfill old messages search index lines"),
      setting("/settings/upkeep", "Daily upkeep of the memory", "notes fold areas keeper time"),
      setting("/settings/mirror", "Workspace on GitHub", "mirror repository token commit git"),
      setting("/settings/policy", "Policy", "rules ask first budget limits quiet hours contacts"),
      setting("/settings/usage", "Usage", "cost money budget tokens"),
      setting("/settings/on-call", "On call and quiet hours", "escalation urgent staff night"),
      setting("/settings/notifications", "Devices that ring", "push phone notifications"),
      setting("/settings/team", "Team", "people members admin role"),
      setting("/settings/audit", "Audit", "who did what log"),
      setting("/settings/sessions", "Sessions", "signed in devices"),
    ];
  }, [navigate]);

  const actions = useMemo((): Command[] => {
    const themes = (["system", "light", "dark"] as const).filter((one) => one !== theme);
    const named = { system: "Theme as the system", light: "Light theme", dark: "Dark theme" };
    return [
      {
        id: "new file",
        title: "New file",
        hint: "Workspace",
        words: "note create write",
        run: () => void navigate({ to: "/workspace/$", params: { _splat: "" }, search: { new: "file" } }),
      },
      {
        id: "new",
        title: "New chat",
        keys: ["n"],
        words: "start ask",
        run: () => void navigate({ to: "/conversations/new" }),
      },
      ...themes.map((one) => ({
        id: `theme ${one}`,
        title: named[one],
        words: "theme mode appearance colors",
        run: () => setTheme(one),
      })),
      { id: "keys", title: "Show the keys", keys: ["?"], words: "keyboard shortcuts help", run: onKeyMap },
      {
        id: "sign out",
        title: "Sign out",
        hint: me.user.email,
        words: "leave log off",
        run: () => void signOut(me),
      },
    ];
  }, [navigate, theme, onKeyMap, me]);

  const found = (conversations.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter((item) => !item.deletedAt)
    .slice(0, query === "" ? 5 : 8)
    .map((item): Command => ({
      id: `conversation ${item.id}`,
      title: clipped(item.title, 200) || "New chat",
      hint: `${SOURCE_WORDS[item.source]} · ${CONVERSATION_STATUS_WORDS[shownStatus(item)]}`,
      run: () => void navigate({ to: "/conversations/$id", params: { id: item.id } }),
    }));
  const approvals = [...(open.data ?? []), ...(recent.data?.pages ?? []).flatMap((page) => page.items)];
  const approvalCommands = [...new Map(approvals.map((one) => [one.id, one])).values()].map(
    (one): Command => ({
      id: `approval ${one.id}`,
      title: one.title,
      hint: `${one.target} · ${APPROVAL_STATUS_WORDS[one.status]}`,
      words: one.conversationTitle,
      run: () => void navigate({ to: "/approvals/$id", params: { id: one.id } }),
    }),
  );
  const everything: Command[] = (anything.data?.pages ?? [])
    .flatMap((page) => page.items)
    .slice(0, 6)
    .map((item) => ({
      id: `found ${item.source} ${item.id}`,
      title: clipped(`${item.title}: ${item.snippet}`, 400),
      hint: `${KIND_WORDS[item.source]} · ${dayName(item.at, now, zone)}`,
      run: () => void navigate({ to: item.url }),
    }));
  if (words !== "")
    everything.push({
      id: "search",
      title: `Search everything for “${words}”`,
      hint: "Texts, calls, e-mails, files",
      run: () => void navigate({ to: "/search", search: { q: words } }),
    });
  const start: Command[] =
    words === ""
      ? []
      : [
          {
            id: "start",
            title: `Start a chat: “${words}”`,
            run: () => {
              const id = startConversation(me.user.id, words);
              void navigate({ to: "/conversations/$id", params: { id } });
            },
          },
        ];
  const groups = filled([
    { label: "Go to", items: matching(places, words, words === "" ? 5 : 6) },
    { label: "Do", items: matching(actions, words, words === "" ? 6 : 5) },
    { label: words === "" ? "Newest conversations" : "Conversations", items: found },
    {
      label: words === "" ? "Waiting for a decision" : "Approvals",
      items: matching(approvalCommands, words, 5),
    },
    { label: "Found", items: everything },
    { label: "Ask Steward", items: start },
  ]);
  return {
    groups,
    searching: conversations.isFetching || anything.isFetching || query !== words,
    failed: conversations.isError || anything.isError,
  };
}
