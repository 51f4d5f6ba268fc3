import { Button, Stack, Switch, Text, TextInput } from '@mantine/core';
import {
  type MinorStatementDraft,
  minorStatementDraft,
  minorStatements,
  statementVersion,
} from '@passeio/contract/reservations/minor-statement';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';

interface StatementFormProps {
  /** Who probably says it. */
  name: string;
  /** Staff writes who said it on the telephone. */
  forStaff?: boolean;
  save: (statement: MinorStatementDraft) => Promise<unknown>;
}

/** What the responsible adult says of the minors of a reservation: one sentence, one tick, and their name. */
export function StatementForm({ name, forStaff, save }: StatementFormProps) {
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { name, version: false },
    schema: minorStatementDraft,
    toBody: ({ version, ...typed }) => ({ ...typed, version: version ? statementVersion : '' }),
    save,
    onSaved: () => showAlert('success', 'Declaração registrada.'),
  });
  return (
    <form {...props}>
      <Stack gap="md" align="flex-start">
        {forStaff && (
          <Text variant="hint">Leia a declaração para quem responde pelos menores e registre quem concordou.</Text>
        )}
        <Switch
          {...form.getInputProps('version', { type: 'checkbox' })}
          size="md"
          label={minorStatements[statementVersion]}
          styles={{ label: { lineHeight: 1.4, textWrap: 'pretty' } }}
        />
        <TextInput
          {...form.getInputProps('name')}
          name="name"
          size="md"
          w="100%"
          maw={420}
          label={forStaff ? 'Quem declarou' : 'Seu nome completo'}
          maxLength={120}
          autoComplete={forStaff ? 'off' : 'name'}
        />
        {failure && <FormNotice>{failure}</FormNotice>}
        <Button type="submit" size="md" loading={isPending}>
          {forStaff ? 'Registrar declaração' : 'Declarar'}
        </Button>
      </Stack>
    </form>
  );
}
