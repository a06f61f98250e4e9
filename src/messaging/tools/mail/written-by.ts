/** `Maria Lopez <maria@example.com>`, or just the address. */
export function writtenBy({ name, address }: { readonly name: string; readonly address: string }): string {
  return name === "" ? address : `${name} <${address}>`;
}
