import { IconBrandWhatsapp, IconCheck, IconPhone, IconUserX } from '@tabler/icons-react';
import styles from './boarding.module.css';

const icons = { boarded: IconCheck, missed: IconUserX, call: IconPhone, whatsapp: IconBrandWhatsapp };
const idOf = (name: string) => `boarding-icon-${name}`;

/**
 * Drawn once and referred to by every row: three hundred rows with icons of their own would have 5,000 elements more.
 */
export function RowIcons() {
  return (
    <svg width={0} height={0} className={styles.icons} aria-hidden>
      {Object.entries(icons).map(([name, Icon]) => (
        <Icon key={name} id={idOf(name)} />
      ))}
    </svg>
  );
}

export function RowIcon({ name }: { name: keyof typeof icons }) {
  return (
    <svg width={20} height={20} viewBox="0 0 24 24" aria-hidden>
      <use href={`#${idOf(name)}`} />
    </svg>
  );
}
