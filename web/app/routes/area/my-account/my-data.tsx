import { TextInput } from '@mantine/core';
import { userRoutes } from '@passeio/contract/users/user-routes';
import type { ProfileChange, SignUpPayload, UserProfile } from '@passeio/contract/users/users';
import { useState } from 'react';
import { answered, api } from '~/features/session/api';
import { storeProfile } from '~/features/session/user-store';
import { PersonFields } from '~/features/users/person-fields';
import { checkPersonField, errorsByField, parsePerson, personFormValues } from '~/features/users/person-form';
import { useSettings } from '~/lib/settings';
import { FormActions } from '~/ui/editing/form-actions';
import { useDirtyForm } from '~/ui/editing/use-dirty-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { PageSection, SectionCard } from '../page/page-section';
import styles from './my-account.module.css';

/** The user's own data, as used in passenger lists. */
export function MyData({ profile }: { profile: UserProfile }) {
  const { state } = useSettings();
  const { props, errors, busy, dirty, version, shown, redraw, change } = useAccountForm(profile);
  useUnsavedWarning(dirty, 'O que você alterou nos seus dados será perdido.');
  return (
    <PageSection title="Meus dados" lead="Vão para a lista de passageiros: deixe-os como estão no seu documento.">
      <SectionCard>
        <form key={version} {...props}>
          <PersonFields
            errors={errors}
            homeState={state}
            defaults={shown}
            onIssuerChange={(value) => change('emitter', value, shown.emitter)}
          />
          <TextInput
            label="E-mail"
            description="É com ele que você entra na sua conta. Para trocar, veja Acesso, mais abaixo"
            size="md"
            type="email"
            readOnly
            // Uncontrolled: a new key shows a confirmed change of the e-mail.
            key={profile.email}
            defaultValue={profile.email}
            className={styles.readOnly}
          />
          <FormActions save="Salvar alterações" dirty={dirty} busy={busy} onUndo={() => redraw()} />
        </form>
      </SectionCard>
    </PageSection>
  );
}

function useAccountForm(loaded: UserProfile) {
  const [profile, setProfile] = useState(loaded);
  const form = useDirtyForm({
    check: checkPersonField,
    read: (typed) => {
      typed.set('email', profile.email);
      return parsePerson(typed);
    },
    save: async ({ payload }) => {
      setProfile(await saveWithToast(profile, changesOf(profile, payload)));
      form.redraw();
    },
    named: errorsByField,
  });
  return { ...form, shown: personFormValues(profile) };
}

/** Saves what changed and says so in a toast; a failure has been told by the API client. */
async function saveWithToast(profile: UserProfile, change: ProfileChange): Promise<UserProfile> {
  if (Object.keys(change).length === 0) {
    showAlert('info', 'Nada mudou: os seus dados já estavam assim.');
    return profile;
  }
  const saved = await answered(api.call(userRoutes.changeMe, { body: change }));
  storeProfile(saved);
  showAlert('success', 'Dados atualizados com sucesso!');
  return saved;
}

/** The changed fields of the profile, without the e-mail, which belongs to the identity provider. */
function changesOf(profile: UserProfile, { email: _email, ...typed }: SignUpPayload): ProfileChange {
  const changed = Object.entries(typed).filter(([name, value]) => profile[name as keyof ProfileChange] !== value);
  return Object.fromEntries(changed);
}
