/** Whom a note names. Pure. */

/** A member as a note may name them. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** The members whose whole name, or whose first name where no one else has it, stands behind an at sign; each once, in the team's order. */
export function mentionsIn<Member extends Named>(words: string, members: readonly Member[]): Member[] {
  const firstOf = ({ name }: Named): string => name.split(" ")[0] ?? name;
  const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const isNamed = (name: string): boolean => {
    // "@Ann Lee Smith" is no Ann Lee.
    const longer = members
      .filter((one) => one.name.toLowerCase().startsWith(`${name.toLowerCase()} `))
      .map((one) => String.raw`(?!${escaped(one.name.slice(name.length))}(?![\p{L}\p{N}]))`)
      .join("");
    return new RegExp(String.raw`(?<![\p{L}\p{N}@.])@${escaped(name)}(?![\p{L}\p{N}])${longer}`, "iu").test(
      words,
    );
  };
  return members.filter((member) => {
    if (isNamed(member.name)) return true;
    const first = firstOf(member);
    const others = members.filter((one) => one.id !== member.id);
    const isOnly = !others.some((one) => firstOf(one).toLowerCase() === first.toLowerCase());
    // "@Marcus Webb" is no other Marcus.
    return isOnly && isNamed(first) && !others.some((one) => isNamed(one.name) && one.name.startsWith(first));
  });
}
