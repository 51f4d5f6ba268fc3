import { buffer } from 'node:stream/consumers';
import { dayAndTime } from '@passeio/contract/moment-words';
import type { VoucherFormat } from '@passeio/contract/reservations/voucher';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { MailFile } from '../../../ports/mail/port.ts';
import type { Storage } from '../../../ports/storage/port.ts';
import { nationalPhone, openLogo } from '../../settings/index.ts';
import { type ReadVoucher, readVoucher } from './voucher.ts';
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

/** A reservation's voucher as the files of its e-mail, to print and for the calendar; none once it has ended. */
export async function voucherFiles(
  { db, storage, publicUrl }: { db: Database; storage: Storage; publicUrl: string },
  reservationId: string,
): Promise<MailFile[]> {
  const read = await readVoucher(db, reservationId, publicUrl).catch((error) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (!read) return [];
  const files: MailFile[] = [];
  for (const format of ['pdf', 'ics'] as const) {
    const { name, mediaType, content } = await exportVoucher(storage, read, { format, publicUrl });
    files.push({ filename: name, contentType: mediaType, content });
  }
  return files;
}

/** As a data URL; null without a logo, or if its file is missing. */
async function imageOf(storage: Storage, logo: ReadVoucher['voucher']['operator']['logo']): Promise<string | null> {
  const file = logo && (await openLogo(storage, logo.id, 'logo.png'));
  return file ? `data:image/png;base64,${(await buffer(file)).toString('base64')}` : null;
}
