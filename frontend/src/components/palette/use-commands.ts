/** Commands matching the typed words, by group: people first. */
import { useMemo } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { startConversation } from "../../agent/conversation-client.ts";
import { conversationsQuery, openApprovalsQuery, recentApprovalsQuery } from "../../api/queries.ts";
import { foundProjectsQuery } from "../../projects/project-queries.ts";
import { foundAccountsQuery, searchQuery } from "../../messaging/text-queries.ts";
import { SETTINGS_GROUPS, type Group } from "../../menu.ts";
import { useNow } from "../now.ts";
import { usePeople } from "../../team/people/use-people.ts";
import { useDoors, useEntries } from "../places-context.tsx";
import { useMe, useZone } from "../session.tsx";
import { signOut } from "../sign-out.ts";
import { clipped } from "../text-pieces.ts";
import { setTheme, useTheme } from "../theme.ts";
import {
  statusOf,
  CONVERSATION_STATUS_WORDS,
  dayName,
  KIND_WORDS,
  shownStatus,
  SOURCE_WORDS,
} from "../words.ts";
import { filled, matching, type Command, type CommandGroup } from "./commands.ts";
import { itemsOf } from "../../api/paged.ts";

const GROUP_HINTS: Readonly<Partial<Record<Group, string>>> = Object.fromEntries(
  SETTINGS_GROUPS.map(([group, label]) => [group, `Settings, ${label}`]),
);

/** The pages of the table, those that the doors open first, and MEMORY.md. */
function usePages(): readonly Command[] {
  const navigate = useNavigate();
  const [entries, doors] = [useEntries(), useDoors()];
  return useMemo(() => {
    const first = new Set(doors.map(({ to }) => to));
    const doorOf = new Map(doors.map(({ group, label }) => [group, label]));
    const sorted = [
      ...entries.filter(({ to }) => first.has(to)),
      ...entries.filter(({ to }) => !first.has(to)),
    ];
    return [
      ...sorted.map(({ to, label, group, key, words = "", about }): Command => ({
        id: `go ${to}`,
        title: label,
        hint: GROUP_HINTS[group] ?? (doorOf.get(group) === label ? undefined : doorOf.get(group)),
        words: `${words} ${about}`,
        keys: key === undefined ? undefined : ["g", key],
        run: () => void navigate({ to }),
      })),
      {
        id: "go MEMORY.md",
        title: "MEMORY.md",
        hint: "Workspace",
        words: "remember knows always",
        run: () => void navigate({ to: "/workspace/$", params: { _splat: "MEMORY.md" } }),
      },
    ];
  }, [navigate, entries, doors]);
}

function useActions(onKeyMap: () => void): readonly Command[] {
  const me = useMe();
  const navigate = useNavigate();
  const theme = useTheme();
  return useMemo(() => {
    const themes = (["system", "light", "dark"] as const).filter((one) => one !== theme);
    const named = { system: "Match the system theme", light: "Light theme", dark: "Dark theme" };
    return [
      {
        id: "new",
        title: "New chat",
        keys: ["n"],
        words: "start ask",
        run: () => void navigate({ to: "/conversations/new" }),
      },
      {
        id: "new file",
        title: "New file",
        hint: "Workspace",
        words: "note create write",
        run: () => void navigate({ to: "/workspace/$", params: { _splat: "" }, search: { new: "file" } }),
      },
      ...themes.map((one) => ({
        id: `theme ${one}`,
        title: named[one],
        words: "theme mode appearance colors",
        run: () => setTheme(one),
      })),
      { id: "keys", title: "Shortcuts", keys: ["?"], words: "keyboard keys help", run: onKeyMap },
      {
        id: "sign out",
        title: "Sign out",
        hint: me.user.email,
        words: "leave log off",
        run: () => void signOut(me),
      },
    ];
  }, [navigate, theme, onKeyMap, me]);
}

function usePeopleCommands(query: string): readonly Command[] {
  const navigate = useNavigate();
  return usePeople(query).map(({ key, name, detail, href }) => ({
    id: `person ${key}`,
    title: name,
    hint: detail,
    run: () => void navigate({ href }),
  }));
}

function useConversationCommands(query: string): {
  items: readonly Command[];
  busy: boolean;
  failed: boolean;
} {
  const navigate = useNavigate();
  const { data, isFetching, isError } = useInfiniteQuery(conversationsQuery(query));
  const items = itemsOf(data)
    .filter((item) => !item.deletedAt)
    .slice(0, query === "" ? 5 : 8)
    .map((item) => ({
      id: `conversation ${item.id}`,
      title: clipped(item.title, 200) || "New chat",
      hint: `${SOURCE_WORDS[item.source]} · ${CONVERSATION_STATUS_WORDS[shownStatus(item)]}`,
      run: () => void navigate({ to: "/conversations/$id", params: { id: item.id } }),
    }));
  return { items, busy: isFetching, failed: isError };
}

function useApprovalCommands(words: string): readonly Command[] {
  const navigate = useNavigate();
  const open = useQuery(openApprovalsQuery);
  const recent = useInfiniteQuery({ ...recentApprovalsQuery, enabled: words !== "" });
  const all = [...(open.data ?? []), ...itemsOf(recent.data)];
  return [...new Map(all.map((one) => [one.id, one])).values()].map((one) => ({
    id: `approval ${one.id}`,
    title: one.title,
    hint: `${one.target} · ${statusOf(one)}`,
    words: one.words,
    run: () => void navigate({ to: "/approvals/$id", params: { id: one.id } }),
  }));
}

/** Projects by the start of their name; the latest if nothing is typed. */
function useProjectCommands(query: string): readonly Command[] {
  const navigate = useNavigate();
  const { data = [], isPlaceholderData } = useQuery(foundProjectsQuery(query));
  // Those found for fewer letters stay while the next are looked for, if they still fit.
  const fits = ({ name }: { readonly name: string }): boolean =>
    name.toLowerCase().includes(query.toLowerCase());
  const found = isPlaceholderData ? data.filter(fits) : data;
  return found.map(({ id, name, clientName }) => ({
    id: `project ${id}`,
    title: clipped(name, 200),
    hint: clientName === "" ? "Project" : `Project · ${clipped(clientName, 60)}`,
    run: () => void navigate({ to: "/projects/$id", params: { id } }),
  }));
}

/** Accounts that the words name, or may mean. */
function useAccountCommands(query: string): readonly Command[] {
  const navigate = useNavigate();
  const { data, isPlaceholderData } = useInfiniteQuery(foundAccountsQuery(query));
  const items = isPlaceholderData ? [] : (data?.pages[0]?.items ?? []);
  return items.slice(0, 4).map(({ id, title, snippet, url }) => ({
    id: `account ${id}`,
    title: clipped(title, 200),
    hint: clipped(snippet.split(" | ").slice(1).join(" · "), 100) || "Account",
    run: () => void navigate({ to: url }),
  }));
}

/** `listed` are conversations already offered by title. */
function useFound(
  words: string,
  query: string,
  listed: readonly Command[],
): { items: readonly Command[]; busy: boolean; failed: boolean } {
  const navigate = useNavigate();
  const [zone, now] = [useZone(), useNow()];
  const { data, isFetching, isError } = useInfiniteQuery(searchQuery({ q: query }));
  const offered = new Set(listed.map(({ id }) => id));
  const items: Command[] = itemsOf(data)
    .filter(({ source }) => source !== "account")
    .filter(({ source, thread }) => source !== "conversation" || !offered.has(`conversation ${thread}`))
    .slice(0, 6)
    .map((item) => ({
      id: `found ${item.source} ${item.id}`,
      title: clipped(`${item.title}: ${item.snippet}`, 400),
      hint: `${KIND_WORDS[item.source]} · ${dayName(item.at, now, zone)}`,
      run: () => void navigate({ to: item.url }),
    }));
  if (words !== "")
    items.push({
      id: "search",
      title: `Search everything for “${words}”`,
      hint: "Texts, calls, e-mails, files, chats",
      run: () => void navigate({ to: "/search", search: { q: words } }),
    });
  return { items, busy: isFetching, failed: isError };
}

function useStart(words: string): readonly Command[] {
  const me = useMe();
  const navigate = useNavigate();
  if (words === "") return [];
  const run = (): void => {
    const id = startConversation(me.user.id, words);
    void navigate({ to: "/conversations/$id", params: { id } });
  };
  return [{ id: "start", title: `Ask Steward: “${words}”`, run }];
}

export interface Commands {
  readonly groups: readonly CommandGroup[];
  readonly searching: boolean;
  readonly failed: boolean;
}

/** `query` is what the server is asked for; it lags behind the typed words. */
export function useCommands(words: string, query: string, onKeyMap: () => void): Commands {
  const pages = usePages();
  const actions = useActions(onKeyMap);
  const people = usePeopleCommands(query);
  const conversations = useConversationCommands(query);
  const approvals = useApprovalCommands(words);
  const projects = useProjectCommands(query);
  const accounts = useAccountCommands(query);
  const found = useFound(words, query, conversations.items);
  const start = useStart(words);
  const typed = words !== "";
  const groups = filled([
    { label: "People", items: people },
    { label: "Go to", items: matching(pages, words, 6) },
    { label: "Actions", items: matching(actions, words, typed ? 5 : 6) },
    { label: "Accounts", items: typed ? accounts : [] },
    { label: "Projects", items: typed ? projects : [] },
    { label: typed ? "Conversations" : "Recent conversations", items: conversations.items },
    { label: typed ? "Approvals" : "Waiting for approval", items: matching(approvals, words, 5) },
    { label: "Results", items: found.items },
    { label: "Steward", items: start },
  ]);
  return {
    groups,
    searching: conversations.busy || found.busy || query !== words,
    failed: conversations.failed || found.failed,
  };
}
