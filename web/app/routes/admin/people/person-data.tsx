import { Alert, Button, Stack, TextInput } from '@mantine/core';
import type { PersonDetails } from '@passeio/contract/users/users';
import { IconUsers } from '@tabler/icons-react';
import { PersonFields } from '~/features/users/person-fields';
import type { PersonField } from '~/features/users/person-form';
import { useSettings } from '~/lib/settings';
import { FormActions } from '~/ui/editing/form-actions';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import styles from '../../area/my-account/my-account.module.css';
import { PageSection, SectionCard } from '../../area/page/page-section';
import changedFieldsStyles from './changed-fields.module.css';
import type { ChangedField } from './correction';
import { useCorrection } from './use-correction';

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
    <PageSection
      title="Dados"
      lead="Vão para a lista de passageiros. A pessoa vê em Minha conta o que for corrigido aqui."
    >
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
    </PageSection>
  );
}
