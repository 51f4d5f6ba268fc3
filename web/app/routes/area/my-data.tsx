import { Button, TextInput } from '@mantine/core';
import type { ProfileChange, UserProfile } from '@passeio/contract/users';
import { type FormEvent, useState } from 'react';
import { changesOf, saveMyProfile } from '~/features/users/my-account';
import { PersonFields } from '~/features/users/person-fields';
import { checkPersonField, errorsByField, readPerson, typedPerson } from '~/features/users/person-form';
import { useFieldErrors } from '~/features/users/use-field-errors';
import { ApiError } from '~/lib/api';
import { useSettings } from '~/lib/settings';
import { showAlert } from '~/ui/alert';
import { useUnsavedCare } from '~/ui/use-unsaved-care';
import styles from './minhaconta.module.css';
import { PageSection, SectionCard } from './page-section';

/** The personal data, as it goes to the list of passengers. */
export function MyData({ profile }: { profile: UserProfile }) {
  const { state } = useSettings();
  const { form, errors, watch, busy, dirty, version, shown, submit, undo, touchIssuer } = useAccountForm(profile);
  useUnsavedCare(dirty, 'O que você alterou nos seus dados será perdido.');
  return (
    <PageSection title="Meus dados" lead="Vão para a lista de passageiros: deixe-os como estão no seu documento.">
      <SectionCard>
        <form key={version} ref={form} method="post" noValidate onSubmit={submit} {...watch}>
          <PersonFields errors={errors} homeState={state} defaults={shown} onIssuerChange={touchIssuer} />
          <TextInput
            label="E-mail"
            description="É com ele que você entra na sua conta. Para trocar, veja Acesso, mais abaixo"
            size="md"
            type="email"
            readOnly
            // The field keeps what it showed first; a confirmed change comes from outside the form.
            key={profile.email}
            defaultValue={profile.email}
            className={styles.readOnly}
          />
          <div className={styles.actions}>
            <Button type="submit" size="md" loading={busy}>
              Salvar alterações
            </Button>
            {dirty && (
              <Button type="button" size="md" variant="default" disabled={busy} onClick={undo}>
                Desfazer
              </Button>
            )}
          </div>
        </form>
      </SectionCard>
    </PageSection>
  );
}

function useAccountForm(loaded: UserProfile) {
  const [profile, setProfile] = useState(loaded);
  const [version, setVersion] = useState(0);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const { form, errors, setError, refuse, clear, watch } = useFieldErrors(checkPersonField);
  const shown = typedPerson(profile);

  /** The form keeps what is typed by itself: drawing it anew is what brings other values into it. */
  function redraw(): void {
    clear();
    setDirty(false);
    setVersion((before) => before + 1);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    typed.set('email', profile.email);
    const read = readPerson(typed);
    refuse('errors' in read ? read.errors : {});
    if ('errors' in read) return;
    setBusy(true);
    try {
      setProfile(await saveAndTell(profile, changesOf(profile, read.payload)));
      redraw();
    } catch (error) {
      if (error instanceof ApiError) refuse(errorsByField(error.fields));
    } finally {
      setBusy(false);
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    setDirty(true);
    watch.onInput(event);
  }

  function touchIssuer(value: string): void {
    if (value !== shown.emitter) setDirty(true);
    if (errors.emitter) setError('emitter', checkPersonField('emitter', value));
  }

  return { form, errors, watch: { ...watch, onInput }, busy, dirty, version, shown, submit, undo: redraw, touchIssuer };
}

/** Saves what changed and says so in a toast; a failure has been told by the API client. */
async function saveAndTell(profile: UserProfile, change: ProfileChange): Promise<UserProfile> {
  if (Object.keys(change).length === 0) {
    showAlert('info', 'Nada mudou: os seus dados já estavam assim.');
    return profile;
  }
  const saved = await saveMyProfile(change);
  showAlert('success', 'Dados atualizados com sucesso!');
  return saved;
}
