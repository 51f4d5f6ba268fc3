import type { Deps } from '../../deps.ts';
import type { StoredMessage } from '../whatsapp/index.ts';
import { answerFirst } from './first-answers/answer-first.ts';
import { fetchMedia, takeAsReceipt } from './media.ts';

/** What follows from messages of contacts. */
export type FollowDeps = Pick<Deps, 'db' | 'storage'> & {
  jobs: Pick<Deps['jobs'], 'enqueue'>;
  /** None in most tests. */
  connections?: Deps['connections'] | undefined;
  publicUrl: string;
};

/**
 * Does what follows from a message of a contact, at least once: fetches its file, of which a receipt is made where one
 * is awaited, and answers what the engine knows the answer to, if that is switched on.
 */
export async function followMessage(deps: FollowDeps, { id }: Pick<StoredMessage, 'id'>): Promise<void> {
  const media = await deps.db
    .selectFrom('conversation_media')
    .select(['id', 'provider_id', 'state'])
    .where('message_id', '=', id)
    .executeTakeFirst();
  if (!media) return answerFirst(deps, id);
  if (media.state === 'wanted') await fetchMedia(deps, media.id, media.provider_id);
  await takeAsReceipt(deps, media.id);
}
