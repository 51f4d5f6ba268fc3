import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import { uncapitalised } from '@passeio/contract/words';
import type { ComponentProps, ReactNode } from 'react';
import { formatPlace, formatWebAddress, WHATSAPP_GREETING, whatsAppLink } from '~/lib/formats';
import { describePage } from '~/lib/page-meta';
import { apiContext, loaded } from '~/lib/render.server';
import { type Brand, useSettings } from '~/lib/settings';
import { Icon } from '~/ui/media/icon';
import { RichText } from '~/ui/text/rich-text';
import pageStyles from '../shared/page.module.css';
import type { Route } from './+types/contact';
import styles from './contact.module.css';

export { PortalError as ErrorBoundary } from '../shared/portal-error';

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await loaded(context.get(apiContext).call(publicSettingsRoutes.read));
  return { contactHtml: settings.contactHtml };
}

export function meta(args: Route.MetaArgs) {
  const settings = args.matches[0].loaderData?.settings;
  return describePage(args, {
    title: 'Contato',
    description: settings && `Fale com ${settings.name}. ${settings.openingHours}`.trim(),
  });
}

export default function Contact({ loaderData: { contactHtml } }: Route.ComponentProps) {
  const settings = useSettings();
  return (
    <div className={pageStyles.page}>
      <h1 className={pageStyles.title}>Contato</h1>
      <p className={pageStyles.lead}>
        Fale com quem organiza o passeio.
        {settings.openingHours && ` Atendemos de ${uncapitalised(settings.openingHours)}.`}
      </p>
      <div className={styles.columns}>
        <Contacts settings={settings} />
        {contactHtml && <RichText html={contactHtml} className={pageStyles.text} />}
      </div>
    </div>
  );
}

/** The operator's data; empty ones are hidden. */
function Contacts({ settings }: { settings: Brand }) {
  const { whatsapp, phone, shown, email, socialUrl, socialLabel } = settings;
  const place = formatPlace(settings);
  if (!whatsapp && !phone && !email && !socialUrl && !place) return null;
  return (
    <ul className={`${pageStyles.grid} ${styles.ways}`}>
      {whatsapp && (
        <ContactLink icon="chat" label="WhatsApp" href={whatsAppLink(whatsapp, WHATSAPP_GREETING)} external>
          {shown.whatsapp}
        </ContactLink>
      )}
      {phone && (
        <ContactLink icon="phone" label="Telefone" href={`tel:${phone}`}>
          {shown.phone}
        </ContactLink>
      )}
      {email && (
        <ContactLink icon="mail" label="E-mail" href={`mailto:${email}`}>
          {email.split('@')[0]}
          <wbr />@{email.split('@')[1]}
        </ContactLink>
      )}
      {socialUrl && (
        <ContactLink icon="share" label="Redes sociais" href={socialUrl} external>
          {socialLabel || formatWebAddress(socialUrl)}
        </ContactLink>
      )}
      {place && (
        <ContactLink icon="pin" label="Endereço (ver no mapa)" href={mapOf(place)} external>
          {place}
        </ContactLink>
      )}
    </ul>
  );
}

function mapOf(place: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
}

interface ContactLinkProps {
  icon: ComponentProps<typeof Icon>['name'];
  label: string;
  href: string;
  external?: boolean;
  children: ReactNode;
}

function ContactLink({ icon, label, href, external, children }: ContactLinkProps) {
  return (
    <li>
      <a
        className={`${pageStyles.outlined} ${styles.way}`}
        href={href}
        {...(external ? { target: '_blank', rel: 'noopener' } : {})}
      >
        <span className={pageStyles.icon}>
          <Icon name={icon} size={22} />
        </span>
        <span className={styles.value}>
          <small>{label}</small>
          <span>{children}</span>
        </span>
      </a>
    </li>
  );
}
