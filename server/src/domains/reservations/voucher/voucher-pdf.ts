import { accentProperties } from '@passeio/contract/operator/accent';
import type { Voucher, VoucherPerson } from '@passeio/contract/reservations/voucher';
import {
  BOARDING_TO_BE_AGREED,
  type BoardingGroup,
  boardingGroups,
  dueText,
  placeText,
} from '@passeio/contract/reservations/voucher-texts';
import { capitalised, countsText } from '@passeio/contract/words';
import type { Content, createPdf } from 'pdfmake';
import { drawnInThread, loadPdfmake } from '../../../platform/pdf/pdf.ts';

const WIDTH = 595.28;
const MARGIN = { side: 40, top: 36, bottom: 84 };
const LOGO_BOX = { width: 170, height: 46 };
const QR_SIDE = 148;
const INK = '#14202a';
const QUIET = '#55636d';
const RULE = '#dfe5e8';
/**
 * Tried in turn until everything fits on the page: the size of the type, and how many things to bring are printed.
 * People, boarding points and extras always are.
 */
const ATTEMPTS: readonly Fit[] = [
  ...[1.15, 1, 0.9, 0.8, 0.7, 0.6].map((scale) => ({ scale, bring: Infinity })),
  { scale: 0.6, bring: 16 },
  ...[0.5, 0.4, 0.3].map((scale) => ({ scale, bring: 6 })),
];
/** From this size down boarding points take as few lines as they can. */
const COMPACT = 0.7;
/** A list of more people takes two columns. */
const LONG_LIST = 16;
/** What is read at arm's length gets no smaller than this. */
const SMALLEST_HERO = 0.8;
/** Longer words may break anywhere, else they would leave the page. */
const LONG_WORD = /\S{24}(?=\S)/g;

interface Fit {
  scale: number;
  bring: number;
}

/** The input of the worker thread. */
export interface VoucherOrder {
  voucher: Voucher;
  /** A data URL; null prints the name. */
  logo: string | null;
  /** As in "Telefone (35) 3221-0000". */
  contacts: string[];
  /** As in "05/12/2026 às 05:30". */
  printedAt: string;
}

/** The voucher on one A4 page. */
export const voucherAsPdf = drawnInThread(import.meta.url, 'voucherAsPdf', drawVoucher);

/** Draws the page, in smaller type if it is needed for a long party. */
async function drawVoucher(order: VoucherOrder): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  for (const fit of ATTEMPTS) {
    let pages = 1;
    const onPages = (count: number) => {
      pages = count;
    };
    const drawn = (await pdfmake.createPdf(document(order, fit, onPages)).getBuffer()) as Buffer;
    if (pages === 1) return drawn;
  }
  throw new Error(`The voucher ${order.voucher.code} does not fit on one page`);
}

function document(order: VoucherOrder, fit: Fit, onPages: (pages: number) => void): Parameters<typeof createPdf>[0] {
  const { voucher } = order;
  const { scale } = fit;
  const accent = accentProperties(voucher.operator.accentColor)['--accent-text-day'] ?? INK;
  return {
    info: { title: `Voucher ${voucher.code} – ${voucher.trip.title}`, author: voucher.operator.name },
    language: 'pt-BR',
    pageSize: 'A4',
    pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, MARGIN.bottom],
    defaultStyle: { font: 'Roboto', fontSize: 10.5 * scale, lineHeight: 1.2, color: INK },
    styles: {
      heading: { fontSize: 12 * scale, bold: true, color: accent, margin: [0, 16 * scale, 0, 5 * scale] },
      quiet: { color: QUIET },
    },
    content: [
      masthead(order, accent),
      hero(voucher, Math.max(scale, SMALLEST_HERO), accent),
      ...(voucher.due ? [dueBox(dueText(voucher.due), Math.max(scale, SMALLEST_HERO))] : []),
      {
        columns: [
          { width: `${shareOfPeople(voucher, fit)}%`, stack: boarding(voucher, scale, accent) },
          { width: '*', stack: [...extrasOf(voucher), ...bring(voucher, fit)] },
        ],
        columnGap: 24,
      },
    ],
    footer: (_, pages) => {
      onPages(pages);
      return footer(order);
    },
  };
}

// In percent. Of lists that are too long for the page as it is, the longer one gets the wider column.
function shareOfPeople(voucher: Voucher, { scale, bring: count }: Fit): number {
  if (scale > COMPACT) return 54;
  const lengthOf = (texts: string[]) => texts.reduce((sum, text) => sum + Math.max(text.length, 40), 0);
  const places = boardingGroups(voucher).map(({ point }) => (point ? point.moment + point.place : ''));
  const people = voucher.people.map((one) => one.name + placeText(one));
  const ofPeople = lengthOf([...places, ...people]);
  const share = Math.round(
    (100 * ofPeople) / (ofPeople + lengthOf([...voucher.bring.slice(0, count), countsText(voucher.extras)])),
  );
  return Math.min(Math.max(share, 30), 70);
}

function masthead({ voucher: { operator }, logo }: VoucherOrder, accent: string): Content {
  const brand: Content = logo
    ? { image: logo, fit: [LOGO_BOX.width, LOGO_BOX.height] }
    : { text: soft(operator.name), fontSize: 15, bold: true, color: accent };
  return {
    stack: [
      {
        columns: [
          { width: '*', stack: [brand] },
          { width: 'auto', text: 'VOUCHER', bold: true, fontSize: 11, characterSpacing: 2, color: QUIET },
        ],
        columnGap: 16,
      },
      rule(accent, 1.5, 10),
    ],
  };
}

function hero({ trip, code, status, scanUrl }: Voucher, scale: number, accent: string): Content {
  return {
    margin: [0, 18 * scale, 0, 0],
    columns: [
      {
        width: '*',
        stack: [
          { text: status.label, bold: true, fontSize: 10.5 * scale, color: accent },
          { text: soft(trip.title), fontSize: 21 * scale, bold: true, lineHeight: 1.1, margin: [0, 4, 0, 10 * scale] },
          ...moment('Saída', trip.departure, scale),
          ...moment('Volta', trip.return, scale),
          ...(trip.hotel ? moment('Hospedagem', soft(trip.hotel), scale) : []),
        ],
      },
      {
        width: QR_SIDE,
        stack: [
          { qr: scanUrl, fit: QR_SIDE, eccLevel: 'M', alignment: 'center' },
          { text: 'Código da reserva', fontSize: 9, color: QUIET, alignment: 'center', margin: [0, 8, 0, 0] },
          { text: code, fontSize: 24, bold: true, characterSpacing: 1, alignment: 'center', lineHeight: 1.1 },
        ],
      },
    ],
    columnGap: 24,
  };
}

function moment(label: string, words: string, scale: number): Content[] {
  return [
    { text: label, fontSize: 9 * scale, color: QUIET, margin: [0, 4 * scale, 0, 0] },
    { text: capitalised(words), fontSize: 12 * scale, bold: true },
  ];
}

function dueBox(text: string, scale: number): Content {
  return {
    margin: [0, 14 * scale, 0, 0],
    table: { widths: ['*'], body: [[{ text, fontSize: 10.5 * scale, color: '#8a4b00', fillColor: '#fff1dc' }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      paddingLeft: () => 10,
      paddingTop: () => 6,
      paddingBottom: () => 5,
    },
  };
}

/** Where people board, and who; one list of people if all board together. */
function boarding(voucher: Voucher, scale: number, accent: string): Content[] {
  const groups = boardingGroups(voucher);
  const boardsTogether = groups.length === 1;
  return [
    { text: 'Embarque', style: 'heading' },
    ...groups.flatMap((group, index): Content[] => [
      { stack: placeOf(group, { scale, accent }), margin: [0, index > 0 ? 9 * scale : 0, 0, 0] },
      ...(boardsTogether ? [] : [peopleList(group.people, 3 * scale)]),
    ]),
    ...(boardsTogether
      ? [{ text: `Quem viaja (${voucher.people.length})`, style: 'heading' }, peopleList(voucher.people, 0)]
      : []),
  ];
}

function placeOf({ point }: BoardingGroup, { scale, accent }: { scale: number; accent: string }): Content[] {
  if (!point) return [{ text: BOARDING_TO_BE_AGREED, bold: true }];
  const when = { text: capitalised(point.moment), bold: true };
  const map = { link: point.mapUrl, color: accent, decoration: 'underline' as const };
  if (scale <= COMPACT) return [{ text: [when, ' · ', { text: soft(point.place), ...map }] }];
  return [when, { text: soft(point.place) }, { text: 'Abrir no mapa', ...map }];
}

function peopleList(people: VoucherPerson[], above: number): Content {
  const lines = people.map(
    (one): Content => ({ text: [soft(one.name), { text: ` · ${soft(placeText(one))}`, style: 'quiet' }] }),
  );
  if (lines.length <= LONG_LIST) return list(lines, above);
  const half = Math.ceil(lines.length / 2);
  return { columns: [list(lines.slice(0, half), above), list(lines.slice(half), above)], columnGap: 12 };
}

function extrasOf({ extras }: Voucher): Content[] {
  if (extras.length === 0) return [];
  return [{ text: 'Adicionais', style: 'heading' }, { text: soft(countsText(extras)) }];
}

function bring({ bring: items }: Voucher, { bring: count }: Fit): Content[] {
  const shown = items.slice(0, count).map((text): Content => ({ text: soft(text) }));
  const more = items.length - shown.length;
  return [
    { text: 'O que levar', style: 'heading' },
    list(more > 0 ? [...shown, { text: `E mais ${more}: veja a lista na página do voucher.`, style: 'quiet' }] : shown),
  ];
}

function list(items: Content[], above = 0): Content {
  return { ul: items, markerColor: QUIET, margin: [0, above, 0, 0] };
}

function footer({ voucher: { operator }, contacts, printedAt }: VoucherOrder): Content {
  const { name, legalName, cnpj, cadastur } = operator;
  const legal = [legalName || name, cnpj && `CNPJ ${cnpj}`, cadastur && `CADASTUR ${cadastur}`];
  return {
    margin: [MARGIN.side, 0, MARGIN.side, 0],
    fontSize: 8.5,
    stack: [
      rule(RULE, 0.75, 0),
      { text: joined(legal), margin: [0, 8, 0, 0] },
      { text: joined(contacts) },
      {
        text: `Emitido em ${printedAt}. No embarque, mostre este voucher ou diga o código.`,
        color: QUIET,
      },
    ],
  };
}

function rule(color: string, lineWidth: number, above: number): Content {
  const line = { type: 'line' as const, x1: 0, y1: 0, x2: WIDTH - 2 * MARGIN.side, y2: 0, lineWidth, lineColor: color };
  return { canvas: [line], margin: [0, above, 0, 0] };
}

function joined(parts: string[]): string {
  return parts.filter(Boolean).map(soft).join(' · ');
}

function soft(text: string): string {
  return text.replace(LONG_WORD, '$&\u200b');
}
