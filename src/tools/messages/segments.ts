/** How many messages a text is sent and charged as (3GPP TS 23.038 and 23.040). */

const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const EXTENDED = "^{}\\[~]|€\f";

/**
 * Segments of a text: 160 characters of the basic alphabet or 70 of any other in one, 153 or 67 in each of
 * several.
 */
export function segmentsOf(text: string): number {
  let septets = 0;
  for (const char of text) {
    if (BASIC.includes(char)) septets += 1;
    else if (EXTENDED.includes(char)) septets += 2;
    else return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  }
  return septets <= 160 ? 1 : Math.ceil(septets / 153);
}
