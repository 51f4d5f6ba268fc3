import { randomUUIDv7 } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '@passeio/contract/api/errors';
import type { OperatorSettings } from '@passeio/contract/operator/operator';
import type { OperatorLogo } from '@passeio/contract/operator/settings';
import type { LogoRendition } from '@passeio/contract/public-paths';
import type { Deps } from '../../deps.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { encodePicture, type Rendition } from '../../platform/pictures/pictures.ts';
import type { Storage } from '../../ports/storage/port.ts';
import { presentOperator } from './settings.present.ts';
import { lockOperator, updateOperator } from './settings.queries.ts';

const MIN_SIDE = 32;

const recipe = {
  minSide: MIN_SIDE,
  // Three times its largest size on a page, for high-density screens.
  box: { width: 640, height: 240 },
  hasTransparency: true,
  renditions: [
    { name: 'logo.webp', format: 'webp', quality: 90 },
    { name: 'logo.png', format: 'png' },
    { name: 'icon.png', format: 'png', square: 192 },
  ] satisfies (Rendition & { name: LogoRendition })[],
};

// Error codes of photographs, mapped to those of a logo.
const refusals: Partial<Record<ErrorCode, string>> = {
  IMAGE_TOO_LARGE: 'O logo é grande demais. Envie um arquivo de até 2 MB.',
  IMAGE_TOO_MANY_PIXELS: 'O logo tem pixels demais. Reduza a imagem e envie de novo.',
  IMAGE_TOO_SMALL: `O logo é pequeno demais. Envie um com pelo menos ${MIN_SIDE} pixels de cada lado.`,
  IMAGE_TOO_LONG: 'O logo é comprido demais. Recorte as margens e envie de novo.',
  IMAGE_UNSUPPORTED: 'Este arquivo não é uma imagem que aceitamos. Envie PNG, JPEG ou WebP.',
  IMAGE_ANIMATED: 'Imagens animadas não são aceitas. Envie o logo em PNG, JPEG ou WebP.',
  IMAGE_UNREADABLE: 'O arquivo do logo está incompleto ou danificado. Envie de novo.',
  IMAGES_FULL: 'Envie um arquivo só.',
};

type LogoDeps = Pick<Deps, 'db' | 'storage'>;

/**
 * Replaces the operator's logo. Throws INVALID_INPUT without a file, or the picture's error; the old logo stays then.
 */
export async function changeLogo(
  { db, storage }: LogoDeps,
  actor: Actor,
  contents: AsyncIterable<Buffer>,
): Promise<OperatorSettings> {
  const logo = await store(storage, contents);
  // If this fails, the transaction may have committed: the files must stay.
  return saveLogo(db, storage, actor, logo);
}

/** Removes the logo; the name is shown instead. */
export function removeLogo({ db, storage }: LogoDeps, actor: Actor): Promise<OperatorSettings> {
  return saveLogo(db, storage, actor, null);
}

/** A rendition's bytes; undefined if missing. */
export function openLogo(storage: Storage, logoId: string, rendition: LogoRendition): Promise<Readable | undefined> {
  return storage.read(`${folderOf(logoId)}/${rendition}`);
}

async function store(storage: Storage, contents: AsyncIterable<Buffer>): Promise<OperatorLogo> {
  try {
    for await (const content of contents) return await storeLogo(storage, content);
  } catch (error) {
    const sentence = error instanceof AppError && refusals[error.code];
    throw sentence ? new AppError(error.code, { logo: sentence }) : error;
  }
  throw new AppError('INVALID_INPUT', { logo: 'Escolha o arquivo do logo.' });
}

async function storeLogo(storage: Storage, content: Buffer): Promise<OperatorLogo> {
  const { size, renditions } = await encodePicture(content, recipe);
  const id = randomUUIDv7();
  try {
    for (const rendition of renditions) await storage.write(`${folderOf(id)}/${rendition.name}`, rendition.content);
  } catch (error) {
    await storage.removeFolder(folderOf(id));
    throw error;
  }
  return { id, ...size };
}

async function saveLogo(
  db: Database,
  storage: Storage,
  actor: Actor,
  logo: OperatorLogo | null,
): Promise<OperatorSettings> {
  const { before, after } = await inTransaction(db, async (trx) => {
    const before = await lockOperator(trx);
    if (before.logo_id === null && logo === null) return { before, after: before };
    const after = await updateOperator(trx, {
      logo_id: logo?.id ?? null,
      logo_width: logo?.width ?? null,
      logo_height: logo?.height ?? null,
    });
    await recordAudit(trx, actor, {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'operator', label: after.name },
      changes: { logo: [before.logo_id, after.logo_id] },
    });
    return { before, after };
  });
  if (before.logo_id !== null && before.logo_id !== after.logo_id) await storage.removeFolder(folderOf(before.logo_id));
  return presentOperator(after);
}

function folderOf(logoId: string): string {
  return `logo/${logoId.toLowerCase()}`;
}
