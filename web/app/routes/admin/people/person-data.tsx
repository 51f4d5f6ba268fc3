import { TextInput } from '@mantine/core';
import type { PersonDetails } from '@passeio/contract/users/users';
import { PersonFields } from '~/features/users/person-fields';
import { useSettings } from '~/lib/settings';
import { FormActions } from '~/ui/editing/form-actions';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import styles from '../../area/my-account/my-account.module.css';
import { PageSection, SectionCard } from '../../area/page/page-section';
import { ChangedFields } from './changed-fields';
import { useCorrection } from './use-correction';

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
