import { Button, Textarea } from '@mantine/core';
import { formatMonthAndYear } from '@passeio/contract/moment-words';
import { MAX_REVIEW_SENTENCE, MAX_STARS, starsInWords } from '@passeio/contract/reviews/review-words';
import { type OwnReview, type ReviewDraft, reviewDraft } from '@passeio/contract/reviews/reviews';
import { type FormEvent, useId, useState } from 'react';
import { failureSentence } from '~/features/session/failure-sentence';
import { ApiError } from '~/lib/api';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { fieldErrorsOf } from '~/ui/editing/use-field-errors';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import styles from './review-form.module.css';

interface ReviewFormProps {
  own: OwnReview;
  send: (draft: ReviewDraft) => Promise<OwnReview>;
  onSent: (own: OwnReview) => void;
}

const allStars = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/** One to five stars, a sentence, and whether the portal may show them. */
export function ReviewForm({ own, send, onSent }: ReviewFormProps) {
  const { timeZone } = useSettings();
  const start = { stars: 0, sentence: '', mayPublish: false, ...own.review };
  const [typed, setTyped] = useState(start);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [notice, setNotice] = useState<string>();
  const [busy, setBusy] = useState(false);
  const dirty = (['stars', 'sentence', 'mayPublish'] as const).some((field) => typed[field] !== start[field]);
  useUnsavedWarning(dirty && !busy, 'A sua avaliação ainda não foi enviada.');

  function change(part: Partial<typeof typed>): void {
    setTyped((before) => ({ ...before, ...part }));
    setErrors({});
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { stars, sentence, mayPublish } = typed;
    const parsed = reviewDraft.safeParse({ stars, sentence, mayPublish });
    if (!parsed.success) {
      setErrors(fieldErrorsOf(parsed.error.issues));
      return;
    }
    setBusy(true);
    setNotice(undefined);
    try {
      onSent(await send(parsed.data));
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      setNotice(failureSentence(error) ?? 'Não deu certo agora. Tente de novo em instantes.');
      setBusy(false);
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <Stars value={typed.stars} error={errors.stars} onChange={(stars) => change({ stars })} />
      <Textarea
        label="Como foi?"
        description="Opcional: uma frase basta"
        size="md"
        autosize
        minRows={3}
        maxLength={MAX_REVIEW_SENTENCE}
        value={typed.sentence}
        error={errors.sentence}
        onChange={(event) => change({ sentence: event.currentTarget.value })}
      />
      <label className={styles.consent}>
        <input
          type="checkbox"
          checked={typed.mayPublish}
          onChange={(event) => change({ mayPublish: event.currentTarget.checked })}
        />
        <span>
          Pode publicar no site, só com “{own.firstName}, {formatMonthAndYear(own.trip.date, timeZone)}”
        </span>
      </label>
      {notice && <FormNotice>{notice}</FormNotice>}
      <Button type="submit" size="md" loading={busy}>
        {own.review ? 'Salvar mudanças' : 'Enviar avaliação'}
      </Button>
    </form>
  );
}

interface StarsProps {
  value: number;
  error: string | undefined;
  onChange: (stars: number) => void;
}

/** Radio buttons: arrow keys choose. */
function Stars({ value, error, onChange }: StarsProps) {
  const name = useId();
  const errorId = useId();
  return (
    <fieldset className={styles.stars} aria-describedby={error ? errorId : undefined}>
      <legend>De 1 a 5 estrelas</legend>
      {allStars.map((stars) => (
        <label key={stars} data-on={stars <= value || undefined}>
          <input
            type="radio"
            name={name}
            checked={value === stars}
            aria-label={starsInWords(stars)}
            onChange={() => onChange(stars)}
          />
          <span aria-hidden>★</span>
        </label>
      ))}
      {error && (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
