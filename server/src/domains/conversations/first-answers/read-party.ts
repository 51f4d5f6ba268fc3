import { MAX_PARTY } from '@passeio/contract/trips/pricing';
import { READ } from './read-day.ts';

/** Who travels, as far as somebody wrote it: adults, and the ages of children; null: not said. */
export interface PartyRead {
  adults: number;
  ages: (number | null)[];
}

export type PartyReading = { rest: string; party?: PartyRead | undefined } | 'unsure';

const count = String.raw`(\d{1,2}|uma?)`;
// "de 5 e 8 anos", "(5, 8 e 10)", "uma de 5 e outra de 8", "tem 5".
const age = String.raw`\d{1,2}(?: anos)?(?! (?:pessoas|adultos|crianca|criancas|casal|amigos|esposa|[/$]|horario|reais|meses))`;
const joint = `(?: ,| e| , e) (?:(?:a |o )?(?:outr[ao]|uma?) )?(?:de |com |tem )?`;
const ages = String.raw`(?:(?: ,| \(| :| -)? (?:uma? )?(?:de|com|tem)| \(| :) (?:idades? )?(?:de )?(${age}(?:${joint}${age}){0,7})(?: \))?`;
const agesInYears = String.raw`(?: ,)? (\d{1,2}(?: anos)?(?:${joint}\d{1,2}(?: anos)?){0,7} anos)`;

const GROUPS = {
  couples: new RegExp(` (?:(?:${count}|o|meu) )?casal(?! de) `),
  coupleOfChildren: new RegExp(` (?:uma? |o |meu )?casal de (?:crianca|criancas)(?:${ages})? `),
  children: new RegExp(
    ` (?:(?:(?:os |as )?(?:meus|minhas|nossos|nossas) )?${count} |(?:os |as )?(?:meus|minhas|nossos|nossas) |(?:o |a )?(?:meu|minha|nosso|nossa) |os |as |o |a )?(criancas?)(?: de colo)?(?:${ages}|${agesInYears})? `,
  ),
  sayAges: new RegExp(` el[ae]s? (?:tem|de) (${age}(?:${joint}${age}){0,7}) `),
  adults: new RegExp(` ${count} (?:adultos|amigos) `),
  relative: / (?:(?:o |a )?(?:meu|minha|nosso|nossa)|uma?) esposa /,
  withMe: new RegExp(String.raw` eu (?:e |, )?(?:mais|\+) ${count}(?: pessoas)? `),
  alone: / (?:so (?:para mim|eu)|eu sozinh[ao]|sozinh[ao]|para mim) /,
  people: new RegExp(
    String.raw` (?:somos (?:em )?|nos |estamos em |vamos em |iremos em |seremos |(?:grupo|familia|turma) de )(\d{1,2})(?: pessoas)? | ${count} pessoas | para (\d{1,2})(?: pessoas)?(?= (?:[,.?!;]|@|para|no|na|em|quanto|tem|e quanto|$)) `,
  ),
};

const number = (text = '') => (/^uma?$/.test(text) ? 1 : Number(text));
const numbersIn = (text = '') => (text.match(/\d+/g) ?? []).map(Number);

/** Reads the party of a text of the patterns' words, each with a blank before and after it. */
export function readParty(text: string): PartyReading {
  let rest = text
    .replace(/ (\d{1,2}) anos e (?:\d{1,2} meses|meio|meia) /g, ' $1 anos ')
    .replace(/ (\d{1,2}) meses /g, (_, months) => ` ${Math.floor(Number(months) / 12)} anos `);
  let adults = 0;
  const totals: number[] = [];
  const children: { count: number | undefined; ages: number[] }[] = [];
  const take = (pattern: RegExp, mark: string, read: (found: RegExpExecArray) => void) => {
    for (let found = pattern.exec(rest); found; found = pattern.exec(rest)) {
      read(found);
      rest = rest.replace(pattern, mark);
    }
  };
  const child = (written: number | undefined, said: string | undefined, isOne = false) => {
    const list = numbersIn(said);
    children.push({ count: written ?? (isOne ? 1 : list.length > 1 ? list.length : undefined), ages: list });
  };
  take(GROUPS.coupleOfChildren, ' =C= ', (found) => child(2, found[1]));
  take(GROUPS.couples, ' =A= ', (found) => {
    adults += 2 * number(found[1] ?? '1');
  });
  take(GROUPS.children, ' =C= ', ([all, written, noun, ...said]) => {
    const isOne = noun === 'crianca' && !/ (?:os|as|meus|minhas) /.test(all);
    child(written ? number(written) : undefined, said.find(Boolean), isOne);
  });
  take(GROUPS.sayAges, ' =C= ', (found) => child(undefined, found[1]));
  take(GROUPS.adults, ' =A= ', (found) => {
    adults += number(found[1]);
  });
  take(GROUPS.withMe, ' =A= ', (found) => {
    adults += 1 + number(found[1]);
  });
  const before = adults;
  take(GROUPS.relative, ' =R= ', () => {
    adults += 1;
  });
  const hasRelatives = adults > before;
  const isWithOthers = / eu(?: e| ,| mais| \+){1,2} =[ACR]= /.test(rest);
  if (hasRelatives && !isWithOthers) return 'unsure';
  if (isWithOthers) adults += 1;
  take(GROUPS.alone, ' =A= ', () => {
    adults += 1;
  });
  take(GROUPS.people, ' =G= ', (found) => {
    totals.push(number(found[1] ?? found[2] ?? found[3]));
  });
  const kids = childrenOf(children);
  if (kids === 'unsure' || new Set(totals).size > 1) return 'unsure';
  const party = kids && together({ adults, ages: kids }, totals[0], rest);
  if (party === 'unsure') return 'unsure';
  // Between groups "+" and "mais" join; elsewhere they would be something else.
  rest = rest.replace(/(=[ACGR]=(?: ,)?) (?:\+|mais)(?= =[ACR]=)/g, '$1').replaceAll(/ =[ACGR]=(?= )/g, READ.trimEnd());
  return { rest, party };
}

// A number of children and, elsewhere, their ages are the same children. Undefined: it is not said how many they are, as
// in "criança paga?"
function childrenOf(groups: { count: number | undefined; ages: number[] }[]): (number | null)[] | undefined | 'unsure' {
  const [first, second] = groups;
  const isSaidTwice = groups.length === 2 && first?.ages.length === 0 && (second?.ages.length ?? 0) > 0;
  if (first && second && isSaidTwice && (second.count === undefined || second.count === first.count)) {
    return childrenOf([{ count: first.count ?? second.ages.length, ages: second.ages }]);
  }
  const kids: (number | null)[] = [];
  for (const { count: children, ages: said } of groups) {
    if (children === undefined) return said.length === 0 ? undefined : 'unsure';
    // "2 crianças de 5 anos" are both of 5.
    if (said.length > 1 && said.length !== children) return 'unsure';
    kids.push(...Array.from({ length: children }, (_, index) => said[said.length === 1 ? 0 : index] ?? null));
  }
  return kids;
}

function together(
  { adults, ages: kids }: PartyRead,
  total: number | undefined,
  rest: string,
): PartyRead | undefined | 'unsure' {
  const people = adults + kids.length;
  if (total === undefined) {
    // Children alone do not travel: their price is asked for.
    if (adults === 0) return undefined;
    return people <= MAX_PARTY ? { adults, ages: kids } : 'unsure';
  }
  if (total < 1 || total > MAX_PARTY) return 'unsure';
  if (adults > 0) return people === total ? { adults, ages: kids } : 'unsure';
  if (kids.length === 0) return { adults: total, ages: [] };
  return kids.length < total && isPartOf(rest) ? { adults: total - kids.length, ages: kids } : 'unsure';
}

// "4 lugares, 2 crianças" and "4 lugares, sendo 2 crianças" are four people; "4 lugares e 2 crianças" may be six.
function isPartOf(rest: string): boolean {
  const places = rest.indexOf('=G=');
  const kids = rest.indexOf('=C=');
  const between = rest
    .slice(Math.min(places, kids) + 3, Math.max(places, kids))
    .trim()
    .split(' ');
  if (between.includes('mais') || between.includes('+')) return false;
  return /^(?:[,(:;.?!-]|sendo|delas|deles|dessas|desses|destas|incluindo)$/.test(between.at(-1) ?? '');
}
