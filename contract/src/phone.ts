import { isValidLandlinePhone } from '@brazilian-utils/brazilian-utils/is-valid-landline-phone';
import { isValidMobilePhone } from '@brazilian-utils/brazilian-utils/is-valid-mobile-phone';
import { isValidServicePhone } from '@brazilian-utils/brazilian-utils/is-valid-service-phone';

// How many digits follow the codes of countries: the plans of numbers at the ITU, which libphonenumber collects.
const PLANS: Record<string, string> = {
  '4-10': '98',
  '4-13': '43 598',
  '4-15': '49',
  '5-10': '27 64 247 290 352 500 676 677 678 682 683 685 688 690',
  '5-12': '31 61 358 852 971',
  '5-14': '82',
  '6-9': '40 298 299 355 376 421 508 597 672 681 687 689',
  '6-12': '39 46 48 53 95 252 359 375 381 595 880',
  '7-9':
    '220 231 238 239 241 245 246 248 265 269 291 297 354 385 423 592 599 670 673 674 675 680 691 692 853 961 965 967 968 975',
  '7-12': '44 84 86 230 243 254 263 267 353 372 501 503 507 679 882 883 886 960 972 974',
  '7-15': '62 90',
  '8-9':
    '32 36 45 47 51 213 216 222 223 224 226 227 228 232 233 235 236 237 250 253 257 258 264 266 268 350 356 357 370 371 373 374 377 382 386 387 389 505 509 591 686 800 808 962 963 973 993',
  '8-12': '20 54 57 60 65 66 91 92 378 383 502 504 506 593 850 855 856 964 970 976 977',
  '8-13': '63 81',
  '9-9': '33 34 93 94 211 212 218 221 240 242 244 249 251 255 256 260 261 262 351 590 594 596 979 992 994 995 998',
  '9-12': '30 41 56 380 420 870 881 966 996',
  '10-10': '1 58 225 229',
  '10-14': '7 52 234 878 888',
};

const lengths = new Map(
  Object.entries(PLANS).flatMap(([range, codes]) => {
    const [least = 0, most = 0] = range.split('-').map(Number);
    return codes.split(' ').map((code) => [code, { least, most }] as const);
  }),
);

// Countries whose numbers begin with a zero; elsewhere it is dialled inside the country only.
const ZERO_IS_OF_NUMBER = new Set(['39', '225', '229', '241', '242', '378']);

// Text before and after a number says whose it is; between its digits, as before an extension, it would join two.
const WRITTEN = /^[^\d+]*(\+?)([\d\s()./\p{Pd}−·]*)[^\d+]*$/u;

// "98811-2001 (35)", which as digits alone is a number of the area 98.
const AREA_BEHIND = /^((?:[^\d+]*\d){8,9}[^\d+]*)\(0?(\d\d)\)\s*$/;

/** Without marks of direction, invisible characters and full-width digits, as messengers and contact lists copy them. */
function cleanPhone(written: string): string {
  return written
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/0\s*(?:xx|\*\*)/i, '0')
    .replace(AREA_BEHIND, '$2 $1');
}

/** Whether the country's code is written. */
export function isInternational(written: string): boolean {
  return /^[^\d+]*(?:\+|00)/.test(cleanPhone(written));
}

/**
 * A telephone in E.164, however it is written; undefined if there is no such number. A plus or two zeros say that a
 * country's code follows; everything else is Brazilian. `areaCode` is of Brazilian numbers without one.
 */
export function readPhone(written: string, areaCode = ''): string | undefined {
  const [, plus, body = ''] = WRITTEN.exec(cleanPhone(written)) ?? [];
  const digits = body.replace(/\D/g, '');
  if (plus) return readInternational(digits);
  if (digits.startsWith('00')) return readInternational(digits.slice(2));
  const abroad = /^55\d{10,11}$/.test(digits) && readBrazilian(digits.slice(2));
  return abroad || readBrazilian(/^[2-9]\d{7,8}$/.test(digits) ? `${areaCode}${digits}` : digits);
}

function readInternational(digits: string): string | undefined {
  if (digits.startsWith('55')) return readBrazilian(digits.slice(2));
  const code = callingCode(digits);
  const { least, most } = lengths.get(code) ?? { least: 1, most: 0 };
  const rest = digits.slice(code.length);
  const number = ZERO_IS_OF_NUMBER.has(code) ? rest : rest.replace(/^0+/, '');
  const isPossible = number.length >= least && number.length <= most;
  const e164 = `+${code}${number}`;
  return isPossible && /^\+\d{8,15}$/.test(e164) ? e164 : undefined;
}

/** A number inside Brazil, also with the zero and the carrier of long distance, or without a mobile's ninth digit. */
function readBrazilian(digits: string): string | undefined {
  const number = digits.replace(digits.length > 12 ? /^0\d\d/ : /^0/, '').replace(/^(\d\d)([6-9]\d{7})$/, '$19$2');
  const isValid =
    isValidMobilePhone(number, { version: 2 }) ||
    isValidLandlinePhone(number) ||
    (number.length === 10 && isValidServicePhone(`0${number}`));
  return isValid ? `+55${number}` : undefined;
}

function callingCode(digits: string): string {
  return [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => code === '55' || lengths.has(code)) ?? '';
}

/** E.164 as "(35) 98811-2001", that of another country as "+351 912 345 678"; empty if it is empty. */
export function formatPhone(e164: string): string {
  const number = e164.replace(/^\+55(?=\d{10,11}$)/, '');
  if (isValidServicePhone(`0${number}`)) return `0${fill('### ### ####', number)}`;
  return number && fill(phonePattern(number), number);
}

/** How the digits of a telephone are grouped, also of one that is being typed: as "(##) #####-####". */
export function phonePattern(written: string): string {
  const digits = written.replace(/\D/g, '');
  if (!written.startsWith('+')) return nationalPattern(digits.length);
  const code = callingCode(digits);
  const rest = digits.length - code.length;
  if (!code || rest === 0) return `+${'#'.repeat(digits.length)}`;
  return `+${'#'.repeat(code.length)} ${code === '55' ? nationalPattern(rest) : groupsOf(rest)}`;
}

function nationalPattern(count: number): string {
  if (count > 11) return '#'.repeat(count);
  return count > 10 ? '(##) #####-####' : '(##) ####-####';
}

/** Groups of three, at the end of four where that leaves no shorter one. */
function groupsOf(count: number): string {
  const fours = count % 3;
  const threes = (count - 4 * fours) / 3;
  if (threes < 0) return '#'.repeat(count);
  return [...Array<string>(threes).fill('###'), ...Array<string>(fours).fill('####')].join(' ');
}

function fill(pattern: string, number: string): string {
  const digits = number.replace(/\D/g, '').split('').values();
  return pattern.replace(/#/g, () => digits.next().value ?? '');
}
