import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { type Actor, system } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { removeDocument, storeDocument } from '../../platform/http/document-files.ts';
import { AppError } from '../../platform/http/errors.ts';
import { encodePicture, type Recipe } from '../../platform/pictures/pictures.ts';
import { ProviderRefused } from '../../ports/payments/port.ts';
import { scheduleReceiptCleanup, submitReceipt } from '../payments/index.ts';
import { findMedia } from './conversations.queries.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** Files of one contact in a day: nobody fills the disk. */
const MAX_DAY_BYTES = 200 * 1024 * 1024;
const folderOf = (mediaId: string) => `chat-media/${mediaId}`;
const picture: Recipe = {
  minSide: 16,
  box: { width: 2_000, height: 8_000 },
  renditions: [{ name: 'file', format: 'webp', quality: 80 }],
};

const startsWith = (content: Buffer, bytes: string, at = 0) =>
  content.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'));

/** What a file is by its first bytes, whatever it is said to be; undefined for what nobody is sent. */
export function typeOf(
  content: Buffer,
): 'image' | 'application/pdf' | 'audio/ogg' | 'audio/mpeg' | 'audio/mp4' | 'audio/amr' | 'video/mp4' | undefined {
  if (startsWith(content, '\xff\xd8\xff') || startsWith(content, '\x89PNG\r\n\x1a\n')) return 'image';
  if (startsWith(content, 'RIFF') && startsWith(content, 'WEBP', 8)) return 'image';
  if (startsWith(content, '%PDF-')) return 'application/pdf';
  if (startsWith(content, 'OggS')) return 'audio/ogg';
  if (startsWith(content, 'ID3') || startsWith(content, '\xff\xfb')) return 'audio/mpeg';
  if (startsWith(content, '#!AMR')) return 'audio/amr';
  if (startsWith(content, 'ftyp', 4)) return startsWith(content, 'M4A', 8) ? 'audio/mp4' : 'video/mp4';
  return undefined;
}

type MediaDeps = Pick<Deps, 'db' | 'storage'> & { connections?: Deps['connections'] | undefined };

/**
 * Fetches the file of a message from WhatsApp: a picture is encoded anew, without what it says of place and device, all
 * else is kept as it is. What is too large, gone, or nothing that is known is refused, as is more than a day's fill.
 */
export async function fetchMedia({ db, storage, connections }: MediaDeps, mediaId: string, providerId: string) {
  const content = (await hasRoom(db, mediaId)) ? await read(connections, providerId) : undefined;
  const stored = content && content.length <= MAX_BYTES ? await asStored(content) : undefined;
  if (!stored) {
    await db.updateTable('conversation_media').set({ state: 'refused' }).where('id', '=', mediaId).execute();
    return;
  }
  await storage.write(`${folderOf(mediaId)}/file`, stored.content);
  await db
    .updateTable('conversation_media')
    .set({
      ...{ state: 'stored', storage_key: folderOf(mediaId) },
      ...{ content_type: stored.contentType, size_bytes: stored.content.length },
    })
    .where('id', '=', mediaId)
    .execute();
}

async function hasRoom(db: Database, mediaId: string): Promise<boolean> {
  const { rows } = await sql<{ has_room: boolean }>`
    select coalesce(sum(media.size_bytes), 0) < ${MAX_DAY_BYTES} as has_room
    from conversation_media own
    join conversation_messages of_own on of_own.id = own.message_id
    join conversation_messages m on m.conversation_id = of_own.conversation_id
    join conversation_media media on media.message_id = m.id
    where own.id = ${mediaId} and media.created_at > now() - interval '1 day'`.execute(db);
  return rows[0]?.has_room ?? true;
}

async function read(connections: MediaDeps['connections'], providerId: string): Promise<Buffer | undefined> {
  try {
    return await connections?.whatsApp?.readMedia(providerId);
  } catch (error) {
    // Asking again would answer the same.
    if (error instanceof ProviderRefused) return undefined;
    throw error;
  }
}

async function asStored(content: Buffer): Promise<{ content: Buffer; contentType: string } | undefined> {
  const type = typeOf(content);
  if (type !== 'image') return type && { content, contentType: type };
  try {
    const [rendition] = (await encodePicture(content, picture)).renditions;
    return rendition && { content: rendition.content, contentType: 'image/webp' };
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') throw error;
    return undefined;
  }
}

interface MediaAddress {
  conversationId: string;
  mediaId: string;
}

/** Answers a file, which no browser opens within our origin. Throws MEDIA_NOT_FOUND. */
export async function sendMedia(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  address: MediaAddress,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const media = await findMedia(db, address);
  const content = media?.state === 'stored' ? await storage.read(`${media.storage_key}/file`) : undefined;
  if (!media || !content) throw new AppError('MEDIA_NOT_FOUND');
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('content-disposition', 'attachment')
    .type(media.content_type)
    .send(content);
}

/** Makes a receipt of a picture or PDF, which staff approves. Throws what sending one throws, MEDIA_NOT_FOUND and RECEIPT_WAITING. */
export async function useAsReceipt(deps: ReceiptDeps, actor: Actor, address: MediaAddress): Promise<void> {
  const media = await findMedia(deps.db, address);
  if (media?.state !== 'stored') throw new AppError('MEDIA_NOT_FOUND');
  if (!media.reservation_id) throw new AppError('RESERVATION_NOT_FOUND');
  if (media.receipt_id) throw new AppError('RECEIPT_WAITING');
  await storeReceipt(deps, actor, media.id, media.reservation_id);
}

type ReceiptDeps = Pick<Deps, 'db' | 'storage'> & { jobs: Pick<Deps['jobs'], 'enqueue'>; publicUrl: string };

async function storeReceipt(
  { db, storage, jobs, publicUrl }: ReceiptDeps,
  actor: Actor,
  mediaId: string,
  reservationId: string,
) {
  const content = await storage.read(`${folderOf(mediaId)}/file`);
  if (!content) throw new AppError('MEDIA_NOT_FOUND');
  const contents = (async function* () {
    yield await buffer(content);
  })();
  const file = await storeDocument(storage, 'receipts', contents, (id) => scheduleReceiptCleanup(jobs, id));
  let mayBeReferenced = false;
  try {
    await inTransaction(db, async (trx) => {
      mayBeReferenced = false;
      const receipt = await submitReceipt(trx, { jobs, publicUrl }, actor, reservationId, file);
      await trx.updateTable('conversation_media').set({ receipt_id: receipt.id }).where('id', '=', mediaId).execute();
      mayBeReferenced = true;
    });
  } catch (error) {
    // A transaction that failed at its end may have committed: the clean-up job checks later.
    if (!mayBeReferenced) await removeDocument(storage, 'receipts', file.id);
    throw error;
  }
}

/**
 * Makes a receipt of what a contact sent, in the name of the payer, if the conversation is about a reservation that
 * takes one. Otherwise it stays a picture of the conversation, of which staff may make one.
 */
export async function takeAsReceipt(deps: ReceiptDeps, mediaId: string): Promise<void> {
  const found = await ofPayer(deps.db, mediaId);
  if (!found) return;
  const caller = { id: found.payer_id, role: 'CLIENT' as const, name: found.payer_name };
  try {
    await storeReceipt(deps, { ...system, caller, device: 'WhatsApp' }, mediaId, found.reservation_id);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
  }
}

function ofPayer(db: Database, mediaId: string) {
  return db
    .selectFrom('conversation_media as media')
    .innerJoin('conversation_messages as m', 'm.id', 'media.message_id')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('reservations as r', 'r.id', 'c.reservation_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['r.id as reservation_id', 'payer.id as payer_id', 'payer.name as payer_name'])
    .where('media.id', '=', mediaId)
    .where('media.state', '=', 'stored')
    .where('media.content_type', 'in', ['image/webp', 'application/pdf'])
    .where('m.kind', 'in', ['image', 'document'])
    .where('m.direction', '=', 'in')
    .where('media.receipt_id', 'is', null)
    .where('payer.erased_at', 'is', null)
    .executeTakeFirst();
}
