import { tripAlertRoutes } from '@passeio/contract/trips/trip-alerts';
import { type FormEvent, useId, useState } from 'react';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { Button } from '~/ui/inputs/button';
import styles from './alert-form.module.css';

type Progress = { step: 'open' | 'sending' | 'sent' } | { step: 'failed'; sentence: string };

/** Asks for one e-mail when the next date of a trip is published. Loaded when somebody wants it. */
export function AlertForm({ tripId }: { tripId: string }) {
  const [progress, setProgress] = useState<Progress>({ step: 'open' });
  const id = useId();

  async function ask(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (progress.step === 'sending') return;
    const form = new FormData(event.currentTarget);
    const body = { name: String(form.get('name')), email: String(form.get('email')) };
    setProgress({ step: 'sending' });
    try {
      await api.call(tripAlertRoutes.ask, { params: { tripId }, body, session: 'none' });
      setProgress({ step: 'sent' });
    } catch (error) {
      const [sentence] = error instanceof ApiError ? Object.values(error.fields) : [];
      setProgress({ step: 'failed', sentence: sentence ?? explainFailure(error) });
    }
  }

  if (progress.step === 'sent') {
    return <p role="status">Enviamos um e-mail com um link. Abra-o para confirmar, e avisamos você uma vez.</p>;
  }
  return (
    <form className={styles.form} method="post" onSubmit={(event) => void ask(event)}>
      <label htmlFor={`${id}-name`}>Nome</label>
      {/* biome-ignore lint/a11y/noAutofocus: the form opens at the press of its button */}
      <input id={`${id}-name`} name="name" required minLength={2} maxLength={120} autoComplete="name" autoFocus />
      <label htmlFor={`${id}-email`}>E-mail</label>
      <input id={`${id}-email`} name="email" type="email" required maxLength={254} autoComplete="email" />
      {progress.step === 'failed' && <p role="alert">{progress.sentence}</p>}
      <Button type="submit" look="quiet" busy={progress.step === 'sending'}>
        Enviar
      </Button>
      <small>
        Usamos o seu nome e o seu e-mail só para este aviso. Cada e-mail tem um link para apagar os dois, e depois do
        aviso eles são apagados.
      </small>
    </form>
  );
}
