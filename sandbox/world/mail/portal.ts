/** E-mails of the rental portal's leads. */
import { stableId } from "../contacts.ts";
import { ALDER } from "../company.ts";
import { LEADS, type Lead } from "./leads.ts";
import { capitalised, officeOf, writeLetters, type Letter } from "./letters.ts";
import type { WorldMail } from "./types.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The portal's sender for a renter: their name with a relay address. */
export function relayOf(name: string): string {
  return `${name} <${stableId("relay", name).slice(0, 16)}@convo.zillow.com.example>`;
}

export function requestSubject({ name, home }: Pick<Lead, "name" | "home">): string {
  return `${name} is requesting information about ${home}`;
}

/** A request in the portal's wording. */
export function requestText(lead: Omit<Lead, "daysAgo" | "so" | "unread">): string {
  const { name, home, rent, credit, pets, income, people, says } = lead;
  return [
    "New contact from Zillow Rentals",
    `${name} says:\n“${says}”`,
    `Property: ${home}\nRent: $${rent.toLocaleString("en-US")}/month`,
    [
      "About the renter",
      `Name: ${name}`,
      `Credit score: ${credit} (self-reported)`,
      `Pets: ${pets}`,
      `Monthly income: $${income.toLocaleString("en-US")}`,
      `Number of occupants: ${people}`,
      "Lease length: 12 months",
    ].join("\n"),
    "Reply to this e-mail to answer the renter. Your address stays private.",
  ].join("\n\n");
}

/** The HTML version: a table of the renter's answers. */
export function requestHtml(text: string): string {
  const blocks = text.split("\n\n").map((block) => {
    const [head = "", ...rows] = block.split("\n");
    const cells = rows.flatMap((row) => {
      const [, label, value] = /^([^:]+): (.+)$/.exec(row) ?? [];
      return label === undefined
        ? []
        : [`<tr><td>${escaped(label)}: </td><td><b>${escaped(value ?? "")}</b></td></tr>`];
    });
    if (cells.length === rows.length && rows.length > 1)
      return `<h3>${escaped(head)}</h3><table>${cells.join("")}</table>`;
    return `<p>${block.split("\n").map(escaped).join("<br>")}</p>`;
  });
  return `<!doctype html><html><body style="font-family:Arial,sans-serif">${blocks.join("\n")}</body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** All mail about the property manager's leads. */
export function portalMail(nowMs: number): WorldMail[] {
  return LEADS.flatMap((lead) =>
    writeLetters(
      {
        tenant: ALDER,
        mailbox: officeOf(ALDER),
        they: relayOf(lead.name),
        subject: requestSubject(lead),
        startMs: nowMs - lead.daysAgo * DAY_MS - (lead.so === "new" ? 0 : 9 * HOUR_MS),
        ...(lead.unread === undefined ? {} : { unread: lead.unread }),
      },
      lettersWith(lead),
    ),
  );
}

function lettersWith(lead: Lead): Letter[] {
  const first = lead.name.split(" ")[0] ?? lead.name;
  const request = requestText(lead);
  const they = (pauseMs: number, text: string): Letter => ({
    incoming: true,
    pauseMs,
    text: capitalised(text),
  });
  const we = (pauseMs: number, text: string): Letter => ({
    incoming: false,
    pauseMs,
    text: capitalised(`Hi ${first},\n\n${text}\n\nPriya Raman\nAlder & Finch Property Management`),
  });
  const invite = we(
    2 * HOUR_MS,
    `thank you for your interest in ${lead.home}. I can show it on Tuesday at 5:30 pm or Saturday at 10 am. Which suits you?`,
  );
  const ask = we(3 * HOUR_MS, questionOf(lead));
  const decline = we(4 * HOUR_MS, declineOf(lead));
  const letters: Record<Lead["so"], readonly Letter[]> = {
    new: [],
    invited: [invite],
    showing: [
      invite,
      they(5 * HOUR_MS, `Saturday at 10 is great, see you then!\n\n${first}`),
      we(HOUR_MS, "wonderful, you are in the calendar for Saturday at 10 am. Please bring an ID."),
    ],
    asked: [ask],
    answered: [ask, they(6 * HOUR_MS, answerOf(lead, first))],
    declined: [decline],
    let_go: [decline, they(2 * HOUR_MS, `Thanks for telling me so quickly. All the best.\n\n${first}`)],
    gone: [invite, they(20 * HOUR_MS, `Thank you, but we have signed somewhere else meanwhile.\n\n${first}`)],
  };
  return [{ incoming: true, pauseMs: 0, text: request, html: requestHtml(request) }, ...letters[lead.so]];
}

function questionOf({ pets, home }: Lead): string {
  const animal = /^(?:No pets|\d+ cats?)$/.test(pets) ? null : pets.replace(/^1 /, "").toLowerCase();
  return animal === null
    ? `thank you for your interest in ${home}. Could you tell me a little more: how long have you been at your job, and may we call your last landlord?`
    : `thank you for your interest in ${home}. About your ${animal}: how large is it, and where would it live? I have to ask the owner.`;
}

function answerOf({ pets }: Lead, first: string): string {
  return /^(?:No pets|\d+ cats?)$/.test(pets)
    ? `Hi Priya,\n\nI have been there for three years and never missed rent. My landlord is glad to talk to you.\n\n${first}`
    : `Hi Priya,\n\nit lives in its cage in the living room and makes little noise.\n\n${first}`;
}

function declineOf({ pets, home }: Lead): string {
  const reason = /\bdogs?\b/i.test(pets)
    ? "dogs are not possible in this building"
    : "it does not meet the credit requirement for this home";
  return `thank you for your request about ${home}. I am sorry, but ${reason}, so we cannot go further with it.`;
}
