import { Switch, Textarea, TextInput } from '@mantine/core';
import { NewPasswordInput } from '~/features/users/new-password-input';
import { PasswordField } from '~/features/users/password-field';
import { pageMeta } from '~/lib/page-meta';
import { Grid } from '~/ui/layout/grid';
import { Section, SectionCard } from '~/ui/layout/section';

export const meta = pageMeta('Campos');
export const handle = { title: 'Campos' };

export default function TextFields() {
  return (
    <>
      <Section title="Texto" lead="O nome em cima, a dica embaixo dele, o erro embaixo do campo.">
        <SectionCard>
          <Grid columns={2} gap={1.25}>
            <TextInput size="md" label="Nome do passeio" description="Aparece no portal" />
            <TextInput size="md" label="Com texto" defaultValue="Serra e cachoeira" />
            <TextInput size="md" label="Com erro" defaultValue="Se" error="Título: use pelo menos 3 caracteres." />
            <TextInput size="md" label="Só leitura" defaultValue="ana@exemplo.com.br" readOnly />
            <TextInput size="md" label="Indisponível" disabled />
            <Textarea size="md" label="Resumo" description="Até 240 caracteres" autosize minRows={2} />
          </Grid>
        </SectionCard>
      </Section>
      <Section title="Senha">
        <SectionCard>
          <Grid columns={2} gap={1.25}>
            <PasswordField size="md" label="Senha atual" autoComplete="off" />
            <NewPasswordInput name="exemplo" label="Nova senha" error={undefined} />
          </Grid>
        </SectionCard>
      </Section>
      <Section title="Ligar e desligar">
        <SectionCard>
          <Switch
            size="md"
            defaultChecked
            label="Mostrar a descrição"
            description="Em duas colunas, no diálogo do passeio"
          />
        </SectionCard>
      </Section>
    </>
  );
}
