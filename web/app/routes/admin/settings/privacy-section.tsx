import { Anchor, Stack, TextInput } from '@mantine/core';
import { type PrivacyState, privacyRoutes, privacySettings } from '@passeio/contract/privacy/privacy';
import { useEffect } from 'react';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Section } from '~/ui/layout/section';

interface PrivacySectionProps {
  privacy: PrivacyState;
  /** Called when the dirty state changes. */
  onDirty: (dirty: boolean) => void;
}

/** Who answers for personal data, as the privacy notice names them. A form of its own. */
export function PrivacySection({ privacy, onDirty }: PrivacySectionProps) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: privacy,
    schema: privacySettings,
    save: (body) => orRedirect(apiInPlace.call(privacyRoutes.changeSettings, { body })),
    onSaved: (saved) => {
      reset(saved);
      showAlert('success', 'Configurações de privacidade salvas.');
    },
  });
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return (
    <Section
      fields
      id="privacidade"
      title="Privacidade"
      lead={
        <>
          Aparece no{' '}
          <Anchor href="/portal/privacidade" target="_blank" inherit>
            aviso de privacidade
          </Anchor>
          , feito do que o sistema guarda.
        </>
      }
    >
      <form {...props}>
        <Stack gap={20}>
          <TextInput
            name="contact"
            {...form.getInputProps('contact')}
            label="Canal de contato"
            description="E-mail ou telefone para quem pergunta ou pede algo sobre os seus dados"
            size="md"
            maxLength={160}
            required
            withAsterisk={false}
          />
          <TextInput
            name="controller"
            {...form.getInputProps('controller')}
            label="Responsável pelos dados"
            description="Vazio, é a razão social"
            size="md"
            maxLength={120}
          />
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar privacidade" dirty={dirty} busy={isPending} onUndo={() => reset()} />
        </Stack>
      </form>
    </Section>
  );
}
