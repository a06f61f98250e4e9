/** Words that are capitalized at the start of a sentence or heading and are not names, beside plurals and those that `isPlain` knows by their ending. */
const PLAIN = new Set(
  (
    "a about above absent accepted account across act actions actual add added additional address after afterwards again agenda ago agreed ahead aim air alarm " +
    "alert alike all allow almost alone along already also although altogether always am amenities amount an and announced another answer any anybody anyhow anyone " +
    "anyway apart applicant applications approval approve approved april are area around arrived arrives as aside ask asked assigned assignee assume at attached " +
    "attendees attorney autumn avoid aware away back background bad balance bank bare based basic bathroom be because become bed bedroom been before began begin " +
    "behalf behind being believe belongs below beside best better between beyond bids big bill bit black blocked blue board boiler bonus book booked both bottom " +
    "box boxes break breakdown brief bring broken brother brought buildings but buy buyer by calendar call called caller came camera can canceled cancelled cannot " +
    "cant card care case cash cats certificate chance change changed charge charged chat cheaper cheapest check checked child children choose city claim clean " +
    "cleaner clear close closed closest code cold color combined come comments common company compare compared comparison complaint complete completed conditions " +
    "confirm confirmed contact context contract contractor convenient copy correct cost could count couple created credit crew critical cross crucial current " +
    "customer cut daily damage data date dated daughter day deadline dear decide decided decision declined default delay delayed delivered depends deposit despite " +
    "detail did different dinner direct discount dismissed dispute do documents does dog doing done dont door double down draft drafted drain draw drive drop dry " +
    "dryer due each earlier earliest early easiest east eight either electric electrician elevator eleven else email emergency employee empty end ended enough " +
    "entry equal error estimate estimated even event ever every everybody everyone exact example except exit expect expected expense expires express exterminator " +
    "extra eyes face fact failed failure fair false far fast father faucet fee few fewer field fifteen fifth fifty figure file filed filter final find fine fire " +
    "first fits five fix fixed flat floor follow followed food foot for force form formal former forty found four fourth free fresh fridge friend from front full " +
    "furnace further furthermore future garage gas gate general get girl give given glad go goal goes going gone good got grand grass gray great green ground group " +
    "guest had half hallway hand happens happy hard has have he heads hear heard heat heater heavy height held hello help hence her here hey hi high higher him his " +
    "history holiday home hope hot hour house household how however huge human hundred hurry husband i ice id idea identical if ill im important in inch incident " +
    "included includes indeed info initial inquiry inside instead insurance interest internal into invoice is isnt issue it items its itself ive job join just keep " +
    "kept key kid kind kitchen knew know known landlady landlord language large largest last late later latest laundry law lawyer lead leak lease least leave led " +
    "left legal length less let letter level license lightbulb lights limit line link linked list listed little load lobby local lock locksmith log long longer " +
    "look looked lost lot loud low lower lunch machine made mail mailbox main maintenance make man manager many map march mark marked mass master match matter " +
    "maximum maybe me mean meanwhile measure measured medium meet meetings member memo men mentioned mentions menu message method midday middle might mild mind " +
    "mine minimum minor minute miss missed mixed mode model modern money month more most mother move moved movein moveout movers much must my name narrow near " +
    "nearby nearest neat need needed neighbor neighbour neither net never new next nice night nine no nobody noise none noon nor normal north not note noted notice " +
    "now nowhere number o object occupied odd odder oddly of off offer offered office often oil ok okay old older oldest on once one online only open opened " +
    "operator opposite options or orange order ordered organizer original other otherwise our out outages outcome outdoor outlet outside oven over overall overdue " +
    "owed owes owing own owner page paid paint painter panel paper parcel parent part partial party passed password past pattern pay payments pen people per " +
    "percent perfect perhaps period permission permit person personal pet phone photo pick picked picture piece pipe place plan planned plants plate please plenty " +
    "plumber plus point policy pool poor posted preferred prefers prepared present press pressed pressure pretty price printed prior priority private problem " +
    "process project promise promised proof properties property proposed prorated provided public pulled purchase purpose put quarter questions quick quiet quieter " +
    "quite quote quoted radiator rain raised ran range rate rather raw reached read ready real reason recap receipt received recent recommended record recorded red " +
    "reduced reference refund refused register regular rejected related release relevant rely remember reminder remote removed renewal renewed rent renter repair " +
    "repeat replaced replied replies reply reported reporter reports request requested required requires residence resident resolved rest result return returned " +
    "review revised right ring risk road roof room roommate rough route routine row rubbish rule run safe safety said sale salt same sample saved saw say scale " +
    "schedule scheduled scope score screen search season seasonal seat second secure security see seems seen self seller sender sense sent separate series service " +
    "set seven seventh several shall shared she sheet shop short should show showed shower showings shown shut sick side sign signed silence similar simple since " +
    "single sink sister six sixth size skipped sky slow small smell smoke smooth snow so social soft sold solid solved some somebody someone sometimes son soon " +
    "sorry sort sound source south space spare special spent split spoke spot spouse square staff stage stain stair stairway stamp standard start started state " +
    "statements status stay steady steps still stop stopped storage store stored story stove strange street strong stuck style subject submitted such sudden " +
    "suggested sum summary summer sun supplier support supposed sure surface survey switch table take taken tank tap task tax taxes team technician tell temporary " +
    "ten tenant tenth term test text texted than thank that the their them then there therefore thermostat these they theyre thick thin thing think third thirty " +
    "this thorough those though thousand thread three through throughout throw thus ticket tile till time timeline tired title to today together toilet told toll " +
    "tomorrow tone tonight too took tool top topic total touch tour town track trade traffic transfer trash tree trial trip trouble truck true trust try turned " +
    "twelve twenty twice two type ugly unchanged unclear undecided under underneath understood unit unknown unlike unpaid unread unresolved unsigned until unusual " +
    "up update updated upon upper upset upstairs urgent us use used using usual utilities utility vacancy vacant valid value valve van vendor verified version very " +
    "via view visit visitor voice voicemail void volume vote wage wait walkthrough wall want wanted warm warranty was wash washer wasnt waste watch water way we " +
    "weak wear weather website week weekdays weekend welcome well went were west wet what whatever wheel when whenever where whereas wherever whether which " +
    "whichever while white who whoever whole whom whose why wide wider wife will wind window winter wire wise wish with within without woman women wont wood word " +
    "work worked worry worse worst worth would wrap write written wrong wrote yard yeah year yellow yes yesterday yet you young your youre zero zone"
  ).split(" "),
);

/** Names of the product and its integrations, which an answer may always mention. */
const KNOWN = new Set(
  "christmas day thanksgiving easter halloween hanukkah ramadan juneteenth eve steward google gmail calendar drive docs doc sheets sheet clickup jira slack github quo pdf word excel powerpoint inbox settings connections english spanish american states markdown csv mr mrs ms dr inc llc st ave rd".split(
    " ",
  ),
);

/** Whether a normalized word at the start of a sentence may be ordinary; elsewhere only names are capitalized. */
export function isPlain(word: string): boolean {
  return (
    PLAIN.has(word) ||
    (word.length > 3 && word.endsWith("s") && PLAIN.has(word.slice(0, -1))) ||
    (word.length > 5 && /(?:ly|ing|tion|ment|ness|able|ible|ful|less|ward|ous|ive)$/.test(word))
  );
}

/** Whether a normalized word names the product or an integration. */
export function isKnown(word: string): boolean {
  return KNOWN.has(word);
}
