import { WHATSAPP_GREETING, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { buttonClass } from '~/ui/inputs/button';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import styles from './page.module.css';

/** Contact section: WhatsApp or contact page, and telephone. */
export function ContactBanner() {
  const { whatsapp, phone, shown, openingHours } = useSettings();
  return (
    <section className={styles.banner} aria-labelledby="duvida">
      <div>
        <h2 id="duvida" className={styles.heading}>
          Ficou com alguma dúvida?
        </h2>
        <p className={styles.text}>Pergunte antes de reservar.{openingHours && ` ${openingHours}.`}</p>
      </div>
      <div className={styles.row}>
        {whatsapp ? (
          <a
            className={buttonClass('quiet')}
            href={whatsAppLink(whatsapp, WHATSAPP_GREETING)}
            rel="noopener"
            target="_blank"
          >
            <Icon name="chat" />
            Chamar no WhatsApp
          </a>
        ) : (
          <PrefetchLink to="/portal/contato" className={buttonClass('quiet')}>
            Fale com a gente
          </PrefetchLink>
        )}
        {phone && (
          <a className={styles.link} href={`tel:${phone}`}>
            <Icon name="phone" />
            {shown.phone}
          </a>
        )}
      </div>
    </section>
  );
}
