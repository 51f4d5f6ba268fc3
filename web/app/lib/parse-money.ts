/** Centavos as an input shows them: "1.234,50". */
export function formatMoneyInput(cents: number): string {
  return new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);
}

/**
 * Parses an amount into centavos: "289", "289,5", "1.234,50", "R$ 1234.50". Null if empty, undefined if it is not an
 * amount.
 */
export function parseMoney(typed: string): number | null | undefined {
  const text = typed.replace(/^\s*R\$/i, '').replace(/\s/g, '');
  if (text === '') return null;
  // A point before exactly two final digits is a decimal point; other points separate thousands.
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:[,](\d{0,2})|\.(\d{2}))?$/.exec(text);
  if (!match?.[1]) return undefined;
  const centavos = (match[2] ?? match[3] ?? '').padEnd(2, '0');
  const cents = Number(match[1].replaceAll('.', '') + centavos);
  return Number.isSafeInteger(cents) ? cents : undefined;
}
