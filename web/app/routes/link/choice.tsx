import { choiceRoutes } from '@passeio/contract/departures/choice-routes';
import type { DepartureChoice } from '@passeio/contract/departures/departure-cancellations';
import { capitalised } from '@passeio/contract/words';
import { AuthCard } from '~/features/auth/auth-card';
import { LinkFailed, LinkOpening, useLink } from '~/features/auth/link';
import { ChoiceForm, outcomeText } from '~/features/departures/choice-form';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import textStyles from '~/ui/text/text.module.css';

const hiddenMeta = pageMeta('Saída cancelada: o que você prefere?');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

type Reading =
  | { state: 'refused'; sentence: string }
  | { state: 'open'; token: string; choice: DepartureChoice }
  | { state: 'chosen'; choice: DepartureChoice };

const INCOMPLETE: Reading = {
  state: 'refused',
  sentence: 'O endereço está incompleto. Abra de novo o link da mensagem.',
};

/**
 * Opened by the link of an e-mail or of staff, without an account. The token is in the fragment, which is never sent to
 * the server.
 */
export default function ChoicePage() {
  const { name: operator } = useSettings();
  const formats = useFormats();
  const { reading, setReading, reread, open } = useLink<Reading>(read, INCOMPLETE);

  switch (reading.state) {
    case 'reading':
      return <LinkOpening />;
    case 'refused':
      return <AuthCard isAnswer title="Não há o que escolher por este link" lead={reading.sentence} />;
    case 'failed':
      return <LinkFailed notice={reading.notice} onRetry={open} />;
    case 'chosen': {
      const { title, text } = outcomeText(reading.choice, formats);
      return <AuthCard isAnswer title={title} lead={text} />;
    }
    case 'open': {
      const { token, choice } = reading;
      return (
        <AuthCard
          title={`A saída de ${choice.trip.title} foi cancelada`}
          lead={`${capitalised(formats.formatLongDate(choice.trip.date))}. ${choice.firstName}, sentimos muito.`}
          footer={`Dúvidas? Fale com a equipe de ${operator}.`}
        >
          <p className={textStyles.written}>
            <strong>Motivo:</strong> {choice.reason}
          </p>
          <ChoiceForm
            choice={choice}
            send={(draft) => api.call(choiceRoutes.chooseByLink, { body: { token, choice: draft }, session: 'none' })}
            onChosen={(made) => setReading({ state: 'chosen', choice: made })}
            onStale={() => reread().then((next) => setReading(next.state === 'failed' ? reading : next))}
          />
        </AuthCard>
      );
    }
  }
}

async function read(token: string): Promise<Reading> {
  try {
    const choice = await api.call(choiceRoutes.readChoiceByLink, { body: { token }, session: 'none' });
    return { state: 'open', token, choice };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'refused', sentence: error.message };
    throw error;
  }
}
