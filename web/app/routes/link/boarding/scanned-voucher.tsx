import { Button } from '@mantine/core';
import { attendanceClosesAt, BOARDING_OPENS_HOURS } from '@passeio/contract/boarding/boarding';
import { reservationCode } from '@passeio/contract/fields';
import { reservationPagePath } from '@passeio/contract/pages';
import { pagePaths } from '@passeio/contract/paths';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { isActive } from '~/features/reservations/status/reservation-states';
import { isStaff } from '~/features/session/access';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { loginUrl } from '~/features/session/return-url';
import { whenRestored } from '~/features/session/session';
import { sessionStatus } from '~/features/session/session-status';
import { useUser } from '~/features/session/user-store';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { tripPaths } from '~/lib/trip-paths';
import { FormNotice } from '~/ui/editing/form-notice';
import type { Route } from './+types/scanned-voucher';
import { guideBoardingOf } from './guide-session';

export const meta = pageMeta('Voucher');

type Reading = { state: 'reading' | 'visitor' | 'stranger' } | { state: 'failed'; notice: string };

/**
 * Where a voucher's QR code leads: the boarding for staff and guides while people board, else staff's page of the
 * reservation; the voucher for its payer. Everybody else reads the same whether there is such a reservation or not.
 */
export default function ScannedVoucherPage({ params: { code } }: Route.ComponentProps) {
  const { name } = useSettings();
  const [reading, setReading] = useState<Reading>({ state: 'reading' });
  const navigate = useNavigate();

  async function open(): Promise<void> {
    const found = await read(code);
    if (typeof found === 'string') await navigate(found, { replace: true });
    else setReading(found);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per code
  useEffect(() => {
    void open();
  }, [code]);

  if (reading.state === 'reading') return <AuthCard title="Abrindo o voucher…" />;
  if (reading.state === 'failed') {
    return (
      <AuthCard isAnswer title="Não foi possível abrir o voucher">
        <FormNotice>{reading.notice}</FormNotice>
        <AuthActions>
          <Button size="md" fullWidth onClick={() => void open()}>
            Tentar de novo
          </Button>
        </AuthActions>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      isAnswer
      title="Voucher de uma reserva"
      lead={`Só quem fez a reserva e a equipe de ${name} veem o que há nele. ${
        reading.state === 'visitor' ? 'Se é o seu caso, entre na sua conta.' : 'Você entrou com outra conta.'
      }`}
    >
      <AuthActions>
        {reading.state === 'visitor' ? (
          <Button component="a" href={loginUrl(pagePaths.scannedVoucher(code))} size="md" fullWidth>
            Entrar
          </Button>
        ) : (
          <Button component="a" href="/minhasreservas" size="md" fullWidth>
            Ver as minhas reservas
          </Button>
        )}
      </AuthActions>
    </AuthCard>
  );
}

/** The page to open, or what to say. */
async function read(code: string): Promise<string | Reading> {
  await whenRestored();
  const isSignedIn = sessionStatus() === 'signedIn';
  const nobody: Reading = { state: isSignedIn ? 'stranger' : 'visitor' };
  if (!reservationCode.safeParse(code).success) return nobody;
  if (!isSignedIn) return (await guideBoardingOf(code)) ?? nobody;
  try {
    const found = await api.call(reservationRoutes.read, { params: { reservationId: code }, toast: false });
    if (!isStaff(useUser.getState().user.role)) return pagePaths.voucher(code);
    return isBoarding(found) ? `${tripPaths.boarding(found.trip.id)}?reserva=${code}` : reservationPagePath(found.id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return (await guideBoardingOf(code)) ?? nobody;
    return { state: 'failed', notice: failureText(error) ?? 'Tente de novo em instantes.' };
  }
}

/** Whether people of this reservation board now. */
function isBoarding({ trip, ...reservation }: ReservationDetails): boolean {
  const opensAt = Date.parse(trip.date) - BOARDING_OPENS_HOURS * 3_600_000;
  return isActive(reservation) && Date.now() >= opensAt && Date.now() < attendanceClosesAt(trip.returnDate).getTime();
}
