import { Button, Group } from '@mantine/core';
import {
  type ContractSettings,
  contractRoutes,
  contractSettings,
  suggestedContract,
} from '@passeio/contract/contracts/travel-contract';
import { useEffect } from 'react';
import { ContractEditor } from '~/features/messages/contract-editor';
import { api } from '~/features/session/api';
import { CONTRACT } from '~/features/settings/section-list';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Section } from '~/ui/layout/section';

interface ContractSectionProps {
  contract: ContractSettings;
  /** Called when the dirty state changes. */
  onDirty: (dirty: boolean) => void;
}

/** The travel contract, with its fields and what it reads like. A form of its own. */
export function ContractSection({ contract, onDirty }: ContractSectionProps) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: contract,
    schema: contractSettings,
    save: (body) => api.call(contractRoutes.change, { body, toast: false }),
    onSaved: (saved) => {
      reset(saved);
      showAlert('success', saved.text ? 'Contrato salvo. Vale para as próximas reservas.' : 'Contrato desligado.');
    },
  });
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return (
    <Section
      fields
      id={CONTRACT}
      title="Contrato de viagem"
      lead="Quem reserva lê e aceita este texto, já com os seus dados. Vazio, ninguém aceita contrato. O que já foi aceito não muda."
    >
      <form {...props}>
        <ContractEditor
          text={form.values.text}
          input={form.getInputProps('text')}
          label="Texto do contrato"
          description="Uma linha em branco começa outro parágrafo"
        >
          {failure && !form.errors.text && <FormNotice>{failure}</FormNotice>}
          <Group gap="sm">
            <FormActions save="Salvar contrato" dirty={dirty} busy={isPending} onUndo={() => reset()} />
            {form.values.text === '' && (
              <Button
                type="button"
                size="md"
                variant="default"
                onClick={() => form.setFieldValue('text', suggestedContract)}
              >
                Começar com um modelo
              </Button>
            )}
          </Group>
        </ContractEditor>
      </form>
    </Section>
  );
}
