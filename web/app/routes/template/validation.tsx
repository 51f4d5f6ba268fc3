import { Button, Group } from '@mantine/core';
import type { FormEvent } from 'react';
import { PersonFields } from '~/features/users/person-fields';
import { checkPersonField, parsePerson } from '~/features/users/person-form';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { useFieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';
import { Section, SectionCard } from '~/ui/layout/section';

export const meta = pageMeta('Validação');
export const handle = { title: 'Validação' };

export default function Validation() {
  const { state } = useSettings();
  const { form, errors, refuse, watch } = useFieldErrors(checkPersonField);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    typed.set('email', 'ana@exemplo.com.br');
    const read = parsePerson(typed);
    refuse('errors' in read ? read.errors : {});
    if (!('errors' in read)) showAlert('success', 'Tudo certo: nada foi enviado.');
  }

  return (
    <Section
      title="Erros ao lado dos campos"
      lead="O campo é conferido ao sair dele; depois de um erro, a cada tecla. Ao enviar, o primeiro errado recebe o foco."
    >
      <SectionCard>
        <form ref={form} noValidate onSubmit={submit} {...watch}>
          <PersonFields errors={errors} homeState={state} />
          <Group gap="sm">
            <Button type="submit" size="md">
              Conferir
            </Button>
          </Group>
        </form>
      </SectionCard>
    </Section>
  );
}
