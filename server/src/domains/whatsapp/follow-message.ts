import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { StoredMessage } from './receive-message.ts';

// A word alone, as people write it; a sentence is for a person to read.
const STOP = '^\\s*(parar|pare|sair|stop|cancelar mensagens)\\s*[.!]?\\s*$';
const START = '^\\s*(voltar|continuar)\\s*[.!]?\\s*$';

/** What a contact asks for about messages themselves: "PARAR" ends all but what the contract needs, at once. */
export async function followWish(db: Database, { id, conversationId }: StoredMessage): Promise<void> {
  await sql`
    update chat_contacts set stopped_at = case when m.text ~* ${STOP} then coalesce(stopped_at, now()) end
    from conversation_messages m
    where m.id = ${id} and m.kind in ('text', 'button', 'interactive') and (m.text ~* ${STOP} or m.text ~* ${START})
      and chat_contacts.id = (select contact_id from conversations where id = ${conversationId})`.execute(db);
}
