const small = (
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete ' +
  'dezoito dezenove'
).split(' ');
const tens = '. . vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const hundreds = '. cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
  ' ',
);

/** Centavos in words, as in "mil duzentos e trinta reais e cinco centavos", below a thousand million reais. */
export function amountInWords(cents: number): string {
  const [reais, rest] = [Math.floor(cents / 100), cents % 100];
  // "Um milhão de reais", but "um milhão e um reais".
  const isRound = reais > 0 && reais % 1_000_000 === 0;
  const parts = [
    reais > 0 && `${cardinal(reais)} ${isRound ? 'de ' : ''}${reais === 1 ? 'real' : 'reais'}`,
    rest > 0 && `${cardinal(rest)} ${rest === 1 ? 'centavo' : 'centavos'}`,
  ].filter(Boolean);
  return parts.join(' e ') || 'zero real';
}

function cardinal(number: number): string {
  if (number < 20) return small[number] ?? '';
  if (number < 100) return joined(tens[Math.floor(number / 10)] ?? '', number % 10);
  if (number === 100) return 'cem';
  if (number < 1_000) return joined(hundreds[Math.floor(number / 100)] ?? '', number % 100);
  if (number < 1_000_000) {
    const thousands = Math.floor(number / 1_000);
    return joined(thousands === 1 ? 'mil' : `${cardinal(thousands)} mil`, number % 1_000);
  }
  const millions = Math.floor(number / 1_000_000);
  return joined(`${cardinal(millions)} ${millions === 1 ? 'milhão' : 'milhões'}`, number % 1_000_000);
}

/** "E" stands before the last group: below a hundred, of whole hundreds, or of whole thousands. */
function joined(first: string, rest: number): string {
  if (rest === 0) return first;
  const isLast = rest <= 100 || (rest < 1_000 && rest % 100 === 0) || (rest >= 1_000 && rest % 1_000 === 0);
  return `${first}${isLast ? ' e' : ''} ${cardinal(rest)}`;
}
