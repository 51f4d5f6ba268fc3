import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type OwnReview, type ReviewDraft, reviewDraft } from '@passeio/contract/reviews/reviews';
import { MAX_REVIEW_SENTENCE, MAX_STARS, starsLabel } from '@passeio/contract/reviews/stars';
import { useId } from 'react';
import { useFormats } from '~/lib/formats';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
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
  const { formatMonthAndYear } = useFormats();
  const { stars, sentence, mayPublish } = { stars: 0, sentence: '', mayPublish: false, ...own.review };
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { stars, sentence, mayPublish },
    schema: reviewDraft,
    save: send,
    onSaved: onSent,
  });
  useUnsavedWarning(form.isDirty() && !isPending, 'A sua avaliação ainda não foi enviada.');
  return (
    <form {...props}>
      <Stack ta="start">
        <Stars {...form.getInputProps('stars')} />
        <Textarea
          label="Como foi?"
          description="Opcional: uma frase basta"
          size="md"
          autosize
          minRows={3}
          maxLength={MAX_REVIEW_SENTENCE}
          {...form.getInputProps('sentence')}
        />
        <Group component="label" gap={10} wrap="nowrap" mih={44}>
          <input type="checkbox" {...form.getInputProps('mayPublish', { type: 'checkbox', withError: false })} />
          <span>
            Pode publicar no site, só com “{own.firstName}, {formatMonthAndYear(own.trip.date)}”
          </span>
        </Group>
        {failure && <FormNotice>{failure}</FormNotice>}
        <Button type="submit" size="md" loading={isPending}>
          {own.review ? 'Salvar mudanças' : 'Enviar avaliação'}
        </Button>
      </Stack>
    </form>
  );
}

interface StarsProps {
  value?: number;
  error?: string;
  onChange: (stars: number) => void;
}

/** Radio buttons: arrow keys choose. */
function Stars({ value = 0, error, onChange }: StarsProps) {
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
            aria-label={starsLabel(stars)}
            onChange={() => onChange(stars)}
          />
          <span aria-hidden>★</span>
        </label>
      ))}
      {error && (
        <Text id={errorId} role="alert" w="100%" fz={15} c="var(--danger)">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
