// An address, a CPF, a telephone, the code of a Pix, a token.
const PERSONAL = [
  /[\w+-]@[\w-]+\.[a-z]/i,
  /(?<![\w.-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w.-])/,
  /\+55\d{8,}|(?<!\d)9\d{4}-\d{4}(?!\d)/,
  /br\.gov\.bcb/i,
  /\beyJ[\w-]{10,}/,
];

// Ids, ours and a card provider's, which have digits in the same groups.
const IDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|"reference":"\d+"/g;

/** Whether a line of a log has what looks like data of people, or like a token. */
export function looksPersonal(line: string): boolean {
  const rest = line.replaceAll(IDS, '');
  return PERSONAL.some((pattern) => pattern.test(rest));
}

/** The lines of `output`, of a server's process, that are of its log and look personal. */
export function personalLinesOf(output: string): string[] {
  return output.split('\n').filter((line) => line.startsWith('{') && looksPersonal(line));
}
