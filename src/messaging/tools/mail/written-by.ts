/** `Maria Lopez <maria@example.com>`, or the address alone. */
export function writtenBy({ name, address }: { readonly name: string; readonly address: string }): string {
  return name === "" ? address : `${name} <${address}>`;
}
