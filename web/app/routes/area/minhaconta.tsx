import { Button, TextInput } from '@mantine/core';
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
  const [profile, setProfile] = useState(loaderData.profile);
  const [version, setVersion] = useState(0);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const { form, errors, setError, refuse, clear, watch } = useFieldErrors(checkPersonField);
  const shown = typedPerson(profile);
  useUnsavedCare(dirty);

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
    const change = changesOf(profile, read.payload);
    if (Object.keys(change).length === 0) {
      redraw();
      showAlert('info', 'Nada mudou: os seus dados já estavam assim.');
      return;
    }
    setBusy(true);
    try {
      setProfile(await saveMyProfile(change));
      redraw();
      showAlert('success', 'Dados atualizados com sucesso!');
    } catch (error) {
      if (error instanceof ApiError) refuse(errorsByField(error.fields));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      key={version}
      ref={form}
      method="post"
      noValidate
      className={styles.form}
      onSubmit={submit}
      onBlur={watch.onBlur}
      onInput={(event) => {
        setDirty(true);
        watch.onInput(event);
      }}
    >
      <p className={styles.lead}>Estes dados vão para a lista de passageiros: deixe-os como estão no seu documento.</p>
      <PersonFields
        errors={errors}
        homeState={state}
        defaults={shown}
        onIssuerChange={(value) => {
          if (value !== shown.emitter) setDirty(true);
          if (errors.emitter) setError('emitter', checkPersonField('emitter', value));
        }}
      />
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
          <Button type="button" size="md" variant="default" disabled={busy} onClick={redraw}>
            Desfazer
          </Button>
        )}
      </div>
    </form>
  );
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
