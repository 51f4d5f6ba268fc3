import { useEffect, useRef } from 'react';
import { Form, useSubmit } from 'react-router';
import { Icon } from '~/ui/media/icon';
import styles from './trip-search.module.css';

/** How long typing must rest before the search runs by itself. */
const TYPING_PAUSE_MS = 300;

/** Searches while one types; a plain form where there is no script. */
export function TripSearch({ q, isSearching }: { q: string; isSearching: boolean }) {
  const submit = useSubmit();
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    // The address changed by other means than typing, as by going back.
    if (input.current && document.activeElement !== input.current) input.current.value = q;
  }, [q]);
  // What was typed before the page was alive is searched now.
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
