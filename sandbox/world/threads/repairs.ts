/** What breaks, and how it gets mended. */
import type { ThreadScript } from "../types.ts";

const MAINTENANCE = ["Marcus", "Tom"] as const;

const repair = (topic: string, ...lines: string[]): ThreadScript => ({
  topic,
  kinds: ["resident"],
  staff: MAINTENANCE,
  lines,
});

/** Conversations residents have about repairs. */
export const REPAIR_THREADS: readonly ThreadScript[] = [
  repair(
    "no heat",
    "< Hi, this is {first} in {unit}. The radiator in the {room} has been stone cold since last night. || Morning! No heat in {unit} again, the {room} is at 58 degrees.",
    ">12m Hi {first}, sorry about that. Is it the whole apartment or only the {room}? - {staff}",
    "<6m Only the {room}. The others get warm.",
    ">15m Then it is probably a stuck valve. I can be there {day} {window}. Will someone be home? - {staff}",
    "<9m Yes I'm home until {hour}. || I'm at work but you can use the key in the lockbox.",
    ">2d Valve replaced and the line bled. Please tell me if it is not warm by tonight. - {staff}",
    "<5h Nice and toasty, thank you! || It's warm now. Thanks {staff}!",
  ),
  repair(
    "leaking faucet",
    "< The {fixture} in {unit} is dripping nonstop. I put a bowl under it. || Hello, the {fixture} has started leaking, about a cup an hour.",
    ">40m Thanks for telling us before it got worse, {first}. Can you close the shut-off valve under it? Turn it clockwise. - {staff}",
    "<10m Done, it stopped.",
    ">1h Great. Walt from Ironside Plumbing can come {day} {window}. OK for you? - {staff}",
    "<25m That works. || Could he come after {hour} instead? I have a class before that.",
    ">30m Noted, I'll let him know. - {staff}",
    ">3d Walt says the cartridge was worn and is replaced. Everything dry on your side? - {staff}",
    "<2h Dry as a bone 👍 || All good, thank you.",
  ),
  repair(
    "dishwasher",
    "< Our dishwasher fills but doesn't drain. There's about two inches of gray water in the bottom. || Dishwasher in {unit} is leaving everything dirty and smells burnt.",
    ">1h Please leave it off for now, {first}. What does the label inside the door say for model? - {staff}",
    "<2h It says {model}.",
    ">20m Thanks, I've ordered Hollis Grady (Hollis Appliance Repair). First opening is {day}, {window}. - {staff}",
    "<8m ok, we can do that",
    ">3d Hollis found a piece of glass in the drain pump and cleared it. No charge to you. - {staff}",
  ),
  repair(
    "clogged drain",
    "< Bathtub in {unit} drains super slow, I was standing in water this morning. || The kitchen sink backed up in {unit}. I tried a plunger, no luck.",
    ">18m Please don't pour drain cleaner in, it eats our old pipes. I can snake it {day} {window}. - {staff}",
    "<4m No chemicals, promise. {day} is fine.",
    ">1d Snaked about 12 feet, mostly hair. I left a strainer for the drain, no charge. - {staff}",
    "<3h Works great, thanks so much!",
  ),
  repair(
    "smoke detector",
    "< The smoke detector in the hallway chirps every minute. I'm losing my mind. || Smoke alarm in {unit} keeps beeping, new battery didn't help.",
    ">9m That chirp usually means it is at the end of its life (10 years). I have spares in the van and pass by at {hour}. OK? - {staff}",
    "<2m YES please",
    ">4h Replaced the one in the hall and the one in the {room}. - {staff}",
    "<30m Silence is golden. Thank you.",
  ),
  repair(
    "water stain",
    "< There's a brown stain on the {room} ceiling and it's growing. About the size of a dinner plate now. || Hi {staff}, water is coming through the {room} ceiling in {unit}!",
    ">5m Is it dripping right now? Please put something under it and send me a photo if you can. - {staff}",
    "<7m Slow drip. Photo sent to the office email.",
    ">11m Thank you. I'm turning off the water upstairs and coming over now. - {staff}",
    ">3h It was the toilet supply line one floor up, replaced. The ceiling has to dry a week before we paint. - {staff}",
    "<40m Ok. My rug got wet, is that covered?",
    ">1h Please send what it cost and a photo to Lena (lena@alderfinch.example); renters insurance usually pays, and if not we'll talk. - {staff}",
    ">8d Dry now. Miguel the painter can come {day}, {window}. - {staff}",
    "<2h Perfect.",
  ),
  repair(
    "mice",
    "< I just saw a mouse run behind the stove 😱 || Found droppings under the sink in {unit}, pretty sure it's mice.",
    ">22m I'm sorry, {first}. PestRight comes to the building {day}. I've put {unit} first on the list, {window}. - {staff}",
    "<5m Do I need to move anything?",
    ">8m Only what is under the sink, and please put food in closed boxes until then. - {staff}",
    ">2d Gail sealed two gaps behind the stove and set traps. She returns in two weeks to check. - {staff}",
    "<1d No more visitors so far, thanks",
  ),
  repair(
    "broken window",
    "< The window in the {room} won't lock anymore. I'm on the first floor so it worries me. || A branch cracked our {room} window in the storm.",
    ">14m That comes first then. I'll come with a temporary fix today before {hour}. - {staff}",
    ">5h Secured for tonight. Pam from Clearview measures {day} and the new pane takes about ten days. - {staff}",
    "<20m Thanks for coming so fast.",
    ">11d New window is in. Please try the lock and tell me. - {staff}",
    "<3h Locks fine!",
  ),
  repair(
    "washer coin",
    "< Washer 2 in the basement of {building} ate my quarters, {small}. || The dryer in {building} runs but doesn't get hot.",
    ">1h Thanks, I've reported it to Spin Cycle, they come {day}. Lena will credit you {small} on next month's rent. - {staff}",
    "<12m Cool thanks",
  ),
  repair(
    "power out",
    "< Half the outlets in the {room} stopped working. || Power's out in our kitchen but the rest of {unit} is fine.",
    ">6m Is anything warm or does it smell burnt? If so, switch off the main breaker and tell me right away. - {staff}",
    "<3m No smell. The GFCI button by the sink was popped but resetting doesn't help.",
    ">10m OK. Desmond from Brightwire is nearby, he'll be there around {hour}. - {staff}",
    ">6h Desmond replaced the GFCI outlet. Please don't run the toaster and the kettle together on that wall. - {staff}",
    "<15m Ha, busted. Thank you!",
  ),
  repair(
    "follow-up nobody answered",
    "< Just checking on the {fixture} I reported last week? It's getting worse. || Any news about the {fixture}? It's been nine days.",
    ">3h You're right and I'm sorry, {first}: the part was back-ordered and I should have told you. It comes {day}. - {staff}",
    "<30m Ok, thanks for being straight with me.",
  ),
];
