import { momentInWords } from '@passeio/contract/moment-words';
import { participantLinkRoutes } from '@passeio/contract/reservations/participant-link-routes';
import type { LinkedParticipant } from '@passeio/contract/reservations/participants';
import { seatInWords } from '@passeio/contract/seats/seat-words';
import { answered, publicApi } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { AuthCard } from '../shared/auth-card';
import { LinkFailed, LinkOpening, useLink } from '../shared/link';
import { CompanionForm } from './companion-form';
import { SavedData } from './saved-data';

const hiddenMeta = pageMeta('Dados para o passeio');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

interface Link {
  token: string;
  draftName: string;
  linked: LinkedParticipant;
}

type Reading = { state: 'over' } | { state: 'open' | 'saved'; link: Link };

/**
 * Opened by a companion's link, without an account: one person's fields of one reservation. The token is in the
 * fragment, which is never sent to the server.
 */
export default function CompanionPage() {
  const { reading, setReading, open } = useLink<Reading>(read, { state: 'over' });

  if (reading.state === 'reading') return <LinkOpening />;
  if (reading.state === 'over') {
    return (
      <AuthCard
        isAnswer
        title="Este link não vale mais"
        lead="Ele foi cancelado, trocado por outro ou o passeio já saiu. Peça outro a quem fez a reserva."
      />
    );
  }
  if (reading.state === 'failed') return <LinkFailed notice={reading.notice} onRetry={open} />;
  const { state, link } = reading;
  if (state === 'saved') {
    return <SavedData linked={link.linked} onCorrect={() => setReading({ state: 'open', link })} />;
  }
  return (
    <OpenLink
      {...link}
      onSaved={(linked) => setReading({ state: 'saved', link: { ...link, linked } })}
      onOver={() => setReading({ state: 'over' })}
    />
  );
}

interface OpenLinkProps extends Link {
  onSaved: (saved: LinkedParticipant) => void;
  onOver: () => void;
}

function OpenLink({ linked, ...props }: OpenLinkProps) {
  const { name: operator, timeZone } = useSettings();
  const { title, date } = linked.trip;
  const { seat } = linked.participant;
  return (
    <AuthCard
      isAnswer
      wide
      title={title}
      lead={`Saída ${momentInWords(date, timeZone)}.${seat ? ` ${seatInWords(seat)}.` : ''} Preencha os seus dados para a lista de passageiros.`}
      footer={`Só você, quem fez a reserva e ${operator} veem estes dados.`}
    >
      <CompanionForm linked={linked} {...props} />
    </AuthCard>
  );
}

async function read(token: string): Promise<Reading> {
  try {
    const linked = await answered(publicApi.call(participantLinkRoutes.readByLink, { body: { token } }));
    const link = { token, draftName: await draftNameOf(token), linked };
    return { state: link.linked.participant.missing.length === 0 ? 'saved' : 'open', link };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'over' };
    throw error;
  }
}

/** A name that does not tell the token. Browsers hash on secure pages only; on others the draft is not found again. */
async function draftNameOf(token: string): Promise<string> {
  if (!window.isSecureContext) return `link:${crypto.randomUUID()}`;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return `link:${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
