/** People by name or number, from all that the server can be asked today. A list of contacts of its own would be one more line in `lists`. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { conversationsQuery } from "../../api/queries.ts";
import { searchQuery } from "../../api/text-queries.ts";
import { namedPeople, peopleInConversations, peopleInTexts, type Person } from "./people.ts";

const MOST = 5;

export function usePeople(words: string): readonly Person[] {
  const texts = useInfiniteQuery(searchQuery({ q: words, sources: "sms" }));
  const conversations = useInfiniteQuery({ ...conversationsQuery(words), enabled: words !== "" });
  if (words === "") return [];
  const lists = [
    peopleInTexts((texts.data?.pages ?? []).flatMap((page) => page.items)),
    peopleInConversations((conversations.data?.pages ?? []).flatMap((page) => page.items)),
  ];
  return namedPeople(words, lists, MOST);
}
