import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { pageMeta } from '~/lib/page-meta';
import { timeZoneChoices } from '~/lib/time-zone-choices';
import { IssuerInput } from '~/ui/inputs/issuer-input';
import { Grid } from '~/ui/layout/grid';
import { Section, SectionCard } from '~/ui/layout/section';

export const meta = pageMeta('Listas de escolha');
export const handle = { title: 'Listas de escolha' };

export default function Selects() {
  const zones = useMemo(timeZoneChoices, []);
  return (
    <>
      <Section title="Uma de poucas" lead="A lista do próprio aparelho: rápida no celular e no teclado.">
        <SectionCard>
          <Grid columns={2} gap={1.25}>
            <NativeSelect size="md" label="Perfil" data={['Administrador', 'Operador', 'Cliente']} />
            <NativeSelect size="md" label="Fuso horário" data={zones} defaultValue="America/Sao_Paulo" />
          </Grid>
        </SectionCard>
      </Section>
      <Section title="Sugestões" lead="Qualquer texto vale; as sugestões só ajudam.">
        <SectionCard>
          <Grid columns={2} gap={1.25}>
            <IssuerInput size="md" label="Órgão emissor" description="Com a UF, como em SSP/MG" homeState="MG" />
          </Grid>
        </SectionCard>
      </Section>
    </>
  );
}
