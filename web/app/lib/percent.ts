/** Hundredths of a percent as they are typed: "5,25"; nothing of null. */
export const percentText = (hundredths: number | null): string =>
  hundredths === null ? '' : (hundredths / 100).toLocaleString('pt-BR', { maximumFractionDigits: 2 });

/** Hundredths of a percent that was typed; null of nothing, and no number of what is none. */
export function hundredthsOf(typed: string): number | null {
  const text = typed.trim().replace(/\s*%$/, '').replace(',', '.');
  if (text === '') return null;
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
}
