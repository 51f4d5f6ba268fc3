import { editableMessages } from '@passeio/contract/messages/editable-messages';
import type { MessageChannel } from '@passeio/contract/messages/message-templates';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Section } from '~/ui/layout/section';
import { MESSAGES, messagePath } from '../section-list';
import type { WordingForms } from '../wording-forms';
import styles from './message-list.module.css';

const groups: readonly { channel: MessageChannel; title: string; about: string }[] = [
  { channel: 'email', title: 'E-mails', about: 'O sistema envia sozinho.' },
  { channel: 'whatsapp', title: 'WhatsApp', about: 'A equipe abre a conversa com o texto pronto.' },
];

/** Every message that can be worded, by channel. */
export function MessageList({ forms }: { forms: WordingForms }) {
  return (
    <Section
      fields
      id={MESSAGES}
      title="Mensagens"
      lead="Escreva do jeito de vocês o que os clientes recebem sobre reservas e lista de espera. Os e-mails de conta e senha são fixos, por segurança."
    >
      {groups.map(({ channel, title, about }) => (
        <section key={channel} aria-labelledby={`mensagens-${channel}`}>
          <h3 id={`mensagens-${channel}`} className={styles.group}>
            {title}
          </h3>
          <p className={styles.about}>{about}</p>
          <ul className={styles.list}>
            {Object.entries(editableMessages)
              .filter(([, template]) => template.channel === channel)
              .map(([key, { label, sentWhen }]) => (
                <li key={key}>
                  <Link to={messagePath(key)} className={styles.message}>
                    <span className={styles.words}>
                      <span className={styles.label}>{label}</span>
                      <span className={styles.about}>{sentWhen}</span>
                    </span>
                    <Badges messageKey={key} forms={forms} />
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Section>
  );
}

/** Whether a message has an own wording, and unsaved changes. */
export function Badges({ messageKey, forms }: { messageKey: string; forms: WordingForms }) {
  const isOwn = useStore(forms.store, ({ own }) => own.some(({ key }) => key === messageKey));
  const isUnsaved = useStore(forms.store, ({ unsaved }) => unsaved.includes(messageKey));
  return (
    <span className={styles.badges}>
      {isOwn && <StatusBadge color="news">Alterada</StatusBadge>}
      {isUnsaved && <StatusBadge color="waiting">Não salva</StatusBadge>}
    </span>
  );
}
