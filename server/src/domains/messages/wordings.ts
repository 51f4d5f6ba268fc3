import { templateOf } from '@passeio/contract/messages/editable-messages';
import {
  type MessageTemplate,
  type OwnWording,
  type OwnWordings,
  type Wording,
  type WordingUpdate,
  wordingErrors,
} from '@passeio/contract/messages/message-templates';
import { type Actor, callerOfActor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { deleteWording, insertWording, listWordings, lockWording, updateWording } from './wordings.queries.ts';

/** The operator's own wordings of messages. */
export async function readWordings(db: Database): Promise<OwnWordings> {
  return { data: await listWordings(db) };
}

/**
 * Changes the wording of a message; the default's words reset it. Throws INVALID_INPUT for fields that the message does
 * not have, and CHANGED_MEANWHILE if somebody saved since `version`.
 */
export function changeWording(
  db: Database,
  actor: Actor,
  key: string,
  { version, ...wording }: WordingUpdate,
): Promise<OwnWordings> {
  const template = knownTemplate(key);
  const errors = wordingErrors(template, wording);
  if (Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', errors);
  return inTransaction(db, async (trx) => {
    const own = await lockWording(trx, key);
    if ((own?.version ?? 0) !== version) throw new AppError('CHANGED_MEANWHILE');
    await put(trx, actor, { key, template, own, wording });
    return readWordings(trx);
  });
}

/** Gives a message its default wording back. Throws NOT_FOUND for an unknown key. */
export function resetWording(db: Database, actor: Actor, key: string): Promise<OwnWordings> {
  const template = knownTemplate(key);
  return inTransaction(db, async (trx) => {
    const own = await lockWording(trx, key);
    await put(trx, actor, { key, template, own, wording: template.wording });
    return readWordings(trx);
  });
}

interface Change {
  key: string;
  template: MessageTemplate;
  own: OwnWording | undefined;
  wording: Wording;
}

async function put(trx: DatabaseTransaction, actor: Actor, { key, template, own, wording }: Change): Promise<void> {
  const { subject, text } = own ?? template.wording;
  const changes = changesBetween({ subject, text }, wording);
  if (Object.keys(changes).length === 0) return;
  const isDefault = Object.keys(changesBetween(template.wording, wording)).length === 0;
  if (isDefault) await deleteWording(trx, key);
  else await write(trx, actor, { key, own, wording });
  await recordAudit(trx, actor, {
    action: isDefault ? 'settings.message_reset' : 'settings.message_changed',
    subject: { type: 'settings', id: key, label: `Mensagem “${template.label}”` },
    changes,
  });
}

async function write(trx: DatabaseTransaction, actor: Actor, { key, own, wording }: Omit<Change, 'template'>) {
  const { id } = callerOfActor(actor);
  if (own) return updateWording(trx, { key, ...wording }, id);
  const isFirst = await insertWording(trx, { key, ...wording }, id);
  if (!isFirst) throw new AppError('CHANGED_MEANWHILE');
}

function knownTemplate(key: string): MessageTemplate {
  const template = templateOf(key);
  if (!template) throw new AppError('NOT_FOUND');
  return template;
}
