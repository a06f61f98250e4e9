/** How many parts the networks split a text message into (GSM 03.38: 160, or 153 each when joined; UCS-2: 70, or 67 each). Pure. */

const GSM_BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const GSM_EXTENDED = "^{}\\[~]|€\f";

/** Length of a text. */
export interface SmsSize {
  readonly characters: number;
  readonly segments: number;
}

/** Its characters, and the messages it is sent and charged as. */
export function smsSize(text: string): SmsSize {
  const characters = Array.from(text).length;
  if (characters === 0) return { characters: 0, segments: 0 };
  let septets = 0;
  for (const character of text) {
    if (GSM_BASIC.includes(character)) septets += 1;
    else if (GSM_EXTENDED.includes(character)) septets += 2;
    else return { characters, segments: text.length <= 70 ? 1 : Math.ceil(text.length / 67) };
  }
  return { characters, segments: septets <= 160 ? 1 : Math.ceil(septets / 153) };
}
