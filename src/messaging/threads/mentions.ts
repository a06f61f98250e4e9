/** Finds the members mentioned in a note. Pure. */

/** A member who can be mentioned. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Members whose full name, or unique first name, follows an at sign; each once, in the team's order. */
export function mentionsIn<Member extends Named>(words: string, members: readonly Member[]): Member[] {
  const firstOf = ({ name }: Named): string => name.split(" ")[0] ?? name;
  const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const isNamed = (name: string): boolean => {
    // "@Ann Lee Smith" does not mention Ann Lee.
    const longer = members
      .filter((one) => one.name.toLowerCase().startsWith(`${name.toLowerCase()} `))
      .map((one) => String.raw`(?!${escaped(one.name.slice(name.length))}(?![\p{L}\p{M}\p{N}]))`)
      .join("");
    return new RegExp(
      String.raw`(?<![\p{L}\p{M}\p{N}@.])@${escaped(name)}(?![\p{L}\p{M}\p{N}])${longer}`,
      "iu",
    ).test(words);
  };
  return members.filter((member) => {
    if (isNamed(member.name)) return true;
    const first = firstOf(member);
    const others = members.filter((one) => one.id !== member.id);
    const isOnly = !others.some((one) => firstOf(one).toLowerCase() === first.toLowerCase());
    // "@Marcus Webb" does not mention another Marcus.
    return isOnly && isNamed(first) && !others.some((one) => isNamed(one.name) && one.name.startsWith(first));
  });
}
