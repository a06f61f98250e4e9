/** Calls with summaries and transcripts, and phone lines. */
import type { WorldCall } from "../world/index.ts";
import { pageOf, QuoError, withinQuery, type QuoCall, type QuoHandler } from "./answers.ts";
import { lineOf } from "./message-json.ts";

const SECONDS_A_SENTENCE = 5;

export function callJson(call: WorldCall) {
  const incoming = call.direction === "incoming";
  const answered = call.status === "completed";
  const endedAt = new Date(Date.parse(call.createdAt) + call.durationS * 1000).toISOString();
  return {
    id: call.id,
    phoneNumberId: call.phoneNumberId,
    participants: [call.participant],
    direction: call.direction,
    status: call.status,
    userId: call.userId,
    answeredAt: answered ? call.createdAt : null,
    answeredBy: answered && incoming ? call.userId : null,
    initiatedBy: incoming ? null : call.userId,
    completedAt: answered ? endedAt : null,
    duration: call.durationS,
    forwardedFrom: null,
    forwardedTo: null,
    createdAt: call.createdAt,
    updatedAt: endedAt,
    callRoute: null,
    aiHandled: null,
  };
}

function callAt({ account, path }: QuoCall): WorldCall {
  const wanted = path["callId"] ?? path["id"];
  const call = account.records.calls.find(({ id }) => id === wanted);
  if (call === undefined) throw new QuoError(404, "Call not found.");
  return call;
}

/** `GET /v1/calls`: calls between a line and a number, newest first. */
export const listCalls: QuoHandler = ({ account, query }) => {
  const line = lineOf(account, query["phoneNumberId"]);
  const participants = query["participants"] as readonly string[];
  const found = account.records.calls
    .filter(
      ({ phoneNumberId, participant, createdAt }) =>
        phoneNumberId === line.phoneNumberId &&
        participants.includes(participant) &&
        withinQuery(createdAt, query),
    )
    .reverse();
  const { page, next } = pageOf(found, Number(query["maxResults"]), query["pageToken"] as string | undefined);
  return {
    status: 200,
    body: { data: page.map(callJson), totalItems: found.length, nextPageToken: next },
  };
};

/** `GET /v1/calls/{callId}` */
export const getCall: QuoHandler = (call) => ({ status: 200, body: { data: callJson(callAt(call)) } });

/** `GET /v1/call-summaries/{callId}`; unanswered calls have none. */
export const getCallSummary: QuoHandler = (request) => {
  const call = callAt(request);
  if (call.summary === null) throw new QuoError(404, "Call summary not found.");
  const { points, nextSteps } = call.summary;
  return {
    status: 200,
    body: { data: { callId: call.id, status: "completed", summary: points, nextSteps } },
  };
};

export function dialogueJson(call: WorldCall, lineNumber: string) {
  return (call.dialogue ?? []).map(({ who, text }, index) => ({
    content: text,
    start: index * SECONDS_A_SENTENCE,
    end: (index + 1) * SECONDS_A_SENTENCE - 0.5,
    identifier: who === "us" ? lineNumber : call.participant,
    userId: who === "us" ? call.userId : null,
  }));
}

/** `GET /v1/call-transcripts/{id}` */
export const getCallTranscript: QuoHandler = (request) => {
  const call = callAt(request);
  if (call.dialogue === null) throw new QuoError(404, "Call transcript not found.");
  const line = lineOf(request.account, call.phoneNumberId);
  const dialogue = dialogueJson(call, line.number);
  const data = {
    callId: call.id,
    createdAt: call.createdAt,
    dialogue,
    duration: call.durationS,
    status: "completed",
  };
  return { status: 200, body: { data } };
};

/** `GET /v1/phone-numbers` */
export const listPhoneNumbers: QuoHandler = ({ account, query }) => {
  const { tenant } = account;
  const users = tenant.people.map((person, index) => ({
    id: person.quoUserId,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    groupId: tenant.quo.orgId,
    role: index === 0 ? "owner" : "member",
  }));
  const open = { US: "unrestricted", CA: "unrestricted", Intl: "restricted" };
  const since = "2024-01-08T15:00:00.000Z";
  const mine = query["userId"] === undefined || users.some(({ id }) => id === query["userId"]);
  const data = (mine ? tenant.quo.lines : []).map((line) => ({
    id: line.phoneNumberId,
    groupId: tenant.quo.orgId,
    name: line.label,
    number: line.number,
    formattedNumber: line.number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3"),
    forward: null,
    portRequestId: null,
    portingStatus: null,
    symbol: line.audience === "internal" ? "👷" : "🏠",
    users,
    restrictions: { messaging: open, calling: open },
    createdAt: since,
    updatedAt: since,
  }));
  return { status: 200, body: { data } };
};
