import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { userRoutes } from '@passeio/contract/users/user-routes';
import { type PersonChange, type PersonDetails, signUpPayload } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import { IconUsers } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/features/session/api';
import { PersonFields } from '~/features/users/person-fields';
import {
  fieldNames,
  optionalFields,
  type PersonField,
  type PersonFormValues,
  payloadNames,
  personFormValues,
  toWire,
} from '~/features/users/person-form';
import { ApiError } from '~/lib/api';
import { mergeFields } from '~/lib/merge-fields';
import { formatDocumentCpf } from '~/lib/number-formats';
import { useSettings } from '~/lib/settings';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import styles from '~/ui/inputs/read-only.module.css';
import { Section, SectionCard } from '~/ui/layout/section';
import { MaskedDocuments } from '~/ui/text/masked-documents';
import { loadNewest } from './person-access';

const documents = ['rg', 'cpf'] as const;
type DocumentField = (typeof documents)[number];

const labels: Record<PersonField, string> = {
  fullname: 'Nome completo',
  rg: 'RG',
  emitter: 'Órgão emissor',
  cpf: 'CPF',
  birthdate: 'Data de nascimento',
  contact: 'Celular ou telefone',
  email: 'E-mail',
};

/** Fields that somebody else saved meanwhile, beside the typed values. */
function ChangedFields({ changed, onTake }: { changed: ChangedField[]; onTake: (name: PersonField) => void }) {
  if (changed.length === 0) return null;
  return (
    <Alert
      color="accent"
      variant="light"
      icon={<IconUsers aria-hidden />}
      role="alert"
      title="Outra pessoa salvou alterações enquanto você editava"
    >
      <p>Nada se perdeu. Confira e salve de novo.</p>
      <Stack component="ul" gap={14} mt="sm">
        {changed.map(({ name, saved, typed }) => (
          <Stack component="li" key={name} gap={4} align="flex-start">
            <strong>{labels[name]}</strong>
            <span>Salvo agora: {saved || 'vazio'}</span>
            {typed === saved ? (
              <span>Já está no formulário.</span>
            ) : (
              <>
                <span>No seu formulário: {typed || 'vazio'}</span>
                <Button
                  variant="default"
                  size="md"
                  onClick={() => onTake(name)}
                  aria-label={`Usar o salvo em ${labels[name]}`}
                >
                  Usar o salvo
                </Button>
              </>
            )}
          </Stack>
        ))}
      </Stack>
    </Alert>
  );
}

/** Documents that are saved, masked until they are asked for: their inputs are for corrections. */
function Documents({ person: { id, version, name, hasAccount, masked = {} } }: { person: PersonDetails }) {
  const text = documentsText(masked);
  const { mutate, isPending } = useMutation({
    mutationFn: (field: DocumentField) => api.call(userRoutes.change, { body: { id, version, [field]: null } }),
    onSuccess: () => showAlert('success', 'Documento apagado.'),
  });
  if (!text) return null;
  async function load(): Promise<string> {
    const shown = await api.call(userRoutes.showDocuments, { params: { userId: id } });
    return documentsText({ rg: shown.rg, cpf: shown.cpf && formatDocumentCpf(shown.cpf) });
  }
  async function remove(field: DocumentField): Promise<void> {
    const titulo = `Apagar o ${labels[field]}?`;
    const mensagem = `${name} fica sem ${labels[field]} no cadastro. O que já foi impresso ou enviado não muda.`;
    if (await askToConfirm({ titulo, mensagem, tipo: 'danger' })) mutate(field);
  }
  return (
    <Stack gap={0} mb="md">
      <MaskedDocuments key={text} text={text} name={name} load={load} />
      <Text variant="hint">Preencha RG e CPF só para corrigir: vazios, ficam como estão.</Text>
      {!hasAccount && (
        <Group gap={0} ml={-12}>
          {documents.map(
            (field) =>
              masked[field] && (
                <Button
                  key={field}
                  size="md"
                  px={12}
                  variant="subtle"
                  color="red"
                  disabled={isPending}
                  onClick={() => void remove(field)}
                >
                  {`Apagar ${labels[field]}`}
                </Button>
              ),
          )}
        </Group>
      )}
    </Stack>
  );
}

function documentsText({ rg, cpf }: { rg?: string | null | undefined; cpf?: string | null | undefined }): string {
  return [rg && `RG ${rg}`, cpf && `CPF ${cpf}`].filter(Boolean).join(' · ');
}

interface PersonDataProps {
  person: PersonDetails;
  /** Whether this is the signed-in user. */
  isSelf: boolean;
}

/** Form of a person's data. */
export function PersonData({ person, isSelf }: PersonDataProps) {
  const { state, identity } = useSettings();
  const isEmailFixed = person.hasAccount && (isSelf || identity.provider === 'firebase');
  const { form, failure, isPending, revision, props, changed, take, undo } = useCorrection(person);
  const dirty = form.isDirty();
  useUnsavedWarning(dirty, 'O que você alterou nos dados desta pessoa será perdido.');
  return (
    <Section title="Dados" lead="Vão para a lista de passageiros. A pessoa vê em Minha conta o que for corrigido aqui.">
      <SectionCard>
        <form {...props}>
          <ChangedFields changed={changed} onTake={take} />
          <Documents person={person} />
          <PersonFields
            key={revision}
            masked={person.masked}
            errors={form.errors}
            homeState={state}
            defaults={form.values}
            onChange={form.setFieldValue}
            whose={person.hasAccount ? 'account' : 'guest'}
          />
          <TextInput
            name="email"
            label="E-mail"
            description={
              isEmailFixed
                ? 'É o da conta: só a própria pessoa troca, em Minha conta'
                : person.hasAccount
                  ? 'É o da conta. Se você trocar, a pessoa confirma o novo endereço e entra de novo'
                  : 'Se a pessoa criar uma conta com este e-mail e este CPF, as reservas aparecem para ela'
            }
            size="md"
            type="email"
            autoComplete="off"
            readOnly={isEmailFixed}
            className={isEmailFixed ? styles.readOnly : undefined}
            {...form.getInputProps('email')}
          />
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar alterações" dirty={dirty} busy={isPending} onUndo={undo} />
        </form>
      </SectionCard>
    </Section>
  );
}

/**
 * The form of a person's data. `person` may become newer while the user types: what was typed is never replaced, and
 * saving over somebody else's change shows it in `changed` instead, with both versions to choose from.
 */
function useCorrection(person: PersonDetails) {
  const [base, setBase] = useState(person);
  const [changed, setChanged] = useState<ChangedField[]>([]);
  const shown = personFormValues(base);
  const { reset, ...editing } = useSchemaForm({
    initial: shown,
    schema: correction,
    toBody: (typed: PersonFormValues) => correctionOf(shown, typed, base.hasAccount),
    fields: { name: 'fullname' },
    save: (body) => saveOrLoadNewest(base, body),
    onSaved: (saved) => {
      if (saved?.isNewest) compare(saved.person);
      else if (saved) show(saved.person);
    },
  });
  const { form } = editing;

  function show(newest: PersonDetails, typed?: PersonFormValues, others: ChangedField[] = []): void {
    setBase(newest);
    setChanged(others);
    reset(personFormValues(newest), typed);
  }

  function compare(newest: PersonDetails): void {
    const merged = mergeTyped(shown, personFormValues(newest), form.getValues());
    show(newest, merged.typed, merged.changed);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (person.version <= base.version) return;
    // Role and access are no part of the form: a newer version of those alone does not disturb the typing.
    const isSameData = fieldNames.every((name) => personFormValues(person)[name] === shown[name]);
    if (isSameData) setBase(person);
    else if (!form.isDirty()) show(person);
  }, [person]);

  /** Puts what the other person saved into a field; the rest of what is typed stays. */
  function take(name: PersonField): void {
    const others = changed.map((one) => (one.name === name ? { ...one, typed: one.saved } : one));
    show(base, { ...form.getValues(), [name]: shown[name] }, others);
  }

  return { ...editing, changed, take, undo: () => show(base) };
}

/**
 * Saves a correction, after a question where the e-mail of an account is to change; undefined if it is not to. Answers
 * the newest version, unsaved, if somebody else has changed the person meanwhile.
 */
async function saveOrLoadNewest(
  person: PersonDetails,
  change: Correction,
): Promise<{ person: PersonDetails; isNewest?: boolean } | undefined> {
  if (Object.keys(change).length === 0) {
    showAlert('info', 'Nada mudou: os dados já estavam assim.');
    return { person };
  }
  const newEmail = person.hasAccount ? change.email : undefined;
  if (newEmail && !(await askAboutEmail(person, newEmail))) return undefined;
  try {
    const { id, version } = person;
    const saved = await api.call(userRoutes.change, { body: { id, version, ...change }, toast: false });
    showAlert('success', newEmail ? 'Dados salvos. Enviamos o link de confirmação ao novo e-mail.' : 'Dados salvos.');
    return { person: saved };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CHANGED_MEANWHILE') throw error;
    return { person: await loadNewest(person.id), isNewest: true };
  }
}

function askAboutEmail({ name, email }: PersonDetails, newEmail: string): Promise<boolean> {
  return askToConfirm({
    titulo: 'Trocar o e-mail da conta?',
    mensagem:
      `${name} passa a entrar com ${newEmail} e a mesma senha, sai dos aparelhos em que está e precisa confirmar o novo ` +
      `endereço. Avisamos também ${email}.`,
    tipo: 'danger',
  });
}

type Correction = Omit<PersonChange, 'id' | 'version'>;

const { name, contact, ...rules } = signUpPayload.shape;

/** What of a person is corrected; null deletes what guests may lack. */
export const correction = z
  .object({
    name,
    contact,
    email: rules.email.nullable(),
    cpf: rules.cpf.nullable(),
    rg: rules.rg.nullable(),
    emitter: rules.emitter.nullable(),
    birthdate: rules.birthdate.nullable(),
  })
  .partial();

/** What was typed over what the form showed: the rest is not validated, as it may be older than today's rules. */
export function correctionOf(shown: PersonFormValues, typed: PersonFormValues, hasAccount: boolean) {
  const touched = fieldNames.filter((field) => typed[field].trim() !== shown[field].trim());
  const isDeleted = (field: PersonField) => !hasAccount && optionalFields.includes(field) && typed[field].trim() === '';
  return Object.fromEntries(
    touched.map((field) => [payloadNames[field], isDeleted(field) ? null : toWire(field, typed[field])]),
  );
}

/** A field that somebody else has changed meanwhile: what is saved now, and what stands in the form. */
interface ChangedField {
  name: PersonField;
  saved: string;
  typed: string;
}

/** Three-way merge in which `typed` wins; `changed` says which fields the other person has changed. */
export function mergeTyped(
  shown: PersonFormValues,
  saved: PersonFormValues,
  typed: PersonFormValues,
): { typed: PersonFormValues; changed: ChangedField[] } {
  const { fields } = mergeFields({ base: shown, mine: typed, theirs: saved });
  const changed = fieldNames
    .filter((name) => saved[name] !== shown[name])
    .map((name) => ({ name, saved: saved[name], typed: fields[name] }));
  return { typed: fields, changed };
}
