import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { pageMeta } from '~/lib/page-meta';
import { timeZoneChoices } from '~/lib/time-zone-choices';
import { IssuerInput } from '~/ui/inputs/issuer-input';
import { Section, SectionCard } from '~/ui/layout/section';
import styles from './template.module.css';

export const meta = pageMeta('Listas de escolha');
export const handle = { title: 'Listas de escolha' };

export default function Selects() {
  const zones = useMemo(timeZoneChoices, []);
  return (
    <>
      <Section title="Uma de poucas" lead="A lista do próprio aparelho: rápida no celular e no teclado.">
        <SectionCard>
          <div className={styles.fields}>
            <NativeSelect size="md" label="Perfil" data={['Administrador', 'Operador', 'Cliente']} />
            <NativeSelect size="md" label="Fuso horário" data={zones} defaultValue="America/Sao_Paulo" />
          </div>
        </SectionCard>
      </Section>
      <Section title="Sugestões" lead="Qualquer texto vale; as sugestões só ajudam.">
        <SectionCard>
          <div className={styles.fields}>
            <IssuerInput size="md" label="Órgão emissor" description="Com a UF, como em SSP/MG" homeState="MG" />
          </div>
        </SectionCard>
      </Section>
    </>
  );
}
