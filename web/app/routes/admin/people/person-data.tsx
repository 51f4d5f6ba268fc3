import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { type PersonChange, type PersonDetails, signUpPayload } from '@passeio/contract/users/users';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { loadPerson, savePerson } from '~/features/users/person';
import { PersonFields } from '~/features/users/person-fields';
import {
  errorsByField,
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
import { useSettings } from '~/lib/settings';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormActions } from '~/ui/editing/form-actions';
import { useDirtyForm } from '~/ui/editing/use-dirty-form';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { Section, SectionCard } from '~/ui/layout/section';
import styles from '../../area/my-account/my-account.module.css';
import changedFieldsStyles from './changed-fields.module.css';

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
            <span className={changedFieldsStyles.version}>Salvo agora: {saved || 'vazio'}</span>
            {typed === saved ? (
              <span className={changedFieldsStyles.version}>Já está no formulário.</span>
            ) : (
              <>
                <span className={changedFieldsStyles.version}>No seu formulário: {typed || 'vazio'}</span>
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

interface PersonDataProps {
  person: PersonDetails;
  /** Whether this is the signed-in user. */
  isSelf: boolean;
  onSaved: (person: PersonDetails) => void;
}

/** Form of a person's data. */
export function PersonData({ person, isSelf, onSaved }: PersonDataProps) {
  const { state, identity } = useSettings();
  const isEmailFixed = person.hasAccount && (isSelf || identity.provider === 'firebase');
  const { props, errors, defaults, version, changed, dirty, busy, touchIssuer, take, undo } = useCorrection(
    person,
    onSaved,
  );
  useUnsavedWarning(dirty, 'O que você alterou nos dados desta pessoa será perdido.');
  return (
    <Section title="Dados" lead="Vão para a lista de passageiros. A pessoa vê em Minha conta o que for corrigido aqui.">
      <SectionCard>
        <form key={version} {...props}>
          <ChangedFields changed={changed} onTake={take} />
          <PersonFields
            errors={errors}
            homeState={state}
            defaults={defaults}
            onIssuerChange={touchIssuer}
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
            defaultValue={defaults.email}
            error={errors.email}
            className={isEmailFixed ? styles.readOnly : undefined}
          />
          <FormActions save="Salvar alterações" dirty={dirty} busy={busy} onUndo={undo} />
        </form>
      </SectionCard>
    </Section>
  );
}

/**
 * The form of a person's data. `person` may become newer while one types: what was typed is never replaced, and saving
 * over somebody else's change tells it in `changed` instead, with both versions in the form to choose from.
 */
function useCorrection(person: PersonDetails, onSaved: (person: PersonDetails) => void) {
  const [base, setBase] = useState(person);
  const [defaults, setDefaults] = useState(personFormValues(person));
  const [changed, setChanged] = useState<ChangedField[]>([]);
  const shown = personFormValues(base);
  const form = useDirtyForm({
    check: (name, value) => checkCorrection(shown, base.hasAccount, name, value),
    read: (form) => {
      const typed = readTyped(form);
      const read = readCorrection(shown, typed, base.hasAccount);
      return 'errors' in read ? read : { ...read, typed };
    },
    save: async ({ correction, typed }) => {
      try {
        const saved = await saveAndTell(base, correction);
        if (!saved) return;
        draw(saved);
        onSaved(saved);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'CHANGED_MEANWHILE') throw error;
        await compare(typed);
      }
    },
    named: errorsByField,
  });

  function draw(from: PersonDetails, typed = personFormValues(from), others: ChangedField[] = []): void {
    setBase(from);
    setDefaults(typed);
    setChanged(others);
    form.redraw(fieldNames.some((name) => typed[name] !== personFormValues(from)[name]));
  }

  // Role and access are no part of the form: with those alone newer, one goes on typing.
  const isSameData = fieldNames.every((name) => personFormValues(person)[name] === shown[name]);
  if (person.version > base.version && isSameData) setBase(person);
  else if (person.version > base.version && !form.dirty) draw(person);

  async function compare(typed: PersonFormValues): Promise<void> {
    const newest = await loadPerson(base.id).catch(tellNothingMore);
    if (!newest) return;
    const merged = mergeTyped(shown, personFormValues(newest), typed);
    draw(newest, merged.typed, merged.changed);
    onSaved(newest);
  }

  /** Puts what the other person saved into a field; the rest of what is typed stays. */
  function take(name: PersonField): void {
    if (!form.form.current) return;
    const typed = readTyped(new FormData(form.form.current));
    draw(
      base,
      { ...typed, [name]: shown[name] },
      changed.map((one) => (one.name === name ? { ...one, typed: one.saved } : one)),
    );
  }

  return {
    ...form,
    defaults,
    changed,
    touchIssuer: (value: string) => form.change('emitter', value, defaults.emitter),
    take,
    undo: () => draw(base),
  };
}

/** The API client has told the failure; what is typed is still there. */
function tellNothingMore(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/**
 * Saves what was corrected and says so in a toast, once it is sure that the e-mail of an account is to change;
 * undefined where it is not. A failure has been told by the API client.
 */
async function saveAndTell(
  person: PersonDetails,
  correction: Parameters<typeof savePerson>[1],
): Promise<PersonDetails | undefined> {
  if (Object.keys(correction).length === 0) {
    showAlert('info', 'Nada mudou: os dados já estavam assim.');
    return person;
  }
  const newEmail = person.hasAccount ? correction.email : undefined;
  if (newEmail && !(await askAboutEmail(person, newEmail))) return undefined;
  const saved = await savePerson(person, correction);
  showAlert('success', newEmail ? 'Dados salvos. Enviamos o link de confirmação ao novo e-mail.' : 'Dados salvos.');
  return saved;
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

/** What stands in the fields of the form now. */
function readTyped(form: FormData): PersonFormValues {
  return Object.fromEntries(fieldNames.map((name) => [name, String(form.get(name) ?? '')])) as PersonFormValues;
}

/** What was typed over what the form showed, ready for the API, or the sentences for the fields that are wrong. */
export function readCorrection(
  shown: PersonFormValues,
  typed: PersonFormValues,
  hasAccount: boolean,
): { correction: Correction } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const correction: Record<string, string | null> = {};
  for (const name of fieldNames) {
    // What was not touched is not judged: it may be older than today's rules.
    if (typed[name].trim() === shown[name].trim()) continue;
    const read = readField(name, typed[name], hasAccount);
    if ('error' in read) errors[name] = read.error;
    else correction[payloadNames[name]] = read.value;
  }
  return Object.keys(errors).length > 0 ? { errors } : { correction };
}

/** The sentence for what is wrong with one field; undefined if nothing is. */
export function checkCorrection(
  shown: PersonFormValues,
  hasAccount: boolean,
  name: string,
  typed: string,
): string | undefined {
  const field = fieldNames.find((known) => known === name);
  if (!field || typed.trim() === shown[field].trim()) return undefined;
  const read = readField(field, typed, hasAccount);
  return 'error' in read ? read.error : undefined;
}

function readField(
  name: PersonField,
  typed: string,
  hasAccount: boolean,
): { value: string | null } | { error: string } {
  if (typed.trim() === '' && !hasAccount && optionalFields.includes(name)) return { value: null };
  const result = signUpPayload.shape[payloadNames[name]].safeParse(toWire(name, typed));
  return result.success ? { value: result.data } : { error: result.error.issues[0]?.message ?? '' };
}

/** A field that somebody else has changed meanwhile: what is saved now, and what stands in the form. */
interface ChangedField {
  name: PersonField;
  saved: string;
  typed: string;
}

/** Three-way merge in which `typed` wins; `changed` tells which fields the other person has changed. */
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
