import { Group, TextInput } from '@mantine/core';
import { accentProperties } from '@passeio/contract/operator/accent';
import { operatorLabels } from '@passeio/contract/operator/operator';
import type { PublicSettings } from '@passeio/contract/operator/settings';
import type { CSSProperties } from 'react';
import { useOperatorField, useOperatorState } from '~/features/settings/form-context';
import { FormSection } from '~/ui/editing/form-section';
import { BrandMark, Emblem } from '~/ui/media/brand-mark';
import brandPreviewStyles from './brand-preview.module.css';
import styles from './brand-section.module.css';
import { LineField } from './fields';
import { LogoField } from './logo-field';

/** Name, logo and accent colour. */
export function BrandSection() {
  return (
    <FormSection id="marca" title="Marca" lead="O nome, o logo e a cor que os visitantes veem em todas as páginas.">
      <LineField name="name" maxLength={80} autoComplete="organization" description="Como o público conhece vocês" />
      <LogoField />
      <ColorField />
      <Preview />
    </FormSection>
  );
}

/** Colour input: picker or hex code. */
function ColorField() {
  const { value, error, change, leave } = useOperatorField('accentColor');
  const isColor = /^#[0-9a-f]{6}$/i.test(value.trim());
  return (
    <TextInput
      name="accentColor"
      label={operatorLabels.accentColor}
      description="Dos botões e links. Onde ela não se lê bem, o site a escurece ou clareia sozinho"
      size="md"
      autoComplete="off"
      spellCheck={false}
      maxLength={9}
      className={styles.color}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
      leftSectionWidth={56}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          aria-label="Escolher a cor"
          className={styles.picker}
          value={isColor ? value.trim().toLowerCase() : '#0b7285'}
          onChange={(event) => change(event.currentTarget.value)}
        />
      }
    />
  );
}

/** Preview of the unsaved values. */
function Preview() {
  const name = useOperatorState(({ fields }) => fields.name);
  const accentColor = useOperatorState(({ fields }) => fields.accentColor);
  const logo = useOperatorState(({ stored }) => stored.logo);
  return (
    <section className={styles.preview} aria-label="Prévia do site">
      <BrandPreview brand={{ name, logo, accentColor }} time="day" />
      <BrandPreview brand={{ name, logo, accentColor }} time="night" />
    </section>
  );
}

interface BrandPreviewProps {
  brand: Pick<PublicSettings, 'name' | 'logo' | 'accentColor'>;
  time: 'day' | 'night';
}

/** Non-interactive preview of the header and the accent colour in one colour scheme. */
function BrandPreview({ brand, time }: BrandPreviewProps) {
  return (
    <figure>
      <div
        className={brandPreviewStyles.page}
        data-time={time}
        style={accentProperties(brand.accentColor) as CSSProperties}
        inert
      >
        <div className={brandPreviewStyles.head}>
          {!brand.logo && <Emblem />}
          <span className={brandPreviewStyles.brand}>
            <BrandMark brand={{ ...brand, name: brand.name || 'Nome' }} />
          </span>
        </div>
        <Group gap="0.75rem 1.25rem" p="md">
          <span className={brandPreviewStyles.button}>Quero participar!</span>
          <span className={brandPreviewStyles.link}>Ver todos os passeios</span>
        </Group>
      </div>
      <figcaption className={brandPreviewStyles.caption}>{time === 'day' ? 'Modo claro' : 'Modo escuro'}</figcaption>
    </figure>
  );
}
