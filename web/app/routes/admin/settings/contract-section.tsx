import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import {
  type ContractSettings,
  contractFields,
  contractRoutes,
  contractSettings,
  MAX_CONTRACT_TEXT,
  suggestedContract,
} from '@passeio/contract/contracts/travel-contract';
import { exampleValues, fillFields } from '@passeio/contract/messages/message-templates';
import { useEffect, useRef } from 'react';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Card } from '~/ui/layout/card';
import { Section } from '~/ui/layout/section';
import { FieldButtons } from './messages-section';
import styles from './messages-section.module.css';
import { CONTRACT } from './section-list';

const template = { channel: 'whatsapp', fields: contractFields } as const;

interface ContractSectionProps {
  contract: ContractSettings;
  /** Called when the dirty state changes. */
  onDirty: (dirty: boolean) => void;
}

/** The travel contract, with its fields and what it reads like. A form of its own. */
export function ContractSection({ contract, onDirty }: ContractSectionProps) {
  const element = useRef<HTMLFormElement>(null);
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: contract,
    schema: contractSettings,
    save: (body) => orRedirect(apiInPlace.call(contractRoutes.change, { body })),
    onSaved: (saved) => {
      reset(saved);
      showAlert('success', saved.text ? 'Contrato salvo. Vale para as próximas reservas.' : 'Contrato desligado.');
    },
  });
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const { text } = form.values;
  return (
    <Section
      fields
      id={CONTRACT}
      title="Contrato de viagem"
      lead="Quem reserva lê e aceita este texto, já com os seus dados. Vazio, ninguém aceita contrato. O que já foi aceito não muda."
    >
      <div className={styles.editor}>
        <form {...props} ref={element} className={styles.form}>
          <Stack gap={20}>
            <Textarea
              name="text"
              {...form.getInputProps('text')}
              label="Texto do contrato"
              description="Uma linha em branco começa outro parágrafo"
              size="md"
              autosize
              minRows={8}
              maxRows={24}
              maxLength={MAX_CONTRACT_TEXT}
            />
            {failure && !form.errors.text && <FormNotice>{failure}</FormNotice>}
            <Group gap="sm">
              <FormActions save="Salvar contrato" dirty={dirty} busy={isPending} onUndo={() => reset()} />
              {text === '' && (
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
          </Stack>
          <section aria-labelledby="previa-do-contrato">
            <Text component="h3" id="previa-do-contrato" mb="xs" fz="md" fw={600}>
              Prévia, com dados de exemplo
            </Text>
            <Card tone="sunken">
              <p className={styles.paragraph}>{text ? fillFields(text, exampleValues(template)) : 'Sem contrato.'}</p>
            </Card>
          </section>
          <FieldButtons template={template} form={element} into="text" />
        </form>
      </div>
    </Section>
  );
}
