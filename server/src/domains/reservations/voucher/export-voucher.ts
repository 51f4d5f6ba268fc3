import { buffer } from 'node:stream/consumers';
import type { VoucherFormat } from '@passeio/contract/reservations/voucher';
import type { Storage } from '../../../ports/storage/port.ts';
import { nationalPhone, openLogo } from '../../settings/index.ts';
import { dayAndTime } from '../operator-time.ts';
import type { ReadVoucher } from './voucher.ts';
import { voucherAsIcs } from './voucher-ics.ts';
import { voucherAsPdf } from './voucher-pdf.ts';

interface ExportedVoucher {
  /** Lower-case letters, digits, hyphens and dots, and the code: safe in headers and file systems. */
  name: string;
  mediaType: string;
  content: Buffer;
}

/** A voucher as a file. */
export async function exportVoucher(
  storage: Storage,
  read: ReadVoucher,
  { format, publicUrl }: { format: VoucherFormat; publicUrl: string },
): Promise<ExportedVoucher> {
  const { voucher, timeZone } = read;
  const name = `voucher-${voucher.code}.${format}`;
  if (format === 'ics') {
    return { name, mediaType: 'text/calendar; charset=utf-8', content: Buffer.from(voucherAsIcs(read, publicUrl)) };
  }
  const { logo, phone, whatsapp, email } = voucher.operator;
  const contacts = [
    phone && `Telefone ${nationalPhone(phone)}`,
    whatsapp && `WhatsApp ${nationalPhone(whatsapp)}`,
    email,
  ].filter(Boolean);
  const order = { voucher, logo: await imageOf(storage, logo), contacts, printedAt: dayAndTime(new Date(), timeZone) };
  return { name, mediaType: 'application/pdf', content: await voucherAsPdf(order) };
}

/** As a data URL; null without a logo, or if its file is missing. */
async function imageOf(storage: Storage, logo: ReadVoucher['voucher']['operator']['logo']): Promise<string | null> {
  const file = logo && (await openLogo(storage, logo.id, 'logo.png'));
  return file ? `data:image/png;base64,${(await buffer(file)).toString('base64')}` : null;
}
