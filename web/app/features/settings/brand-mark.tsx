import type { PublicSettings } from '@passeio/contract/operator/settings';
import { logoAddress } from '@passeio/contract/public-paths';
import styles from './brand-mark.module.css';

/** The operator's logo, else the name. */
export function BrandMark({ brand: { name, logo } }: { brand: Pick<PublicSettings, 'name' | 'logo'> }) {
  if (!logo) return <span className={styles.name}>{name}</span>;
  return (
    <img
      className={styles.logo}
      src={logoAddress(logo, 'logo.webp')}
      alt={name}
      width={logo.width}
      height={logo.height}
    />
  );
}

/** Decorative emblem beside the name of an operator without a logo. */
export function Emblem() {
  return (
    <svg viewBox="0 0 64 64" width="36" height="36" aria-hidden="true">
      <rect fill="var(--accent)" width="64" height="64" rx="16" />
      <circle cx="44" cy="22" r="8" fill="#ffd166" />
      <path fill="#fff" d="M6 48 22 24l10 14 6-8 20 18v1a9 9 0 0 1-9 9H15a9 9 0 0 1-9-9z" />
    </svg>
  );
}
