import { uncapitalised } from '@passeio/contract/words';
import type { ComponentProps, ReactNode } from 'react';
import { useSettings } from '~/lib/settings';
import { Icon } from '~/ui/media/icon';
import pageStyles from '../shared/page.module.css';
import styles from './assurances.module.css';

/** Trust signals from the operator's settings. */
export function Assurances() {
  const { cadastur, whatsapp, openingHours } = useSettings();
  return (
    <ul className={styles.list}>
      {cadastur && (
        <Assurance icon="check" title="Agência registrada">
          CADASTUR <span className={styles.number}>{cadastur}</span>
        </Assurance>
      )}
      <Assurance icon="ticket" title="Vaga no seu nome">
        Reserve aqui e garanta com o sinal por Pix
      </Assurance>
      {whatsapp && (
        <Assurance icon="chat" title="Gente que responde">
          No WhatsApp
          {openingHours && `, de ${uncapitalised(openingHours)}`}
        </Assurance>
      )}
    </ul>
  );
}

interface AssuranceProps {
  icon: ComponentProps<typeof Icon>['name'];
  title: string;
  children: ReactNode;
}

function Assurance({ icon, title, children }: AssuranceProps) {
  return (
    <li className={styles.assurance}>
      <span className={pageStyles.icon}>
        <Icon name={icon} size={22} />
      </span>
      <span>
        <strong>{title}</strong>
        <span className={styles.text}>{children}</span>
      </span>
    </li>
  );
}
