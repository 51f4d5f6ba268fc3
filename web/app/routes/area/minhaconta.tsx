import { Button, TextInput } from '@mantine/core';
import type { ProfileChange, UserProfile } from '@passeio/contract/users';
import { type FormEvent, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { changesOf, loadMyProfile, saveMyProfile } from '~/features/users/my-account';
import { PersonFields } from '~/features/users/person-fields';
import { checkPersonField, errorsByField, readPerson, typedPerson } from '~/features/users/person-form';
import { useFieldErrors } from '~/features/users/use-field-errors';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { showAlert } from '~/ui/alert';
import { askToConfirm } from '~/ui/confirm';
import type { Route } from './+types/minhaconta';
import styles from './minhaconta.module.css';

export { AreaError as ErrorBoundary } from './area-error';

export const meta = pageMeta('Minha conta');
export const handle = { title: 'Minha conta' };

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { profile: await loadMyProfile(request.signal) };
}

export default function MinhaConta({ loaderData }: Route.ComponentProps) {
  const { state } = useSettings();
  const { form, errors, watch, busy, dirty, version, shown, submit, undo, touchIssuer } = useAccountForm(
    loaderData.profile,
  );
  useUnsavedCare(dirty);
  return (
    <form key={version} ref={form} method="post" noValidate className={styles.form} onSubmit={submit} {...watch}>
      <p className={styles.lead}>Estes dados vão para a lista de passageiros: deixe-os como estão no seu documento.</p>
      <PersonFields errors={errors} homeState={state} defaults={shown} onIssuerChange={touchIssuer} />
      <TextInput
        label="E-mail"
        description="É com ele que você entra na sua conta, por isso não muda por aqui"
        size="md"
        type="email"
        readOnly
        defaultValue={shown.email}
        className={styles.email}
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

/** Asks before what was typed is lost. */
function useUnsavedCare(dirty: boolean): void {
  const blocker = useBlocker(dirty);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = { titulo: 'Sair sem salvar?', mensagem: 'O que você alterou nos seus dados será perdido.' };
    askToConfirm(question).then((sure) => (sure ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
