import { plainText } from '../../../platform/spreadsheets/written-values.ts';

/** Money that came in, as a bank's statement writes it. */
export interface IncomingLine {
  /** Calendar day, as the bank writes it: banks give the time zone of a day wrongly as often as not. */
  day: string;
  amountCents: number;
  description: string;
  /** Empty where the bank writes names into the description. */
  payerName: string;
  /** The bank's own text for a charge, if the statement has a column for it. */
  chargeReference: string;
  /** The id of a Pix. */
  reference: string | null;
  /** Empty where the file does not say it. */
  account: string;
  /** The bank's own id of the line; undefined without a usable one. It may be no more than the number of the line. */
  bankId: string | undefined;
}

/** A line as a format's parser finds it. */
export interface RawLine {
  day: string | undefined;
  cents: number | undefined;
  /** Whether its day or its amount is written, but cannot be read. */
  isUnread: boolean;
  /** The bank's own words for the line. */
  heading: string;
  description: string;
  payerName?: string | undefined;
  chargeReference?: string | undefined;
  /** Whatever else may hold the id of a Pix. */
  references?: string | undefined;
  account?: string | undefined;
  lineId?: string | undefined;
}

const MAX_DESCRIPTION = 300;
const MAX_NAME = 140;
const MAX_ID = 120;
// Amounts of a column of PostgreSQL.
const MAX_CENTS = 2_147_483_647;
// "E", the payer's bank, date and time, 11 characters; banks also write it without a space before or after it.
const PIX_ID = /E\d{8}\d{12}[A-Za-z0-9]{11}/i;
// Some banks write zeros or dashes instead of an id.
const NO_ID = /^[0\W_]*$/;
// Of a text without accents and punctuation. A payer's text about "o saldo da viagem" has other words.
const BALANCE =
  /^(s a l d o|saldo|sdo|initial available balance)( (anterior|inicial|final|atual|total|parcial|disponivel|bloqueado|bloq|aplicado|aplic|apl|aut|automaticas?|mais|invest|facil|plus|contamax|limite|em|do|da|de|no|dia|periodo|c|cc|cta|conta|corrente|\d{1,4}))*$/;

/** The lines with money that came in up to `today`; what is only scheduled has not come. */
export function incomingLines(raw: RawLine[], today: string): IncomingLine[] {
  return raw.flatMap((line) => {
    const { day, cents } = line;
    if (!day || day > today || !cents || cents < 0 || cents > MAX_CENTS) return [];
    const payerName = clean(line.payerName ?? '', MAX_NAME);
    // With the payer's name, it is what the payer wrote.
    const [heading = '', payer = ''] = [line.heading, payerName].map((text) => plainText(clean(text, MAX_DESCRIPTION)));
    if (BALANCE.test(heading) && (payer === '' || BALANCE.test(payer))) return [];
    const description = clean(line.description, MAX_DESCRIPTION);
    const lineId = clean(line.lineId ?? '', MAX_ID);
    return [
      {
        day,
        amountCents: cents,
        description,
        payerName,
        chargeReference: clean(line.chargeReference ?? '', MAX_ID),
        reference: PIX_ID.exec([line.references, lineId, line.description, line.payerName].join(' '))?.[0] ?? null,
        account: clean(line.account ?? '', MAX_ID),
        bankId: NO_ID.test(lineId) ? undefined : lineId,
      },
    ];
  });
}

function clean(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  return Array.from(line).slice(0, max).join('');
}
