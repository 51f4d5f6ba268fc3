import { Button } from '@mantine/core';
import { reviewRoutes } from '@passeio/contract/reviews/review-routes';
import type { OwnReview } from '@passeio/contract/reviews/reviews';
import { capitalised } from '@passeio/contract/words';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { LinkFailed, LinkOpening, useLink } from '~/features/auth/link';
import { ReviewForm } from '~/features/reviews/review-form';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';

const hiddenMeta = pageMeta('Como foi o passeio?');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

type Reading =
  | { state: 'refused'; sentence: string }
  | { state: 'open'; token: string; own: OwnReview }
  | { state: 'sent' };

const INCOMPLETE: Reading = {
  state: 'refused',
  sentence: 'O endereço está incompleto. Abra de novo o link do e-mail.',
};

/**
 * Opened by the link of an e-mail, without an account. The token is in the fragment, which is never sent to the server.
 */
export default function ReviewPage() {
  const { name: operator } = useSettings();
  const { formatLongDate } = useFormats();
  const { reading, setReading, open } = useLink<Reading>(read, INCOMPLETE);

  switch (reading.state) {
    case 'reading':
      return <LinkOpening />;
    case 'refused':
      return <AuthCard isAnswer title="Não dá para avaliar por este link" lead={reading.sentence} />;
    case 'failed':
      return <LinkFailed notice={reading.notice} onRetry={open} />;
    case 'sent':
      return (
        <AuthCard isAnswer title="Obrigado!" lead="A sua avaliação chegou. Ela nos ajuda nos próximos passeios.">
          <AuthActions>
            <Button size="md" fullWidth variant="default" onClick={open}>
              Mudar a avaliação
            </Button>
          </AuthActions>
        </AuthCard>
      );
    case 'open': {
      const { token, own } = reading;
      if (own.review?.isPublished) {
        const sentence = 'A sua avaliação já está publicada no site. Para mudar alguma coisa, fale com a gente.';
        return <AuthCard isAnswer title={own.trip.title} lead={sentence} />;
      }
      return (
        <AuthCard
          isAnswer
          title={`Como foi ${own.trip.title}?`}
          lead={capitalised(formatLongDate(own.trip.date))}
          footer={`A equipe de ${operator} lê todas as avaliações.`}
        >
          <ReviewForm
            own={own}
            send={(review) => api.call(reviewRoutes.writeByLink, { body: { token, review }, session: 'none' })}
            onSent={() => setReading({ state: 'sent' })}
          />
        </AuthCard>
      );
    }
  }
}

async function read(token: string): Promise<Reading> {
  try {
    const own = await api.call(reviewRoutes.readByLink, { body: { token }, session: 'none' });
    return { state: 'open', token, own };
  } catch (error) {
    if (error instanceof ApiError && [404, 409].includes(error.status))
      return { state: 'refused', sentence: error.message };
    throw error;
  }
}
