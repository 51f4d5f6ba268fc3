import { formatContact, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { buttonClass } from '~/ui/button';
import { Icon } from '~/ui/icon';
import styles from './contact-call.module.css';
import { WHATSAPP_GREETING } from './contact-words';

/** Invites to ask before reserving. */
export function ContactCall() {
  const { whatsapp, phone, openingHours } = useSettings();
  return (
    <section className={styles.call} aria-labelledby="duvida">
      <div className={styles.words}>
        <h2 id="duvida" className={styles.title}>
          Ficou com alguma dúvida?
        </h2>
        <p className={styles.text}>Pergunte antes de reservar. {openingHours}.</p>
      </div>
      <div className={styles.actions}>
        <a
          className={buttonClass('quiet')}
          href={whatsAppLink(whatsapp, WHATSAPP_GREETING)}
          rel="noopener"
          target="_blank"
        >
          <Icon name="chat" />
          Chamar no WhatsApp
        </a>
        <a className={styles.phone} href={`tel:${phone}`}>
          <Icon name="phone" />
          {formatContact(phone)}
        </a>
      </div>
    </section>
  );
}
