import { momentInWords } from '@passeio/contract/moment-words';
import type { LinkedParticipant } from '@passeio/contract/reservations/participants';
import { seatInWords } from '@passeio/contract/seats/seat-words';
import { readLink } from '~/features/reservations/participants/participant-calls';
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

type Reading =
  | { state: 'over' }
  | { state: 'open'; token: string; draftName: string; linked: LinkedParticipant }
  | { state: 'saved'; saved: LinkedParticipant };

/**
 * Opened by a companion's link, without an account: one person's fields of one reservation. The token is in the
 * fragment, which is never sent to the server.
 */
export default function CompanionPage() {
  const { reading, setReading, open } = useLink<Reading>(read);

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
  if (reading.state === 'saved') {
    return <SavedData linked={reading.saved} onCorrect={open} />;
  }
  return (
    <OpenLink
      token={reading.token}
      draftName={reading.draftName}
      linked={reading.linked}
      onSaved={(saved) => setReading({ state: 'saved', saved })}
      onOver={() => setReading({ state: 'over' })}
    />
  );
}

interface OpenLinkProps {
  token: string;
  draftName: string;
  linked: LinkedParticipant;
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
    return { state: 'open', token, draftName: await draftNameOf(token), linked: await readLink(token) };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return { state: 'over' };
    throw error;
  }
}

/** A name that does not tell the token. Browsers hash on secure pages only; on others the draft is not found again. */
async function draftNameOf(token: string): Promise<string> {
  if (!window.isSecureContext) return `link:${crypto.randomUUID()}`;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return `link:${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
