import { useState } from 'react';
import { pageMeta } from '~/lib/page-meta';
import { cnpjMask, cpfMask, dateMask, MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { MoneyInput } from '~/ui/inputs/money-input';
import { Grid } from '~/ui/layout/grid';
import { Section, SectionCard } from '~/ui/layout/section';

export const meta = pageMeta('Máscaras');
export const handle = { title: 'Máscaras' };

export default function Masks() {
  const [price, setPrice] = useState('');
  return (
    <Section title="Pontuação que se escreve sozinha" lead="Cole ou digite só os números.">
      <SectionCard>
        <Grid columns={2} gap={1.25}>
          <MaskedInput mask={cpfMask} size="md" label="CPF" placeholder="000.000.000-00" inputMode="numeric" />
          <MaskedInput
            mask={cnpjMask}
            size="md"
            label="CNPJ"
            description="Também o novo, com letras"
            placeholder="00.000.000/0000-00"
          />
          <MaskedInput
            mask={phoneMask}
            size="md"
            label="Celular ou telefone"
            placeholder="(00) 00000-0000"
            type="tel"
          />
          <MaskedInput
            mask={dateMask}
            size="md"
            label="Data de nascimento"
            placeholder="dd/mm/aaaa"
            inputMode="numeric"
          />
          <MoneyInput label="Preço" description="Completa os centavos ao sair" value={price} onChange={setPrice} />
        </Grid>
      </SectionCard>
    </Section>
  );
}
