import { Group } from '@mantine/core';
import { accentProperties } from '@passeio/contract/operator/accent';
import type { PublicSettings } from '@passeio/contract/operator/settings';
import type { CSSProperties } from 'react';
import { BrandMark, Emblem } from '~/ui/media/brand-mark';
import styles from './brand-preview.module.css';

interface BrandPreviewProps {
  brand: Pick<PublicSettings, 'name' | 'logo' | 'accentColor'>;
  time: 'day' | 'night';
}

/** Non-interactive preview of the header and the accent colour in one colour scheme. */
export function BrandPreview({ brand, time }: BrandPreviewProps) {
  return (
    <figure>
      <div className={styles.page} data-time={time} style={accentProperties(brand.accentColor) as CSSProperties} inert>
        <div className={styles.head}>
          {!brand.logo && <Emblem />}
          <span className={styles.brand}>
            <BrandMark brand={{ ...brand, name: brand.name || 'Nome' }} />
          </span>
        </div>
        <Group gap="0.75rem 1.25rem" p="md">
          <span className={styles.button}>Quero participar!</span>
          <span className={styles.link}>Ver todos os passeios</span>
        </Group>
      </div>
      <figcaption className={styles.caption}>{time === 'day' ? 'Modo claro' : 'Modo escuro'}</figcaption>
    </figure>
  );
}
