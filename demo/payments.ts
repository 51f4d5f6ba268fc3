import sharp from 'sharp';
import { reviewReceipt } from '../server/src/domains/payments/ledger/accept-receipt.ts';
import { insertWaiting } from '../server/src/domains/payments/ledger/unknown-money.ts';
import { insertReceipt } from '../server/src/domains/payments/receipts/receipts.queries.ts';
import { changeReservation } from '../server/src/domains/reservations/index.ts';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import { type DocumentFile, storeDocument } from '../server/src/platform/http/document-files.ts';
import type { Storage } from '../server/src/ports/storage/port.ts';
import { pixReference, recordEntry } from './parties.ts';

const HOUR_MS = 3_600_000;
const REJECTED = 'O comprovante é de um Pix agendado, que ainda não foi pago.';

interface DemoReceipts {
  waiting: DocumentFile;
  rejected: DocumentFile;
}

/** Stores the drawn receipts of {@link writePayments}. */
export async function storeDemoReceipts(storage: Storage): Promise<DemoReceipts> {
  const store = async (title: string, when: string) => {
    const lines = ['Pix para: Rota das Águas Passeios', when, 'Instituição: Banco de demonstração'];
    const picture = await drawReceipt({ title, lines });
    return storeDocument(
      storage,
      'receipts',
      (async function* () {
        yield picture;
      })(),
      async () => undefined,
    );
  };
  const waiting = await store('Pix enviado', 'Concluído hoje');
  return { waiting, rejected: await store('Pix agendado', 'Agendado para amanhã') };
}

/**
 * Something for each page of payments, of guests that wait for their deposit: Pix that the provider reported, a receipt
 * that waits and one that was rejected, a refund that was paid, a Pix of nobody.
 */
export async function writePayments(trx: DatabaseTransaction, receipts: DemoReceipts, staffId: string): Promise<void> {
  const held = await trx
    .selectFrom('reservations')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .select(['reservations.id', 'reservations.user_id', 'reservations.deposit_cents', 'users.name'])
    .where('reservations.state', '=', 'held')
    .where('reservations.hold_expires_at', 'is', null)
    .where('reservations.deposit_cents', '>', 0)
    // The oldest stay overdue.
    .orderBy('reservations.created_at', 'desc')
    .orderBy('reservations.id')
    .limit(6)
    .execute();
  const [first, second, third, waiting, rejected, cancelled] = held;
  for (const [index, one] of [first, second, third].entries()) {
    if (one) await payByPix(trx, one, new Date(Date.now() - (index * 20 + 3) * HOUR_MS));
  }
  if (waiting) await sendReceipt(trx, waiting, receipts.waiting);
  if (rejected) await sendReceipt(trx, rejected, receipts.rejected, staffId);
  if (cancelled) await refund(trx, cancelled, staffId);
  const at = new Date(Date.now() - 5 * HOUR_MS);
  const unknown = {
    ...{ provider: 'pix', reference: pixReference(at), method: 'pix' as const, amount_cents: 15_000, occurred_at: at },
    ...{ payer_name: 'Marlene Teixeira Prado', description: 'passeio sábado' },
  };
  await insertWaiting(trx, unknown, { isQuestion: false });
}

interface Held {
  id: string;
  user_id: string;
  deposit_cents: number;
  name: string;
}

async function payByPix(trx: DatabaseTransaction, { id, deposit_cents, name }: Held, at: Date): Promise<void> {
  const moment = { occurred_at: at, recorded_at: at };
  const pix = { method: 'pix' as const, payer_name: name, provider: 'pix', reference: pixReference(at) };
  const entry = { reservation_id: id, kind: 'deposit' as const, amount_cents: deposit_cents, ...pix, ...moment };
  await recordEntry(trx, { ...entry, recorded_via: 'provider', recorded_by: null });
  await changeReservation(trx, id, { state: 'booked' });
}

async function sendReceipt(
  trx: DatabaseTransaction,
  { id: reservationId, user_id }: Held,
  { id, contentType, sizeBytes, sha256 }: DocumentFile,
  rejectedBy?: string,
): Promise<void> {
  const receipt = {
    ...{ id, charge_id: null, content_type: contentType, size_bytes: sizeBytes, sha256, submitted_by: user_id },
    created_at: new Date(Date.now() - 2 * HOUR_MS),
  };
  await insertReceipt(trx, { id: reservationId, clock_stopped_at: null }, receipt);
  if (rejectedBy) await reviewReceipt(trx, id, { state: 'rejected', reason: REJECTED, by: rejectedBy });
}

// Paid, cancelled and given back.
async function refund(trx: DatabaseTransaction, guest: Held, staffId: string): Promise<void> {
  await payByPix(trx, guest, new Date(Date.now() - 50 * HOUR_MS));
  const cancelled = { state: 'cancelled' as const, cancelled_at: new Date(Date.now() - 30 * HOUR_MS) };
  const ended = { ...cancelled, cancelled_by: staffId, cancellation_reason: 'Imprevisto na família' };
  await changeReservation(trx, guest.id, ended);
  await payRefund(trx, guest.id, 'pix', staffId);
}

/** Pays the refund that is due of a reservation. */
export async function payRefund(
  trx: DatabaseTransaction,
  reservationId: string,
  method: 'pix' | 'credit',
  staffId: string,
): Promise<void> {
  const at = new Date(Date.now() - 4 * HOUR_MS);
  const { id: refundId, amount_cents } = await trx
    .updateTable('refunds')
    .set({ state: 'paid', paid_at: at, decided_by: staffId })
    .where('reservation_id', '=', reservationId)
    .where('state', '=', 'due')
    .returning(['id', 'amount_cents'])
    .executeTakeFirstOrThrow();
  const entry = { reservation_id: reservationId, kind: 'refund' as const, method, refund_id: refundId };
  const moment = { occurred_at: at, recorded_at: at, recorded_by: staffId };
  await recordEntry(trx, { ...entry, amount_cents, ...moment });
}

/** A drawn receipt of no bank, of nobody's money: a PNG. */
function drawReceipt({ title, lines }: { title: string; lines: readonly string[] }): Promise<Buffer> {
  const rows = lines.map((text, index) => `<text x="60" y="${430 + index * 74}" font-size="30">${text}</text>`);
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1080" font-family="sans-serif">
  <rect width="720" height="1080" fill="#eef3f4"/>
  <rect x="30" y="30" width="660" height="1020" rx="32" fill="#ffffff"/>
  <circle cx="360" cy="150" r="62" fill="#2f8f6b"/>
  <path d="M330 150l22 24 42-50" fill="none" stroke="#ffffff" stroke-width="12" stroke-linecap="round"/>
  <text x="360" y="280" font-size="38" text-anchor="middle" font-weight="bold" fill="#1b2a30">${title}</text>
  <path d="M60 340h600" stroke="#dfe7e9" stroke-width="3"/>
  <g fill="#1b2a30">${rows.join('')}</g>
  <text x="360" y="1000" font-size="24" text-anchor="middle" fill="#5a6b72">Desenho de demonstração</text>
</svg>`),
  )
    .png()
    .toBuffer();
}
