import type { ChatSender } from '@passeio/contract/messages/whatsapp-moments';
import { plural } from '@passeio/contract/words';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import styles from './messages.module.css';
import { choices, isEmpty, type Recipients } from './recipients';
import type { Chats } from './use-chats';

/** Which text to send, each with the number of people to whom it applies. */
export function MessageChoice({ chats, sender }: { chats: Chats; sender: ChatSender }) {
  return (
    <section aria-labelledby="qual">
      <h3 id="qual" className={styles.title}>
        Qual mensagem?
      </h3>
      <p className={styles.lead}>Uma por reserva, para quem paga. O texto já vem com os dados de cada um.</p>
      <ul className={styles.choices}>
        {choices(chats, sender).map(({ key, label, sentWhen, ...people }) => (
          <li key={key}>
            {isEmpty(people) ? (
              <div className={styles.choice} data-empty>
                <Words label={label} detail={sentWhen} />
                <span className={styles.count}>Ninguém agora</span>
              </div>
            ) : (
              <Link to={`?mensagem=${key}`} className={styles.choice}>
                <Words label={label} detail={sentWhen} />
                <span className={styles.count}>{countWords(people)}</span>
                <IconChevronRight size={20} aria-hidden className={styles.chevron} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ label, detail }: { label: string; detail: string }) {
  return (
    <span className={styles.words}>
      <strong>{label}</strong>
      <span className={styles.detail}>{detail}</span>
    </span>
  );
}

/** As "13 pessoas, 4 já abertas". */
function countWords({ waiting, opened, unreachable }: Recipients): string {
  const all = plural(waiting.length + opened.length + unreachable.length, 'pessoa');
  if (opened.length === 0) return all;
  return `${all}, ${plural(opened.length, 'já aberta')}`;
}
