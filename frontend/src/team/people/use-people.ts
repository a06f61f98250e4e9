/** People by name, unit, number, or e-mail: contacts first, then anyone who texted or wrote. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { namedContactsQuery } from "../../messaging/contact-queries.ts";
import { conversationsQuery } from "../../api/queries.ts";
import { searchQuery } from "../../messaging/text-queries.ts";
import { namedPeople, ofContact, peopleInConversations, peopleInTexts, type Person } from "./people.ts";
import { itemsOf } from "../../api/paged.ts";

const MOST = 5;

export function usePeople(words: string): readonly Person[] {
  const contacts = useQuery(namedContactsQuery(words, MOST));
  const texts = useInfiniteQuery(searchQuery({ q: words, sources: "sms" }));
  const conversations = useInfiniteQuery({ ...conversationsQuery(words), enabled: words !== "" });
  if (words === "") return [];
  // Results of the previous words are never offered for these: Enter takes the first row.
  const named = contacts.isPlaceholderData ? [] : (contacts.data ?? []);
  if (named.length > 0) return named.map(ofContact);
  const lists = [peopleInTexts(itemsOf(texts.data)), peopleInConversations(itemsOf(conversations.data))];
  return namedPeople(words, lists, MOST);
}
