/**
 * Text with the wide digits, letters and marks that keyboards of East Asia have (`１２：３０`) as the ordinary ones. Nothing
 * else changes: a raised `²` is no 2.
 */
export function narrow(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll("\u3000", " ");
}
