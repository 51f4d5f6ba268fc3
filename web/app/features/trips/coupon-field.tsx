import { useEffect, useId, useRef } from 'react';
import { formatMoney } from '~/lib/formats';
import { Button } from '~/ui/inputs/button';
import bookingStyles from './booking.module.css';
import styles from './coupon-field.module.css';
import type { CouponForm } from './use-coupon';

/** A quiet link that unfolds the field of a code; what an accepted one takes off. Belongs to no form of its own. */
export function CouponField({ coupon }: { coupon: CouponForm }) {
  const { applied, isOpen, beginsWith, isPressed } = coupon;
  const place = useRef<HTMLDivElement>(null);
  const shown = beginsWith ? 'begin' : applied ? 'applied' : isOpen ? 'field' : 'link';
  // A field that begins open was asked for by a press.
  const before = useRef(isPressed ? 'link' : shown);
  // What was pressed is gone: the focus goes where the next step is.
  useEffect(() => {
    if (before.current !== shown && isPressed) place.current?.querySelector<HTMLElement>('input, button')?.focus();
    before.current = shown;
  }, [shown, isPressed]);
  return (
    <div ref={place}>
      <div role="status">
        {beginsWith && <p className={styles.begin}>Conferindo o cupom {beginsWith}…</p>}
        {applied && <AppliedLine coupon={coupon} />}
      </div>
      {shown === 'field' && <CodeField coupon={coupon} />}
      {shown === 'link' && (
        <button type="button" className={bookingStyles.coupon} onClick={coupon.open}>
          Tem um cupom?
        </button>
      )}
    </div>
  );
}

function AppliedLine({ coupon: { applied, remove } }: { coupon: CouponForm }) {
  return (
    applied && (
      <div className={styles.coupon}>
        <span>Cupom {applied.code}</span>
        <strong>− {formatMoney(applied.discountCents)}</strong>
        <button type="button" className={bookingStyles.coupon} aria-label="Remover o cupom" onClick={remove}>
          Remover
        </button>
      </div>
    )
  );
}

function CodeField({ coupon: { typed, refusal, isPressed, busy, type, apply } }: { coupon: CouponForm }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusal && isPressed) input.current?.focus();
  }, [refusal, isPressed]);
  return (
    <div className={styles.code}>
      <label htmlFor={id}>Código do cupom</label>
      <div>
        <input
          ref={input}
          id={id}
          value={typed}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={refusal !== ''}
          aria-describedby={`${id}-refusal`}
          onChange={({ currentTarget: { value } }) => type(value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (!busy) void apply();
          }}
        />
        <Button look="quiet" busy={busy} onClick={() => void apply()}>
          Aplicar
        </Button>
      </div>
      <p id={`${id}-refusal`} role="alert">
        {refusal}
      </p>
    </div>
  );
}
