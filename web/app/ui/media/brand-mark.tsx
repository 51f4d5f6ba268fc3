import { API_BASE, publicApiPaths } from '@passeio/contract/public-paths';
import type { PublicSettings } from '@passeio/contract/settings';
import styles from './brand-mark.module.css';

/** Whose site this is: the operator's logo, or the name where there is none. */
export function BrandMark({ brand: { name, logo } }: { brand: Pick<PublicSettings, 'name' | 'logo'> }) {
  if (!logo) return <span className={styles.name}>{name}</span>;
  return (
    <img
      className={styles.logo}
      src={`${API_BASE}${publicApiPaths.logoRendition(logo.id, 'logo.webp')}`}
      alt={name}
      width={logo.width}
      height={logo.height}
    />
  );
}
