import type { Deps } from '../../deps.ts';
import type { StoredMessage } from '../whatsapp/index.ts';
import { answerFirst } from './first-answers/answer-first.ts';
import { fetchMedia, takeAsReceipt } from './media.ts';

/** What follows from messages of contacts, and from files that the team sends in the app. */
export type FollowDeps = Pick<Deps, 'db' | 'storage'> & {
  jobs: Pick<Deps['jobs'], 'enqueue'>;
  /** None in most tests. */
  connections?: Deps['connections'] | undefined;
  publicUrl: string;
};

/**
 * Does what follows from a message, at least once: fetches its file, of which a receipt is made where a contact sent it
 * and one is awaited, and answers what the engine knows the answer to, if that is switched on.
 */
export async function followMessage(
  deps: FollowDeps,
  { id, direction }: Pick<StoredMessage, 'id' | 'direction'>,
): Promise<void> {
  const media = await deps.db
    .selectFrom('conversation_media')
    .select(['id', 'provider_id', 'state'])
    .where('message_id', '=', id)
    .executeTakeFirst();
  if (!media) return answerFirst(deps, id);
  if (media.state === 'wanted') await fetchMedia(deps, media.id, media.provider_id);
  if (direction === 'in') await takeAsReceipt(deps, media.id);
}
