import type { ReactNode } from 'react';
import { formatContact, formatDocumentCnpj, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { Icon } from '~/ui/icon';
import { PrefetchLink } from '~/ui/prefetch-link';
import { WHATSAPP_GREETING } from './contact-words';
import styles from './footer.module.css';

export function Footer() {
  const settings = useSettings();
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.columns}>
          <div className={styles.brand}>
            <p className={styles.name}>{settings.name}</p>
            <p className={styles.tagline}>{settings.tagline}</p>
          </div>
          <Column title="Fale com a gente">
            <a href={whatsAppLink(settings.whatsapp, WHATSAPP_GREETING)} rel="noopener" target="_blank">
              <Icon name="chat" />
              WhatsApp {formatContact(settings.whatsapp)}
            </a>
            <a href={`tel:${settings.phone}`}>
              <Icon name="phone" />
              {formatContact(settings.phone)}
            </a>
            <a href={settings.socialUrl} rel="noopener" target="_blank">
              <Icon name="share" />
              {settings.socialLabel}
            </a>
            <p className={styles.hours}>
              <Icon name="clock" />
              {settings.openingHours}
            </p>
          </Column>
          <Column title="Conheça">
            <PrefetchLink to="/portal/passeio">Todos os passeios</PrefetchLink>
            <PrefetchLink to="/portal/contato">Contato</PrefetchLink>
            <PrefetchLink to="/portal/politicacancelamento">Política de cancelamento</PrefetchLink>
          </Column>
        </div>
        <p className={styles.legal}>
          <span>{settings.legalName}</span>
          <span>CNPJ {formatDocumentCnpj(settings.cnpj)}</span>
          <span>CADASTUR {settings.cadastur}</span>
          <span>
            {settings.address}, {settings.city}/{settings.state}
          </span>
        </p>
      </div>
    </footer>
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
