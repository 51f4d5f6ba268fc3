import { List } from '@mantine/core';
import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import type { PublicSettings } from '@passeio/contract/operator/settings';
import { tripMoneyRoutes } from '@passeio/contract/payments/trip-money-routes';
import { sumCosts } from '@passeio/contract/trips/trip-costs';
import { minimumWarning } from '~/features/departures/outlook';
import { canOpen } from '~/features/session/access';
import { load, queryClient } from '~/features/session/queries';
import { may, useUser } from '~/features/session/user-store';
import { sectionPath } from '~/features/settings/section-list';
import { askToConfirm } from '~/ui/dialogs/confirm';

/** A trip as it is to be published. */
export interface Publication {
  /** Undefined for one that was never saved, which has no costs. */
  id: string | undefined;
  title: string;
  priceCents: number;
  capacity: number;
  minParticipants: number;
}

/** Why trips should not be published as they are; `losses` are sentences. */
export interface PublicationWarnings {
  gaps: readonly Gap[];
  losses: readonly string[];
}

/** Asks before a trip is published of which something is to be warned. True: go on. */
export async function confirmPublication(trip: Publication): Promise<boolean> {
  const warnings = await findWarnings([trip]);
  if (!hasWarnings(warnings)) return true;
  return askToConfirm({ titulo: 'Publicar assim mesmo?', mensagem: <Warnings {...warnings} /> });
}

export function hasWarnings({ gaps, losses }: PublicationWarnings): boolean {
  return gaps.length + losses.length > 0;
}

/**
 * What clients of these trips could not pay, ask or know, and which trips make a loss with their minimum of
 * participants, each sentence once. What cannot be loaded keeps nobody from publishing.
 */
export async function findWarnings(trips: readonly Publication[]): Promise<PublicationWarnings> {
  const [gaps, losses] = await Promise.all([
    trips.some(({ priceCents }) => priceCents > 0) ? findGaps() : [],
    findLosses(trips),
  ]);
  if (trips.length === 1) return { gaps, losses: losses.filter((loss) => loss !== undefined) };
  const sentences = trips.flatMap(({ title }, index) => (losses[index] ? [`${title}: ${losses[index]}`] : []));
  return { gaps, losses: [...new Set(sentences)] };
}

// The server answers as many at once without being slow for others.
const ASKED_AT_ONCE = 5;

async function findLosses(trips: readonly Publication[]): Promise<(string | undefined)[]> {
  const losses: (string | undefined)[] = [];
  for (let first = 0; first < trips.length; first += ASKED_AT_ONCE) {
    const some = trips.slice(first, first + ASKED_AT_ONCE);
    losses.push(...(await Promise.all(some.map((trip) => findLoss(trip).catch(() => undefined)))));
  }
  return losses;
}

interface Gap {
  name: string;
  text: string;
  section: string;
  isFilled: (settings: PublicSettings) => boolean;
}

const gaps: readonly Gap[] = [
  {
    name: 'Chave Pix',
    text: 'sem ela, ninguém consegue pagar pelo site',
    section: 'pagamento',
    isFilled: ({ takesPix }) => takesPix,
  },
  {
    name: 'Contato',
    text: 'o cliente não tem com quem tirar uma dúvida',
    section: 'contato',
    isFilled: ({ whatsapp, phone, email }) => `${whatsapp}${phone}${email}` !== '',
  },
  {
    name: 'Política de cancelamento',
    text: 'o cliente não lê as suas regras antes de reservar',
    section: 'textos',
    isFilled: ({ cancellationPolicyHtml }) => cancellationPolicyHtml !== '',
  },
];

/** What the settings lack for trips with a price. */
async function findGaps(): Promise<Gap[]> {
  // As they are now: somebody may have just filled them in.
  const settings = await queryClient
    .fetchQuery({ ...load(publicSettingsRoutes.read), staleTime: 0 })
    .catch(() => undefined);
  return settings ? gaps.filter(({ isFilled }) => !isFilled(settings)) : [];
}

/** A trip's money without its entries, from which its break-even follows. */
export function loadMoney(tripId: string) {
  return load(tripMoneyRoutes.readTripMoney, { params: { tripId }, query: { page: 1, size: 1 } });
}

async function findLoss({ id, minParticipants, ...trip }: Publication): Promise<string | undefined> {
  if (id === undefined || minParticipants === 0 || !may('see_money')) return undefined;
  const { costs, booked } = await queryClient.fetchQuery({ ...loadMoney(id), staleTime: 0 });
  const income = { people: booked.places, cents: booked.totalCents };
  return minimumWarning(minParticipants, { ...trip, sums: sumCosts(costs), booked: income });
}

/** Links open another tab, so that what is being edited stays. */
export function Warnings({ gaps, losses }: PublicationWarnings) {
  const role = useUser(({ user }) => user.role);
  const mayFill = canOpen(sectionPath(''), role);
  return (
    <>
      {gaps.length > 0 && (
        <>
          <p>Há preço a pagar, mas faltam nas configurações:</p>
          <List my="xs" spacing={6}>
            {gaps.map(({ name, text, section }) => (
              <List.Item key={section}>
                {mayFill ? (
                  <a href={sectionPath(section)} target="_blank" rel="noopener">
                    {name}
                  </a>
                ) : (
                  <strong>{name}</strong>
                )}
                : {text}.
              </List.Item>
            ))}
          </List>
          {!mayFill && <p>Quem preenche é um administrador.</p>}
        </>
      )}
      {losses.map((loss) => (
        <p key={loss}>{loss}</p>
      ))}
    </>
  );
}
