/** Everything that needs no tool, and the honest answer where a script ends. */
import { beyondScript, STAND_IN, type Situation, type Step } from "./reply.ts";
import { say } from "./toolbox.ts";

/** Thanks and the like: no action. */
export function thanks(): Step {
  return { plan: "Nothing to do here but be polite.", blocks: [say("You're welcome.")] };
}

/** A greeting. */
export function hello({ moment }: Situation): Step {
  const name = moment.speaker === null ? "" : `, ${moment.speaker}`;
  return {
    plan: "A greeting, no task yet.",
    blocks: [say(`Hello${name}. Tell me whom to text and what, or ask what somebody wrote.`)],
  };
}

/** What can be asked, told from the tools that are really there. */
export function help({ toolbox }: Situation): Step {
  const lines = [
    toolbox.send === null
      ? null
      : "- “Text Maria Lopez that the plumber comes at 2” (I draft, a person approves)",
    toolbox.send === null ? null : "- “Draft a reply to John Pruitt”",
    toolbox.contacts === null ? null : "- “Who is Walt Ironside?”",
    toolbox.messages === null ? null : "- “What did Maria Lopez say about the heater?”",
    toolbox.schedule === null ? null : "- “Remind me Friday at 9am to call the roofer”, “what is scheduled?”",
    toolbox.note === null ? null : "- “Remember that the roof hatch key is with Tom”",
    toolbox.findInFiles === null ? null : "- “What do you know about the boiler at Cedar Hollow?”",
    toolbox.compute === null ? null : "- “What is 17.5% of 2,340?”",
    toolbox.addContact === null ? null : "- “Save +1 412 555 0188 as Nora Quist”",
  ].filter((line) => line !== null);
  const can =
    lines.length === 0 ? "I was given no tools that I know how to use." : `You can say:\n${lines.join("\n")}`;
  return {
    plan: "I tell what my tools allow.",
    blocks: [say(`${STAND_IN}: I follow fixed patterns. ${can}`)],
  };
}

/** The morning cannot be summed up with tools that read one person at a time. */
export function morning({ toolbox }: Situation): Step {
  const can =
    toolbox.messages === null
      ? ""
      : " I can read the texts with one person: “recent texts with Maria Lopez”.";
  const text = `I have no tool here that lists everything that came in, so I cannot sum up your morning honestly.${can} ${beyondScript("read through the people you name and sum them up")}`;
  return { plan: "No tool lists a whole inbox, and I will not pretend.", blocks: [say(text)] };
}

/** Beyond the patterns. */
export function unclear({ task }: Situation): Step {
  const words = task.words.length > 80 ? `${task.words.slice(0, 80)}…` : task.words;
  const text = `${beyondScript(`work on “${words}”`)} What I know how to do: text somebody, draft a reply, say who somebody is, and quote what they wrote. Ask “what can you do?” for examples.`;
  return { plan: "None of my patterns fits, so I say so.", blocks: [say(text)] };
}
