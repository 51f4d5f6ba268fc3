import { agesLabel, publicFares } from '@passeio/contract/fare-labels';
import type { Fare } from '@passeio/contract/trips/fares';
import type { PartyQuote } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useEffect, useId, useRef, useState } from 'react';
import { formatFarePrice, formatMoney, useFormats } from '~/lib/formats';
import styles from './booking.module.css';
import { countOf, type Limit, limitOf, limitText, type PartyForm, type TripOffer } from './party';
import { PartyCoupon } from './party-coupon';
import type { TripTerms } from './terms';

interface PartyPickerProps {
  trip: TripOffer & TripTerms & Pick<Trip, 'onRequest'>;
  form: PartyForm;
  /** Id of the picker's heading, to which the total beside the button leads. */
  headingId: string;
  /** It is reserved for somebody else, who accepts the policy later. */
  isForOther?: boolean;
}

/** How many people of each fare, where they board, which extras they take, their coupon, and what that costs. */
export function PartyPicker({ trip, form, headingId, isForOther }: PartyPickerProps) {
  const { offered, party, quote } = form;
  const reasons = useId();
  const limits = offered.map((fare) => limitOf(trip, party, fare));
  return (
    <section className={styles.picker} aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1}>
        Quantas pessoas vão?
      </h2>
      <ul>
        {offered.map((fare, index) => (
          <li key={fare.id} className={styles.fare}>
            <FareLine fare={fare} />
            <Stepper
              label={fare.label}
              value={countOf(party, fare.id)}
              isFull={limits[index] !== undefined}
              fullReason={limits[index] && `${reasons}${limits[index]}`}
              onChange={(count) => form.setCount(fare.id, count)}
            />
          </li>
        ))}
      </ul>
      <Limits limits={limits} capacity={trip.capacity} idPrefix={reasons} />
      <BoardingChoice trip={trip} form={form} />
      <Notice text={form.notice} />
      {form.parts}
      {(quote.totalCents > 0 || form.coupon.code) && <PartyCoupon tripId={trip.id} form={form} />}
      <QuoteTotal quote={quote} balanceDue={trip.balanceDue} />
      {quote.totalCents > 0 && <BalanceLine quote={quote} terms={trip} />}
      {trip.onRequest && (
        <p className={styles.onRequest}>
          Sob consulta: você envia um pedido, guardamos as vagas e respondemos. O sinal, só depois do nosso sim.
        </p>
      )}
      {!isForOther && <PolicyLine />}
    </section>
  );
}

/** What was refused of the extras below: comes into sight, because the button may be far from it. */
function Notice({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'center' });
  }, [text]);
  return (
    <div ref={place} role="alert" className={styles.refused}>
      {text}
    </div>
  );
}

interface QuoteTotalProps extends Pick<TripTerms, 'balanceDue'> {
  quote: Pick<PartyQuote, 'totalCents' | 'depositCents'>;
}

/** Total, and deposit where not all is paid at once; read out as they change. */
function QuoteTotal({ quote, balanceDue }: QuoteTotalProps) {
  return (
    <div className={styles.total} role="status">
      <span>
        Total <strong>{formatMoney(quote.totalCents)}</strong>
      </span>
      {quote.depositCents > 0 && balanceDue && (
        <>
          {' · '}
          <span>
            Sinal <strong>{formatMoney(quote.depositCents)}</strong>
          </span>
        </>
      )}
    </div>
  );
}

interface BalanceLineProps {
  quote: Pick<PartyQuote, 'totalCents' | 'depositCents'>;
  terms: TripTerms;
}

/** Until when the rest is paid, or in which instalments, and what the means of payment change. */
export function BalanceLine({ quote, terms: { balanceDue, instalments, meansPrices } }: BalanceLineProps) {
  const { formatDeadline } = useFormats();
  return (
    <p className={styles.muted}>
      {balanceDue
        ? (instalmentsText(quote, instalments) ?? `O restante até ${formatDeadline(balanceDue.toISOString())}.`)
        : 'A saída está perto: o valor total é pago para garantir a vaga.'}
      {meansPrices && ` ${meansPrices}.`}
    </p>
  );
}

/** How the rest is paid in so many months; undefined in none. */
export function instalmentsText({ totalCents, depositCents }: BalanceLineProps['quote'], months = 0) {
  const rest = totalCents - depositCents;
  if (months === 0 || rest <= 0) return undefined;
  const each = `${rest % months ? 'até ' : ''}${formatMoney(Math.ceil(rest / months))}`;
  return months > 1
    ? `O restante em ${months} parcelas mensais de ${each} no Pix.`
    : `O restante em 1 parcela de ${each} no Pix, daqui a um mês.`;
}

function FareLine({ fare }: { fare: Fare }) {
  const ages = agesLabel(fare);
  return (
    <div>
      <strong>{fare.label}</strong>
      {ages && <small>{ages}</small>}
      <span>{formatFarePrice(fare.priceCents)}</span>
    </div>
  );
}

interface StepperProps {
  /** The label of the number field, as "Adulto"; the buttons add it to what they do. */
  label: string;
  value: number;
  /** There cannot be fewer. */
  least?: number;
  /** Whether there can be no more: the button says so and does nothing. */
  isFull: boolean;
  /** Element with the reason why there can be no more. */
  fullReason?: string | undefined;
  onChange: (value: number) => void;
}

/** A small count between a minus and a plus button; can be typed and changed with the arrow keys. */
export function Stepper({ label, value, least = 0, isFull, fullReason, onChange }: StepperProps) {
  // What is being typed may not be a number yet.
  const [typed, setTyped] = useState<string>();

  return (
    <div className={styles.stepper}>
      <StepButton label={`Menos um: ${label}`} isOff={value <= least} onPress={() => onChange(value - 1)}>
        −
      </StepButton>
      <input
        type="number"
        inputMode="numeric"
        autoComplete="off"
        className={styles.count}
        aria-label={label}
        min={least}
        max={isFull ? value : undefined}
        aria-describedby={isFull ? fullReason : undefined}
        value={typed ?? value}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text);
          if (/^\d{1,2}$/.test(text)) onChange(Number(text));
        }}
      />
      <StepButton
        label={`Mais um: ${label}`}
        isOff={isFull}
        describedBy={isFull ? fullReason : undefined}
        onPress={() => onChange(value + 1)}
      >
        +
      </StepButton>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  isOff: boolean;
  describedBy?: string | undefined;
  onPress: () => void;
  children: string;
}

// Not `disabled`: a button that is pressed to its limit would lose the focus, and its reason would not be read.
function StepButton({ label, isOff, describedBy, onPress, children }: StepButtonProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={isOff}
      aria-describedby={describedBy}
      onClick={isOff ? undefined : onPress}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

interface LimitsProps {
  limits: readonly (Limit | undefined)[];
  capacity: number;
  idPrefix: string;
}

/** Why a fare's plus button does nothing; read out as it appears. */
function Limits({ limits, capacity, idPrefix }: LimitsProps) {
  const reached = [...new Set(limits)].filter((limit) => limit !== undefined);
  return (
    <div role="status" className={styles.limits}>
      {reached.map((limit) => (
        <span key={limit} id={`${idPrefix}${limit}`}>
          {limitText(limit, capacity)}
        </span>
      ))}
    </div>
  );
}

function BoardingChoice({ trip, form }: Pick<PartyPickerProps, 'trip' | 'form'>) {
  const id = useId();
  if (trip.boardingPoints.length === 0) return null;
  return (
    <div className={styles.boarding}>
      <label htmlFor={id}>Ponto de embarque</label>
      <select
        id={id}
        autoComplete="off"
        value={form.boardingPoint?.id ?? ''}
        onChange={({ currentTarget: { value } }) => form.setBoardingPoint(value || null)}
      >
        <option value="">A combinar</option>
        {trip.boardingPoints.map((point) => (
          <option key={point.id} value={point.id}>
            {point.time} {point.place}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What a reservation accepts. The link opens another tab, so that the choice stays. */
export function PolicyLine() {
  return (
    <div className={styles.muted}>
      Ao reservar, você aceita a{' '}
      <a href="/portal/politicacancelamento" target="_blank" rel="noopener">
        política de cancelamento
      </a>
      .
    </div>
  );
}

interface PartySummaryProps {
  form: PartyForm;
  headingId: string;
}

/** Total and people beside the join button; leads to the picker, which may have been scrolled away. */
export function PartySummary({ form: { quote }, headingId }: PartySummaryProps) {
  function showPicker(): void {
    const heading = document.getElementById(headingId);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }
  return (
    <button type="button" className={styles.summary} onClick={showPicker}>
      <strong>{formatMoney(quote.totalCents)}</strong>
      <span>{plural(quote.people, 'pessoa')}: mudar</span>
    </button>
  );
}

/** The fares that the site offers, with their ages. */
export function FareTable({ trip }: { trip: Pick<Trip, 'fares'> }) {
  return (
    <table className={styles.prices}>
      <caption>Valores por pessoa</caption>
      <tbody>
        {publicFares(trip.fares).map((fare) => {
          const ages = agesLabel(fare);
          return (
            <tr key={fare.id}>
              <th scope="row">
                {fare.label}
                {ages && <small>{ages}</small>}
              </th>
              <td>{formatFarePrice(fare.priceCents)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
