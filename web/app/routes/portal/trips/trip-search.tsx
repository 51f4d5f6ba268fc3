import { useEffect, useRef } from 'react';
import { Form, useSubmit } from 'react-router';
import { Icon } from '~/ui/media/icon';
import styles from './trip-search.module.css';

/** Debounce in milliseconds. */
const TYPING_PAUSE_MS = 300;

/** Search as you type; a plain form without scripts. */
export function TripSearch({ q, isSearching }: { q: string; isSearching: boolean }) {
  const submit = useSubmit();
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    // The URL changed otherwise, as by going back.
    if (input.current && document.activeElement !== input.current) input.current.value = q;
  }, [q]);
  // Searches text typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(() => {
    const field = input.current;
    if (field && document.activeElement === field && field.value !== q) searchSoon(field.form);
  }, []);

  function searchSoon(form: HTMLFormElement | null): void {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), TYPING_PAUSE_MS);
  }

  return (
    <search>
      <Form
        action="/portal/passeio"
        className={styles.form}
        replace
        preventScrollReset
        onSubmit={() => clearTimeout(pause.current)}
      >
        <label className={styles.label} htmlFor="busca">
          Buscar passeio
        </label>
        <span className={styles.field} data-busy={isSearching || undefined}>
          <Icon name="search" />
          <input
            ref={input}
            id="busca"
            name="q"
            type="search"
            defaultValue={q}
            onChange={(event) => searchSoon(event.currentTarget.form)}
            placeholder="Praia, trilha…"
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
          />
        </span>
        <button type="submit" className={styles.submit}>
          Buscar
        </button>
      </Form>
    </search>
  );
}
