import { walkXml } from './walk-xml.ts';

/** What numbers of each style are; a style that the workbook does not have is none of these. */
export type CellFormats = ('date' | 'percent' | 'money' | undefined)[];

const isBetween = (id: number, from: number, to: number) => id >= from && id <= to;
const isDateId = (id: number) =>
  isBetween(id, 14, 22) || isBetween(id, 27, 36) || isBetween(id, 45, 47) || isBetween(id, 50, 58);
const isMoneyId = (id: number) => isBetween(id, 5, 8) || id === 42 || id === 44;
const isPercentId = (id: number) => id === 9 || id === 10;

/** The formats of a workbook's styles. */
export function readCellFormats(xml: string): CellFormats {
  const codes = new Map<number, string>();
  const formats: CellFormats = [];
  let isCell = false;
  walkXml(xml, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode);
      if (tag === 'cellXfs') isCell = true;
      if (tag === 'xf' && isCell) formats.push(formatOf(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close(tag) {
      if (tag === 'cellXfs') isCell = false;
    },
  });
  return formats;
}

function formatOf(id: number, code: string | undefined): CellFormats[number] {
  if (code === undefined) {
    if (isDateId(id)) return 'date';
    if (isPercentId(id)) return 'percent';
    return isMoneyId(id) ? 'money' : undefined;
  }
  const [positive = ''] = code.split(';');
  if (/[$€£]/.test(positive)) return 'money';
  // Colours, conditions and locales are in brackets, but for elapsed hours; quoted and escaped letters are texts.
  const bare = positive.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]|"[^"]*"|\\.|_.|\*./gi, '');
  if (bare.includes('%')) return 'percent';
  return /[dmyhs]/i.test(bare.replace(/general/i, '')) ? 'date' : undefined;
}
