import { Box, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { bankOf } from '@passeio/contract/connections/banks';
import {
  type ConnectionField,
  type ConnectionKind,
  DEMONSTRATION,
  fieldsOf,
} from '@passeio/contract/connections/connection-kinds';
import {
  type ConnectionState,
  type ConnectionTrial,
  connectionChange,
  connectionRoutes,
} from '@passeio/contract/connections/connections';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { type FormOf, useSchemaForm } from '~/ui/editing/use-schema-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { Section } from '~/ui/layout/section';
import { CertificateInput } from './certificate-input';
import { ProofFields } from './proof-fields';

interface Values extends Record<string, unknown> {
  values: Record<string, string>;
  password: string;
  code: string;
  evenIfUnreachable: boolean;
}

/** What is typed of a connection; its fields are those of the table of kinds. */
export function ConnectionForm({ kind, connection }: { kind: ConnectionKind; connection: ConnectionState }) {
  const [isUnreachable, setUnreachable] = useState(false);
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: valuesOf(kind, connection),
    schema: connectionChange,
    save: async (body) => {
      try {
        const { connectedAt } = connection;
        return await api.call(connectionRoutes.change, {
          params: { kind },
          body: { ...body, connectedAt },
          toast: false,
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CONNECTION_UNREACHABLE') setUnreachable(true);
        throw error;
      }
    },
    onSaved: (saved) => {
      reset(valuesOf(kind, saved));
      showAlert('success', 'Conexão salva. Ela já vale.');
    },
    fields: (name) => (fieldsOf(kind).some(([field]) => field === name) ? `values.${name}` : undefined),
  });
  const trial = useTrial(kind, form);
  useUnsavedWarning(form.isDirty(), 'O que você digitou será perdido.');
  return (
    <Box component="form" mt="2.25rem" {...props}>
      <Section
        fields
        title={connection.source === 'browser' ? 'Trocar os dados' : 'Conectar'}
        lead={leadOf(connection)}
      >
        <Stack gap={20}>
          {fieldsOf(kind)
            .filter(([name]) => isShown(name, form))
            .map(([name, field]) => (
              <FieldInput
                key={name}
                name={name}
                field={field}
                choices={choicesOf(field, connection)}
                stored={connection.shown[name] ?? ''}
                form={form}
              />
            ))}
          <Group gap="sm">
            <Button size="md" variant="default" loading={trial.isPending} onClick={trial.start}>
              Testar conexão
            </Button>
          </Group>
          {trial.result && <TrialNotice trial={trial.result} />}
          {trial.failure && <FormNotice>{trial.failure}</FormNotice>}
        </Stack>
      </Section>
      <Section fields title="Confirme que é você" lead="Uma tela aberta não basta para trocar uma conexão.">
        <Stack gap={20}>
          <ProofFields form={form} />
          {isUnreachable && (
            <Checkbox
              size="md"
              label="Salvar mesmo sem resposta do provedor"
              description="Use só se você tem certeza dos dados. A conexão é testada de novo toda noite."
              {...form.getInputProps('evenIfUnreachable', { type: 'checkbox' })}
            />
          )}
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar conexão" dirty={form.isDirty()} busy={isPending} onUndo={() => reset()} />
        </Stack>
      </Section>
    </Box>
  );
}

function valuesOf(kind: ConnectionKind, connection: ConnectionState): Values {
  const values = fieldsOf(kind).map(([name, field]) => {
    const [first] = choicesOf(field, connection);
    return [name, field.secret ? '' : connection.shown[name] || first?.value || ''];
  });
  const typed = { values: withAddresses(Object.fromEntries(values)), password: '', code: '', evenIfUnreachable: false };
  return typed;
}

const withAddresses = (values: Record<string, string>) => {
  const bank = bankOf(values.bank ?? '');
  if (!bank) return values;
  return { ...values, apiUrl: values.apiUrl || bank.apiUrl, tokenUrl: values.tokenUrl || bank.tokenUrl };
};

const leadOf = ({ source, demonstrationUrl }: ConnectionState) => {
  if (source === 'browser') return 'O que ficar vazio continua como está.';
  return demonstrationUrl
    ? 'Testamos tudo antes de salvar.'
    : 'Você encontra estes dados no portal do provedor. Testamos tudo antes de salvar.';
};

const choicesOf = ({ choices = {} }: ConnectionField, { demonstrationUrl }: ConnectionState) =>
  Object.entries(choices)
    .filter(([value]) => (value === DEMONSTRATION) === (demonstrationUrl !== null))
    .map(([value, label]) => ({ value, label }));

// Addresses of a bank of the table are known, and a key of the application is asked for by those banks that want one.
function isShown(name: string, { values: { values }, errors }: FormOf<Values>): boolean {
  const bank = bankOf(values.bank ?? '');
  if (name === 'applicationKey') return Boolean(bank?.applicationKey);
  const isKnown = bank !== undefined && (name === 'apiUrl' || name === 'tokenUrl');
  return !isKnown || Boolean(errors[`values.${name}`]);
}

interface FieldInputProps {
  name: string;
  field: ConnectionField;
  choices: { value: string; label: string }[];
  /** What may be read of the stored value. */
  stored: string;
  form: FormOf<Values>;
}

function FieldInput({ name, field, choices, stored, form }: FieldInputProps) {
  const { label, help, input, secret, accept, isOptional } = field;
  const path = `values.${name}`;
  const own = form.getInputProps(path);
  const bank = bankOf(form.values.values.bank ?? '');
  const description = name === 'certificate' && bank ? bank.certificate : help;
  const shared = {
    size: 'md',
    label,
    description,
    required: !isOptional && stored === '',
    withAsterisk: false,
  } as const;
  if (input === 'file') {
    return (
      <CertificateInput
        {...shared}
        stored={stored !== ''}
        accept={accept}
        error={own.error}
        onRead={(text) => form.setFieldValue(path, text)}
      />
    );
  }
  if (input === 'choice') {
    return (
      <NativeSelect
        {...shared}
        {...own}
        name={path}
        data={choices}
        onChange={({ currentTarget: { value } }) =>
          name === 'bank' ? chooseBank(form, value) : form.setFieldValue(path, value)
        }
      />
    );
  }
  return (
    <TextInput
      {...shared}
      {...own}
      type={secret === 'password' ? 'password' : 'text'}
      name={path}
      autoComplete="off"
      spellCheck={false}
      data-1p-ignore
      placeholder={secret && stored ? `Guardado: ${stored}` : undefined}
      maxLength={300}
    />
  );
}

/** Fills the addresses of a bank of the table; those of another one are typed. */
function chooseBank(form: FormOf<Values>, bank: string): void {
  const { apiUrl = '', tokenUrl = '' } = bankOf(bank) ?? {};
  form.setFieldValue('values', { ...form.getValues().values, bank, apiUrl, tokenUrl });
}

function useTrial(kind: ConnectionKind, form: FormOf<Values>) {
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: (values: Record<string, string>) =>
      api.call(connectionRoutes.test, { params: { kind }, body: { values }, toast: false }),
    onSuccess: ({ problems }) => form.setErrors(byField(problems)),
    onError: (failure) => {
      if (failure instanceof ApiError) {
        form.setErrors(byField(Object.entries(failure.fields).map(([field, sentence]) => ({ field, sentence }))));
      }
    },
  });
  return {
    result: data,
    failure: error && !(error instanceof ApiError && Object.keys(error.fields).length > 0) ? error.message : undefined,
    isPending,
    start() {
      reset();
      mutate(form.getValues().values);
    },
  };
}

const byField = (problems: ConnectionTrial['problems']) =>
  Object.fromEntries(problems.map(({ field, sentence }) => [`values.${field}`, sentence]));

function TrialNotice({ trial: { outcome, problems, notes } }: { trial: ConnectionTrial }) {
  const said = [...new Set(problems.map(({ sentence }) => sentence))];
  return (
    <FormNotice tone={outcome === 'accepted' ? 'info' : 'error'}>
      {outcome === 'accepted' && <Text fw={600}>A conexão funciona.</Text>}
      {[...said, ...notes].map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </FormNotice>
  );
}
