/**
 * Urgent situations in plain words, English and Spanish: danger, water, heat, power and access. The fallback
 * for when the classifier does not answer in time. Matched against lowercase text without accents,
 * apostrophes or punctuation; common phone typos are included.
 */

/** An urgent situation: its name for people, and its patterns. */
interface UrgentPattern {
  readonly why: string;
  readonly sounds: RegExp;
}

const WATER = "(?:wa?te?r|agua)";
const OFF =
  "(?:out|off|dead|died|down|broken?|not working|isnt working|stopped working|ice cold|wont (?:turn|come|start) on)";
const NONE =
  "(?:no|not any|without(?: any)?|dont have(?: any)?|havent had(?: any)?|sin|no hay|no tengo|no tenemos)";

const any = (...sounds: readonly string[]): RegExp => new RegExp(`\\b(?:${sounds.join("|")})`);

export const URGENT_PATTERNS: readonly UrgentPattern[] = [
  {
    why: "gas, smoke or fire",
    sounds: any(
      "gas (?:leak|smell|odor)",
      "(?:stinks?|reeks?|odor|fumes?)(?: \\w+){0,2} gas\\b",
      "(?:natural|strong) gas\\b(?! (?:bill|company|account))",
      "gas fumes",
      "smell\\w*(?: \\w+){0,3} gas\\b",
      "hissing(?: \\w+){0,3} gas\\b",
      "rotten eggs?\\b",
      "(?:huele|olor) a (?:gas|humo|quemado)",
      "olor (?:raro|fuerte)",
      "humo\\b",
      "(?:fuego|incendio)\\b",
      "(?<!allergic to )smoke\\b(?! (?:detectors?|alarms?|free|breaks?))",
      "(?:box|breaker|panel|outlet|dryer|stove|oven|plug|wire|heater|thermostat)(?: (?:is|was|started|keeps))+ smok",
      "(?<!you guys are on |you are on |youre on |you all are on )fire\\b(?! (?:extinguisher|place|escape|exit|drill|pit|door|code|marshal|inspection|sprinkler|safety|alarm (?:test|inspection)))",
      "smell\\w*(?: \\w+){0,2} burning",
      "burning(?: \\w+)? smell",
      "(?:stove|burner|oven)(?: \\w+){0,2} (?:wont|cant|doesnt|does not) (?:turn|shut) off",
      "cant turn(?: \\w+){0,3} off\\b",
    ),
  },
  {
    why: "carbon monoxide",
    sounds: any(
      "carbon monoxide(?! (?:detectors? |alarms? )?(?:inspection|batter|test))",
      "monoxido",
      "co2? (?:alarm|detector)(?! (?:inspection|batter|test))",
    ),
  },
  {
    why: "electrical danger",
    sounds: any(
      "spark(?:s|ing|ed)?\\b",
      "chispa",
      "(?:loud|big) (?:pop|bang|boom)\\b",
      "lights?(?: \\w+){0,2} flickering",
      "wires? off\\b|ripped(?: \\w+){0,2} wires?",
      "(?:shocked me|got (?:a )?shocked?|electrocut)",
      "(?:wires?|cables?)(?: \\w+){0,5} (?:live|exposed|hanging|down)\\b",
      "power line\\b",
      "(?:electrical|breaker) (?:panel|box)(?: \\w+){0,2} (?:hot|buzz)",
    ),
  },
  {
    why: "water where it shouldn’t be",
    sounds: any(
      `${WATER}(?: \\w+){0,4} (?:everywhere|all over|pour|gush|spray|rush|flow|todas partes)`,
      `${WATER} (?:is |was |keeps |just |started |esta )*(?:com(?:e|es|ing)|drip\\w*|leak\\w*|run\\w*|saliendo|cayendo)(?: \\w+)? (?:in|through|thru|from|out of|up|down|del?)\\b`,
      `(?:foot|feet|inch|inches|inche?s?|lots?|pool) of ${WATER}`,
      `under ${WATER}|underwater`,
      `sale agua|cae agua|goteando (?:agua )?del techo`,
      "(?:pouring|dripping|leak(?:s|ing)?|running|coming)(?: \\w+){0,3} (?:ceiling|celling|roof|walls?|light|lights|bedroom|unit above|from above)\\b",
      "(?:ceiling|roof|upstairs)(?: \\w+){0,4} (?:leaking|dripping|pouring)",
      "(?:pipe|hose|tuberia|tubo|valve)(?: \\w+){0,5} (?:burst|busted|broke|came off|exploded)\\b",
      "(?:burst|busted|broken) (?:\\w+ )?(?:pipe|hose)",
      "(?:se )?(?:rompio|revento)(?: \\w+){0,2} (?:tuberia|tubo)",
      "flo+d(?:ing|s)?\\b(?! (?:insurance|zone|map|damage|plain))",
      "(?:is|are|got|getting|was|been) flooded\\b",
      "inunda",
      "overflow",
      "sew(?:age|er)\\b",
      "aguas negras",
      "(?:poop|feces|raw sewage)\\b",
      "raining (?:inside|in my|in the|indoors)",
      "gush|spraying|steam is",
      "pipes? (?:froze|frozen|burst|busted|is broken|are frozen)",
      "(?:something|tank|ceiling|roof|pipe|toilet|boiler|heater|washer|dishwasher|radiator|fridge|ac|it|its) (?:is |s |are )*leaking\\b(?! (?:a (?:bit|little)|slightly|slowly))",
      "wont stop (?:running|leaking|flushing|flowing|pouring)",
      "(?:tirando|botando|chorreando|goteando|brotando) agua|fuga de agua",
      "bulging\\b",
      "soaked\\b",
    ),
  },
  {
    why: "no heat",
    sounds: any(
      `${NONE} (?:\\w+ )?(?:heat|heating|heater|calefaccion)\\b`,
      `(?:heat|heater|heaters|heating|furnace|boiler|radiators?|caldera|calefaccion)(?: (?:is|are|isnt|arent|has|have|just|went|been|s|completely|still|all))* ${OFF}`,
      "[1-5]?\\d degrees",
      "freezing\\b",
      "see (?:my|our) breath",
      "below (?:zero|freezing)",
      "(?:heat|heater|heating|furnace|boiler|radiators?)(?: \\w+){0,2} (?:hasnt|havent|has not|doesnt|does not|isnt|is not|not|never) (?:been )?(?:work|come|came|turn|kick)",
      "thermostat(?: \\w+){0,2} [345]\\d\\b",
      "calefaccion(?: \\w+){0,1} no\\b|no (?:funciona|sirve|prende)(?: \\w+){0,2} (?:calefaccion|calentador)",
      "shivering|(?:no|sin) hot\\b",
      "helando",
    ),
  },
  {
    why: "no water",
    sounds: any(
      `${NONE} (?:\\w+ )?(?:hot |running )?(?:water|agua)\\b`,
      "(?:faucets?|taps?)(?: \\w+){0,2} dry\\b",
      "nothing comes out",
      "no (?:entra|sale|llega)(?: \\w+)? agua",
      "water(?: (?:is|has|just|was|got|been|s))* (?:shut|cut|turned) off(?! (?:at|on|for|tomorrow|again on))",
    ),
  },
  {
    why: "no power",
    sounds: any(
      `${NONE} (?:power|electricity|electric|luz|electricidad)\\b`,
      "(?:power|powers|electricity)(?: (?:is|has|just|went|been|s))* (?:out|off|down)\\b",
      "blackout",
      "se fue la luz",
    ),
  },
  {
    why: "locked out or stuck",
    sounds: any(
      "lock(?:ed)?(?: (?:myself|my self|ourselves|us|me))? out\\b",
      "locked in(?:side)? (?:the|my|a) (?!meeting)",
      "(?:cant|cannot|can not|unable to|couldnt) get (?:in|inside|out)\\b",
      "(?:stuck|trapped)(?: \\w+){0,2} in(?:side)?\\b",
      "trapped\\b",
      "keys?(?: (?:are|were|is|still|locked))* (?:inside|on the (?:table|counter)|in the (?:car|apartment|apt|house|unit))\\b",
      "(?:left|forgot) my keys?\\b",
      "(?:door|gate|entry|fob|lock|key)(?: \\w+){0,2} (?:wont|doesnt|does not|isnt|not) (?:unlock|open|work|turn)",
      "doors? wont open|elevator(?: \\w+){0,1} dropped",
      "standing outside|cant leave",
      "olvide(?: mis| las)? llaves|llaves adentro",
      "elevator(?: \\w+){0,2} (?:stopped|stuck)(?: \\w+){0,4} (?:us|me|people|in it|inside)\\b",
      "(?:door|gate)(?: \\w+){0,3} wont open",
      "(?:puerta) no abre",
      "sin llaves",
      "no (?:puedo|podemos) (?:entrar|salir)",
      "(?:atrapad|encerrad)[oa]s?\\b",
      "(?:key|lock)(?: \\w+){0,2} (?:jammed|snapped|broke off|broke in)",
    ),
  },
  {
    why: "a break-in or a threat",
    sounds: any(
      "(?:broke|broken) in(?:to)?\\b",
      "break ?ins?\\b",
      "kick(?:ed|ing) in\\b",
      "(?:trying|tried) to (?:get|break|force)(?: \\w+)? in",
      "(?:burglar|intruder|robbed|stabb|shooting|gunshot|assault|ladron|robaron|entraron a robar)",
      "(?:knife|gun|weapon|pistola|cuchillo)\\b",
      "(?:bang|pound)ing on my (?:door|window)",
      "stranger\\b",
      "police\\b(?! (?:report|department))",
      "policia\\b",
      "(?:fighting|screaming|threaten|attack(?:ed|ing)|stalk|following me|breaking things)",
      "(?:bang|pound)(?:ing|ed)? (?:at|on) (?:the|my|our) (?:lobby |front |back )?(?:door|window)",
      "(?:things|stuff|everything) (?:is|are|was|were) (?:missing|gone|stolen)|got robbed|stole my",
      "(?:window|door)(?: (?:got|was|is|has|been|just))* (?:smashed|shattered|wide open|kicked)",
    ),
  },
  {
    why: "someone is hurt",
    sounds: any(
      "(?:ambulance|ambulancia|paramedics?|911|unconscious|desmay)",
      "(?:cant|cannot|not) breath(?:e|ing)",
      "(?:isnt|not|wont) (?:moving|responding|wake)",
      "bleeding|sangr(?:e|ando)\\b",
      "passed out|unresponsive|cant wake|wont wake|fainted|not conscious",
      "no (?:puede )?respira",
      "slipped(?: \\w+){0,6} (?:head|hurt|bleed|move|back|get up)",
      "(?:hit|fell on|burned|cut) (?:my|her|his|our) (?!thumb)(?:\\w+ )?(?:head|hand|face|arm|leg|daughter|son|kid|mom|dad|mother|father|baby|wife|husband)",
      "(?:got|is|was|am|are|badly|someone|somebody) (?:hurt|injured)\\b",
      "fell(?: \\w+){0,4} (?:stairs|get up)",
      "(?:heart attack|seizure|overdose|chest pain|stroke)\\b",
      "(?:he|she|they|who|mrs|mr)(?: \\w+){0,4} collapsed",
      "se cayo\\b",
      "dizzy\\b",
    ),
  },
  {
    why: "something is coming down",
    sounds: any(
      "(?:ceiling|roof|balcony|wall|floor|stairs)(?: \\w+){0,5} (?:collaps|fell|falling|fallen|cav(?:ed|ing))",
      "techo(?: \\w+){0,2} (?:cayendo|cayo)",
      "tree(?: \\w+){0,2} fell",
    ),
  },
  {
    why: "an emergency",
    sounds: any(
      "emergency\\b(?! (?:contact|exit|number|kit|fund|form|light|procedure|plan))",
      "emergencia\\b",
      "sos\\b",
    ),
  },
];
