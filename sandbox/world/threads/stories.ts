/**
 * Threads of a specific person at a specific time: for the tour, for common questions, and with contradictions to other sources. `ago` is
 * relative to the world's creation, so there is always something from this morning.
 */
import type { PinnedThread } from "../types.ts";

/** Alder & Finch's stories, oldest first. */
export const ALDER_STORIES: readonly PinnedThread[] = [
  {
    contact: "Gregory Stahl",
    staff: "Dana",
    ago: "74d",
    lines: [
      "< You people charged me $180 for a carpet that was already stained when I moved in. I want it back.",
      ">2h Hi Gregory, this is Dana. I'm pulling up the move-in photos from last May, give me until tomorrow. - Dana",
      "<4m Tomorrow?? You were fast enough taking the money",
      ">1d I looked. The photo of the bedroom shows the mark by the closet; the one by the window isn't there. We should not have charged for both. I've credited $90. - Dana",
      "<12m NINETY? That's a joke. I'll see you in small claims and I'll tell everyone in the building.",
      ">3h I understand you're angry. I'd like to walk through it with you and the photos in front of us. Thursday 5 pm or Saturday 10 am? - Dana",
      "<1d Saturday. And bring somebody who knows what they are doing.",
      ">20m Marcus and I will be there. - Dana",
      "<3d Fine. The window one is mine, I moved the plant. But you should answer people faster.",
      ">35m That's fair, and thank you for saying so. The $90 credit stays. - Dana",
    ],
  },
  {
    contact: "Rosa Delgado",
    staff: "Priya",
    ago: "41d",
    lines: [
      "< Buenas tardes, soy Rosa del apartamento 1B. ¿Podría escribirme en español, por favor? El calentador de agua no funciona.",
      ">15m ¡Claro que sí, Rosa! Soy Priya. ¿No sale nada de agua caliente, ni en la cocina ni en el baño? - Priya",
      "<6m Nada. Ayer salía tibia y hoy está helada. Tengo a mi nieto en casa.",
      ">9m Entiendo, lo marcamos como urgente. Marcus llega hoy entre las 4 y las 5. ¿Estará usted en casa? - Priya",
      "<2m Sí, aquí estaré. Muchas gracias.",
      ">4h Marcus cambió el termopar del calentador. En una hora debe haber agua caliente. - Priya",
      "<1h Ya funciona perfectamente. Dios la bendiga, Priya.",
    ],
  },
  {
    contact: "Walt Ironside",
    staff: "Marcus",
    ago: "19d",
    lines: [
      "> Walt, the riser at 214 Birch knocks whenever 4A showers. Worth a look before winter? - Marcus",
      "<3h Sounds like a loose strap. I'll swing by Tuesday. Call Carla if I don't pick up, same number.",
      "<6d Strap fixed. While there I saw the valve in 3B's radiator is on its last legs, I'd swap it before it gets cold.",
      ">40m Good eye. Put it on the list, I'll get the owner's OK. - Marcus",
    ],
  },
  {
    contact: "Maria Lopez",
    staff: "Marcus",
    ago: "12d",
    lines: [
      "< Hi Marcus, it's Maria in 3B. The heater in the bedroom makes a ticking noise and hardly gets warm.",
      ">25m Hi Maria, thanks for telling us. Walt mentioned that valve. I'll have it looked at on Thursday between 9 and 11. - Marcus",
      "<10m Thursday is good, my mother is home.",
      ">3d Bled the radiator and it's warm again. The valve should be replaced, I'm waiting for the part. - Marcus",
      "<2h Thank you so much Marcus! Much better already.",
    ],
  },
  {
    contact: "José Ibáñez",
    staff: "Lena",
    ago: "9d",
    lines: [
      "> Hi José, this is Lena. We haven't received this month's rent for 2A ($1,180). Is everything all right? - Lena",
      "<5h Hi Lena, sorry, my bank changed and the autopay broke. I can pay on Friday.",
      ">12m Friday is fine, I'll waive the late fee this once. - Lena",
      "<3d Paid $600 today, the rest comes Monday. I promise!",
      ">1h Thank you, $600 received. The open balance is $580. - Lena",
    ],
  },
  {
    contact: "Maria Lindqvist",
    staff: "Priya",
    ago: "6d",
    lines: [
      "< Hi! My lease at Cedar Hollow ends soon and I'd like to stay. Could the new one start on the 15th?",
      ">1h Hi Maria, lovely to hear! I'll check with Beatrix and get back to you this week. - Priya",
      "<8m Great. And is it OK if I paint the bedroom a light green?",
      ">20m Yes, if you paint it back white when you leave. - Priya",
    ],
  },
  {
    contact: "Harold Finch",
    staff: "Dana",
    ago: "4d",
    lines: [
      "< Dana, what's the story with the heating at Birch? Two tenants wrote to me directly.",
      ">35m Harold, one valve in 3B needs replacing, $240 with Walt. The boiler is fine. May I go ahead? - Dana",
      "<2h Go ahead. And please have them write to you, not me.",
      ">5m Will do. - Dana",
    ],
  },
  {
    contact: "James Whitlock",
    staff: "Priya",
    ago: "2d",
    lines: [
      "< Hi Priya, could I get an extra parking permit for my brother? He's visiting through the weekend.",
      ">15m Hi James, sure: guest permit 7 is in the lockbox, please bring it back Monday. - Priya",
      "<4m You're the best.",
    ],
  },
  {
    contact: "Eleanor Voss",
    staff: "Marcus",
    ago: "26h",
    lines: [
      "< Good day. The light in the stairwell at Wren Court has been out since Sunday and I do not see well in the dark.",
      ">30m Good morning Mrs. Voss, thank you. Tom will change it this afternoon. - Marcus",
      ">5h Done, and I left a brighter bulb on the landing too. - Tom",
      "<1h How very kind. There is pie for him if he comes by again.",
    ],
  },
  {
    contact: "Tom Okafor",
    staff: "Dana",
    ago: "22h",
    lines: [
      "< The new bulbs are in at Wren Court. Mrs. Voss tried to feed me again.",
      ">6m Never say no to pie. Can you take the Foundry Row inspection tomorrow? - Dana",
      "<3m On it.",
    ],
  },
  {
    contact: "James Otieno",
    staff: "Tom",
    ago: "5h",
    lines: [
      "< Hey, the elevator at Millrace stops a hand too low on 4. My mom nearly tripped with her cart.",
      ">18m Thanks James. I've called Orson at Summit, he comes today after lunch. Please use the stairs if she's unsure. - Tom",
    ],
  },
  {
    contact: "John Pruitt",
    staff: "Priya",
    ago: "4h",
    lines: [
      "< Morning! Is the walk-through for my place still on for Friday at 10? I took the day off for it.",
      "<20m Also, do I need to have the fridge empty?",
    ],
  },
  {
    contact: "Anneke Visser",
    staff: "Marcus",
    ago: "3h",
    lines: [
      "< Marcus, the radiator valve for 214 Birch 3B came in. I could fit it today after 2 or tomorrow at 8.",
    ],
  },
  {
    contact: "Maria Lopez",
    staff: "Marcus",
    ago: "2h",
    lines: [
      "< The heater is broken again 😔 It's freezing in the bedroom and my mother is 81.",
      "<7m Can somebody come today please?",
    ],
  },
  {
    contact: "Carla Nunez",
    staff: "Marcus",
    ago: "70m",
    lines: ["< Carla here at Ironside. Walt is out until Monday, for anything urgent ask for Pete."],
  },
];

/** Harborlight's stories, oldest first. */
export const HARBOR_STORIES: readonly PinnedThread[] = [
  {
    contact: "Alma Kessler",
    staff: "Ben",
    ago: "8d",
    lines: [
      "< Ben, we're opening a second bakery on Halsted in spring. Do we need a new policy?",
      ">25m Congratulations, Alma! We add the location to the one you have. I need the square footage and the oven list. - Ben",
      "<1d 2,400 sq ft, two deck ovens. The lease starts March 1.",
      ">2h Perfect, the quote will be with you by Friday. - Ben",
    ],
  },
  {
    contact: "Patrick Dube",
    staff: "Ruth",
    ago: "3h",
    lines: [
      "< Truck 12 slid into a guardrail this morning near Joliet. Driver is fine. Tow company wants an insurance card.",
    ],
  },
  {
    contact: "Ben Abara",
    staff: "Ruth",
    ago: "2h",
    lines: ["< At the dentist until noon, could you take Dube's claim if he writes?"],
  },
];
