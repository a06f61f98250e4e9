/** What the words of drafts hold, over texts as teams write them. */
import { describe, expect, it } from "vitest";
import { findHeld, largestAmount } from "../../../src/approvals/policy/holds.ts";

const TIMES = `Walt comes Thursday at 10.
We can be there tomorrow, Sunday, at 3 pm.
I'll stop by at 3.
See you at noon!
He'll be there between 9 and 12.
Expect us around 10:30.
The plumber arrives 8-10 am.
We will fix it within 24 hours.
It'll take about 20 minutes? No: in 20 minutes.
Someone will call you this afternoon.
We'll have it done by Friday.
The inspection is on Dec 3.
The inspection is on 12/3.
It starts 2026-12-03.
The 14th works for us.
Walt kommt morgen um 9 Uhr.
El plomero llega mañana a las 3.
Vamos el lunes.
Pasamos en dos horas.
Nous passons demain.
We'll get to it first thing in the morning.
Give us a couple of hours, in a couple of hours it is done.
It will be ready next week.
We come at half past ten.
Ten o'clock works.
Is 4p ok?
He is on his way and there at 15h30.
Let's say Wed at 2.
We'll be there tonight.
Should be ready by end of day.
Someone comes asap.
We'll be there shortly.
Both Tuesdays work.
Du bist am 3. Dezember dran.
See you at six.
Any time before 5 works.`.split("\n");

const NO_TIMES = `Thanks for letting us know, we are looking into it.
Good morning Maria, thanks for the photo.
Good evening! The key is in the lockbox.
Your unit is 4B on the second floor.
We have three bedrooms and two baths.
Please send a photo of the leak.
The lockers stand at 77 Tannery, not at 302 Orchard.
The rent is $1,450.
Call the office at 412-555-0100.
The code changes after each visit.
I may have missed your call.
We appreciate your patience.
The address is 77 Tannery Row.
Walt fixed the sink.
Are pets okay with you?
Gracias por avisarnos.`.split("\n");

const PRICES = `It's $40 a month.
The fee is 75 dollars.
That would be 1.2k.
€300 deposit.
300 € deposit.
A hundred dollars is due.
Son 40 dólares.
We do it free of charge.
It comes to £20.`.split("\n");

const PROMISES = `We'll send someone.
I promise it gets fixed.
Walt will come by.
You can count on it, we guarantee it.
We are going to replace it.
He's coming with the part.
Vamos a arreglarlo.
Le prometo que sí.
We will.
Rosa can bring the key.`.split("\n");

const LINKS = ["See https://example.com/x", "Go to example.com/pay", "www.example.com", "bit.ly/3xYz"];

const AMOUNTS: readonly [string, number | null][] = [
  ["The quote is $1,400.", 1400],
  ["The quote came to 1,400.", 1400],
  ["Deposit of 1250.50 is due.", 1250.5],
  ["$800 now and $2,660.00 later", 2660],
  ["about 1.2k all in", 1200],
  ["about 2 grand", 2000],
  ["about two grand", Infinity],
  ["twelve hundred dollars", Infinity],
  ["a thousand for both", Infinity],
  ["Call +1 412 555 0142 or 412-555-0100", null],
  ["Unit 1204 at 302 Orchard, 15218", null],
  ["The meeting is 12/03/2026 at 10:30", null],
  ["Thanks, see you", null],
  ["1 200 € for the floor", 1200],
];

describe("a time, a price, a promise, a link", () => {
  it.each(TIMES)("time in: %s", (text) => expect(findHeld("time", text)).not.toBeNull());
  it.each(NO_TIMES)("no time in: %s", (text) => expect(findHeld("time", text)).toBeNull());
  it.each(PRICES)("price in: %s", (text) => expect(findHeld("price", text)).not.toBeNull());
  it.each(PROMISES)("promise in: %s", (text) => expect(findHeld("promise", text)).not.toBeNull());
  it.each(LINKS)("link in: %s", (text) => expect(findHeld("link", text)).not.toBeNull());
  it("nothing of it in small talk", () => {
    const text = "Thanks for letting us know, much appreciated";
    expect((["time", "price", "promise", "link"] as const).map((kind) => findHeld(kind, text))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("amounts", () => {
  it.each(AMOUNTS)("%s", (text, amount) => expect(largestAmount(text)?.amount ?? null).toBe(amount));
});
