import type { ReactNode } from 'react';
import { formatPlace, formatWebAddress, WHATSAPP_GREETING, whatsAppLink } from '~/lib/formats';
import { type Brand, useSettings } from '~/lib/settings';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import styles from './footer.module.css';

export function Footer() {
  const settings = useSettings();
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.columns}>
          <div>
            <p className={styles.name}>{settings.name}</p>
            {settings.tagline && <p className={styles.tagline}>{settings.tagline}</p>}
          </div>
          <Contacts settings={settings} />
          <Column title="Conheça">
            <PrefetchLink to="/portal/passeio">Todos os passeios</PrefetchLink>
            <PrefetchLink to="/portal/contato">Contato</PrefetchLink>
            <PrefetchLink to="/portal/politicacancelamento">Política de cancelamento</PrefetchLink>
          </Column>
        </div>
        <Legal settings={settings} />
      </div>
    </footer>
  );
}

/** The operator's data; empty ones are hidden. */
function Contacts({ settings }: { settings: Brand }) {
  const { whatsapp, phone, shown, socialUrl, socialLabel, openingHours } = settings;
  if (!whatsapp && !phone && !socialUrl && !openingHours) return null;
  return (
    <Column title="Fale com a gente">
      {whatsapp && (
        <a href={whatsAppLink(whatsapp, WHATSAPP_GREETING)} rel="noopener" target="_blank">
          <Icon name="chat" />
          WhatsApp {shown.whatsapp}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone}`}>
          <Icon name="phone" />
          {shown.phone}
        </a>
      )}
      {socialUrl && (
        <a href={socialUrl} rel="noopener" target="_blank">
          <Icon name="share" />
          {socialLabel || formatWebAddress(socialUrl)}
        </a>
      )}
      {openingHours && (
        <p className={styles.hours}>
          <Icon name="clock" />
          {openingHours}
        </p>
      )}
    </Column>
  );
}

function Legal({ settings }: { settings: Brand }) {
  const { legalName, cnpj, shown, cadastur } = settings;
  const place = formatPlace(settings);
  if (!legalName && !cnpj && !cadastur && !place) return null;
  return (
    <p className={styles.legal}>
      {legalName && <span>{legalName}</span>}
      {cnpj && <span>CNPJ {shown.cnpj}</span>}
      {cadastur && <span>CADASTUR {cadastur}</span>}
      {place && <span>{place}</span>}
    </p>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.column}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
