/**
 * Reads historical conversations and calls from Quo, one page per call. Changes nothing. Quo lists texts and calls only per line and
 * number.
 */
import type {
  CallRecord,
  CallWordsRecord,
  HistoryPage,
  PastText,
  PhoneHistory,
  ThreadRef,
} from "../connections/index.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import {
  callAnswer,
  callPage,
  conversationPage,
  messageAnswer,
  messagePage,
  parseAnswer,
  summaryAnswer,
  transcriptAnswer,
  usersAnswer,
  type QuoCallRecord,
} from "./parse.ts";
import type { QuoAccount } from "./read.ts";

const PAGE = 100;

/** The history port over this account. */
export function quoHistory({ client, connection }: QuoAccount): PhoneHistory {
  const get = async (path: string, query: Record<string, string | number | readonly string[] | undefined>) =>
    client({ method: "GET", path, query });
  return {
    connectionId: connection.id,
    label: connection.label,
    lines: connection.settings.lines,
    async threads(pageToken, updatedAfter): Promise<HistoryPage<ThreadRef>> {
      const answer = await get("/v1/conversations", { maxResults: PAGE, pageToken, updatedAfter });
      const { data, nextPageToken } = parseAnswer(conversationPage, answer);
      const items = data.flatMap(({ phoneNumberId, participants }) =>
        participants.length === 0 ? [] : [{ phoneNumberId, participants }],
      );
      return { items, next: nextPageToken ?? null };
    },
    async texts({ phoneNumberId, participants }, pageToken): Promise<HistoryPage<PastText>> {
      const query = { phoneNumberId, participants, maxResults: PAGE, pageToken };
      const { data, nextPageToken } = parseAnswer(messagePage, await get("/v1/messages", query));
      const items = data.map(({ id, from, to, text, direction, createdAt, status }) => ({
        id,
        from,
        to,
        direction,
        text: text ?? "",
        at: createdAt,
        status: status ?? null,
      }));
      return { items, next: nextPageToken ?? null };
    },
    async calls({ phoneNumberId, participants }, pageToken): Promise<HistoryPage<CallRecord>> {
      const query = { phoneNumberId, participants: participants.slice(0, 1), maxResults: PAGE, pageToken };
      const { data, nextPageToken } = parseAnswer(callPage, await get("/v1/calls", query));
      return { items: data.map(callOf), next: nextPageToken ?? null };
    },
    textStatus: (id) =>
      unlessMissing(async () => {
        const answer = await get(`/v1/messages/${encodeURIComponent(id)}`, {});
        return parseAnswer(messageAnswer, answer).data.status ?? null;
      }),
    call: (id) =>
      unlessMissing(async () =>
        callOf(parseAnswer(callAnswer, await get(`/v1/calls/${encodeURIComponent(id)}`, {})).data),
      ),
    summary: (id) =>
      unlessMissing(async () => {
        const path = `/v1/call-summaries/${encodeURIComponent(id)}`;
        const { summary, nextSteps } = parseAnswer(summaryAnswer, await get(path, {})).data;
        return summary === null || summary === undefined ? null : { summary, nextSteps: nextSteps ?? [] };
      }),
    transcript: (id) =>
      unlessMissing(async () => {
        const path = `/v1/call-transcripts/${encodeURIComponent(id)}`;
        const { dialogue } = parseAnswer(transcriptAnswer, await get(path, {})).data;
        return dialogue === null || dialogue === undefined || dialogue.length === 0
          ? null
          : dialogue.map(({ content, userId }): CallWordsRecord => ({
              who: userId === null || userId === undefined ? "contact" : "team",
              name: null,
              text: content,
              ...(userId === null || userId === undefined ? {} : { userId }),
            }));
      }),
    async users() {
      const { data } = parseAnswer(usersAnswer, await get("/v1/phone-numbers", {}));
      return data.flatMap(({ users }) => users);
    },
  };
}

function callOf(call: QuoCallRecord): CallRecord {
  return {
    id: call.id,
    phoneNumberId: call.phoneNumberId ?? null,
    participant: call.participants?.[0] ?? null,
    direction: call.direction,
    status: call.status ?? "",
    at: call.createdAt,
    durationSeconds: call.duration ?? null,
  };
}

async function unlessMissing<Value>(ask: () => Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 404) return null;
    throw error;
  }
}
