import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { ExtraTaker } from '@passeio/contract/trips/extra-rules';
import type { PartyEntry } from '@passeio/contract/trips/pricing';
import { plural } from '@passeio/contract/words';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ApiError } from '~/lib/api';
import type { Brand } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { Button } from '~/ui/inputs/button';
import { sessionStatus } from '../session/session-status';
import styles from './booking.module.css';
import { CouponField } from './coupon-field';
import { DiscountLines } from './discounts';
import { ExtraSteppers } from './extra-steppers';
import { extrasOnSale, fittingExtras, isSoldOut, readChoiceWithExtras, takersOf } from './extras';
import type { JoinableTrip } from './join-button';
import { type KeptChoice, keptChoices } from './kept-choices';
import { instalmentsText, QuoteTotal } from './party-picker';
import { instalmentsNow } from './payment-plan';
import { type RevisedExtras, reviseExtras } from './refused-extra';
import { type TripTerms, termsOf } from './terms';
import { type FirstCoupon, useCoupon, withCoupon } from './use-coupon';

/** How reserving ended. `extras`, `coupon`: the API refused one of the chosen extras, or the coupon. */
export type JoinOutcome =
  | { kind: 'reserved'; path: string }
  | { kind: 'full'; reason: string }
  | { kind: 'extras' | 'coupon'; error: ApiError }
  | { kind: 'refused' | 'unfinished' };

export interface ExtrasContext {
  settings: Pick<Brand, 'terms' | 'timeZone' | 'means' | 'meansPermille'>;
  /** The choice has its extras and coupon already: they are asked for only if one of them is refused. */
  isDecided?: boolean;
  /** Opens the dialog for a coupon, whatever the trip has. */
  asksCoupon?: boolean | undefined;
  /** Reserves, and shows how that ended unless an extra or the coupon was refused. */
  send: (choice: Enrolment) => Promise<JoinOutcome>;
}

/** Asks which extras and which coupon the party takes, reserves, and asks again where one of them is refused. */
export async function joinWithExtras(
  trip: JoinableTrip,
  choice: Enrolment,
  { settings, isDecided: hasDecided, asksCoupon, send }: ExtrasContext,
): Promise<JoinOutcome> {
  const instalments = instalmentsNow(trip, settings.timeZone, Date.now());
  const offer = { ...trip, ...termsOf(trip, settings, Date.now()), instalments };
  const { waitlistRequest: party, people } = readChoiceWithExtras(offer, choice);
  const extras = extrasOnSale(trip, Date.now()).filter((extra) => takersOf(extra, people) > 0);
  const isDecided = hasDecided && !asksCoupon && !keptChoices.get(trip.id)?.coupon;
  const kept = isDecided ? undefined : keptChoices.get(trip.id);
  const chosen = kept?.extras ?? choice?.extras;
  const code = kept ? kept.coupon : (choice?.coupon ?? undefined);
  let coupon: FirstCoupon = { code, isOpen: asksCoupon };
  let first: RevisedExtras = { extras, chosen: fittingExtras(extras, chosen, people), notice: '' };
  if (isDecided || (extras.every(isSoldOut) && !code && !asksCoupon)) {
    const outcome = await send(choice);
    if (outcome.kind === 'coupon') coupon = { code, refusal: outcome.error.message };
    else if (outcome.kind === 'extras')
      first = await reviseExtras(outcome.error, trip, { chosen: chosen ?? [], people });
    else return outcome;
  }
  const sendWith = (settled: SettledChoice) => send({ ...party, ...choice, ...settled });
  const outcome = await openDialog({ trip: offer, choice, party: party.party, people, first, coupon, send: sendWith });
  if (outcome.kind === 'reserved') keptChoices.delete(trip.id);
  return outcome;
}

type DialogProps = Omit<ExtrasDialogProps, 'onEnd'>;

let isOpen = false;

/** In a root of its own: on the portal its code is loaded by the press on a button. */
async function openDialog(props: DialogProps): Promise<JoinOutcome> {
  // Whoever pressed twice while this code was loading gets one.
  if (isOpen) return { kind: 'unfinished' };
  isOpen = true;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    function end(outcome: JoinOutcome): void {
      root.unmount();
      place.remove();
      isOpen = false;
      resolve(outcome);
    }
    // At once: as a part of the button's transition it would be shown only when that ends.
    flushSync(() => root.render(<ExtrasDialog {...props} onEnd={end} />));
  });
}

/** What is reserved, at the total that the dialog shows. */
type SettledChoice = KeptChoice & { totalCents: number };

interface ExtrasDialogProps {
  trip: JoinableTrip & TripTerms;
  choice: Enrolment;
  party: PartyEntry[];
  people: readonly ExtraTaker[];
  first: RevisedExtras;
  coupon: FirstCoupon;
  send: (choice: SettledChoice) => Promise<JoinOutcome>;
  onEnd: (outcome: JoinOutcome) => void;
}

/** How many of each extra the party takes, and its coupon, with the total; reserves. */
function ExtrasDialog({ trip, choice, party, people, first, coupon: firstCoupon, send, onEnd }: ExtrasDialogProps) {
  const [{ extras, chosen, notice }, setState] = useState(first);
  // No transition: React would end it only with that of the button which opened the dialog.
  const [busy, setBusy] = useState(false);
  const coupon = useCoupon({ tripId: trip.id, party, extras: chosen }, firstCoupon);
  const { quote } = readChoiceWithExtras({ ...trip, extras }, { ...choice, extras: chosen });
  // The page behind shows an older trip once the API has refused something.
  const close = () => onEnd({ kind: extras === first.extras && !notice ? 'unfinished' : 'refused' });
  const { code } = coupon;
  useEffect(() => {
    keptChoices.set(trip.id, { extras: chosen, coupon: code });
  }, [trip.id, chosen, code]);
  useEffect(() => {
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  });

  async function reserve(): Promise<void> {
    setBusy(true);
    const settled = await coupon.settle();
    const { totalCents } = withCoupon(quote, settled || undefined, trip.depositPercent);
    const outcome = settled && (await send({ extras: chosen, coupon: settled.code, totalCents }));
    if (outcome && outcome.kind !== 'extras' && outcome.kind !== 'coupon') return onEnd(outcome);
    if (outcome && outcome.kind === 'coupon') coupon.refuse(outcome.error.message);
    if (outcome && outcome.kind === 'extras')
      setState(await reviseExtras(outcome.error, { ...trip, extras }, { chosen, people }));
    setBusy(false);
  }

  const priced = withCoupon(quote, coupon.applied, trip.depositPercent);
  return (
    <ModalDialog
      title={extras.length > 0 ? 'Adicionais' : 'Cupom de desconto'}
      lead={`${trip.title} · ${plural(people.length, 'pessoa')}`}
      onClose={close}
      actions={
        <>
          <Button look="quiet" onClick={close}>
            Voltar
          </Button>
          <Button busy={busy} onClick={() => void reserve()}>
            {reserveLabel(trip)}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <div role="alert" className={styles.refused}>
          {notice}
        </div>
        {extras.length > 0 && (
          <ExtraSteppers
            extras={extras}
            people={people}
            chosen={chosen}
            onChange={(next) => setState({ extras, notice: '', chosen: next })}
          />
        )}
        <DiscountLines trip={trip} quote={quote} />
        {(quote.totalCents > 0 || coupon.isOpen) && <CouponField coupon={coupon} />}
        <QuoteTotal
          quote={priced}
          balanceDue={trip.balanceDue}
          depositLabel={trip.onRequest ? undefined : 'Sinal agora'}
        />
        <p className={styles.muted}>
          {[trip.balanceDue && instalmentsText(priced, trip.instalments), trip.meansPrices && `${trip.meansPrices}.`]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
    </ModalDialog>
  );
}

function reserveLabel({ onRequest }: Pick<JoinableTrip, 'onRequest'>): string {
  if (sessionStatus() !== 'signedIn') return 'Continuar';
  return onRequest ? 'Enviar pedido' : 'Reservar';
}
