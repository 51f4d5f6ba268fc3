import { type FormEvent, useId, useState } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { Button } from '~/ui/inputs/button';
import styles from './trip.module.css';

type Progress = { step: 'open' | 'sending' | 'sent' } | { step: 'failed'; sentence: string };

/** Asks for one e-mail when the next date of a trip is published. */
export function NextDateAlert({ tripId }: { tripId: string }) {
  const [progress, setProgress] = useState<Progress>({ step: 'open' });
  const id = useId();

  async function ask(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (progress.step === 'sending') return;
    const form = new FormData(event.currentTarget);
    setProgress({ step: 'sending' });
    try {
      const { askForAlert } = await import('./ask-for-alert');
      await askForAlert(tripId, { name: String(form.get('name')), email: String(form.get('email')) });
      setProgress({ step: 'sent' });
    } catch (error) {
      setProgress({ step: 'failed', sentence: explainFailure(error) });
    }
  }

  if (progress.step === 'sent') {
    return <p role="status">Enviamos um e-mail com um link. Abra-o para confirmar, e avisamos você uma vez.</p>;
  }
  return (
    <form className={styles.alert} method="post" onSubmit={(event) => void ask(event)}>
      <p>Avisamos por e-mail, uma vez, quando houver outra data.</p>
      <label htmlFor={`${id}-name`}>Nome</label>
      <input id={`${id}-name`} name="name" required minLength={2} maxLength={120} autoComplete="name" />
      <label htmlFor={`${id}-email`}>E-mail</label>
      <input id={`${id}-email`} name="email" type="email" required maxLength={254} autoComplete="email" />
      {progress.step === 'failed' && <p role="alert">{progress.sentence}</p>}
      <Button type="submit" look="quiet" busy={progress.step === 'sending'}>
        Avise-me da próxima data
      </Button>
      <small>
        Usamos o seu nome e o seu e-mail só para este aviso. Cada e-mail tem um link para apagar os dois, e depois do
        aviso eles são apagados.
      </small>
    </form>
  );
}
