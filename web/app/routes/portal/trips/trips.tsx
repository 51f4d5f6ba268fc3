import { plural } from '@passeio/contract/words';
import { useEffect, useRef } from 'react';
import { Form, redirect, useNavigation, useSubmit } from 'react-router';
import { presentTripCard } from '~/features/trips/present-trip-card';
import { describePage } from '~/lib/page-meta';
import { apiContext } from '~/lib/render.server';
import { Notice } from '~/ui/feedback/notice';
import { buttonClass } from '~/ui/inputs/button';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import { groupByMonth } from '../shared/months';
import { loadNextTrips } from '../shared/next-trips.server';
import pageStyles from '../shared/page.module.css';
import { TripCards } from '../shared/trip-cards';
import type { Route } from './+types/trips';
import { PAGE_SIZE, readSearch, type Search, searchPath } from './trip-search-address';
import styles from './trips.module.css';

/** Debounce in milliseconds. */
const TYPING_PAUSE_MS = 300;

/** Search as you type; a plain form without scripts. */
function TripSearch({ q, isSearching }: { q: string; isSearching: boolean }) {
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
        className={styles.search}
        replace
        preventScrollReset
        onSubmit={() => clearTimeout(pause.current)}
      >
        <label htmlFor="busca">Buscar passeio</label>
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
        <button type="submit" className={buttonClass()}>
          Buscar
        </button>
      </Form>
    </search>
  );
}

export { PortalError as ErrorBoundary } from '../shared/portal-error';

/** Query parameters of the page. */
export const handle = { parameters: ['q', 'pagina'] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { q, page } = readSearch(new URL(request.url).searchParams);
  const wanted = { text: q || undefined, page, size: PAGE_SIZE };
  const { trips, total, totalIsMinimum, formats } = await loadNextTrips(context.get(apiContext), wanted);
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (page > last) throw redirect(searchPath({ q, page: last }));
  const months = groupByMonth(trips, formats).map((month) => ({
    ...month,
    trips: month.trips.map((trip) => presentTripCard(trip, formats)),
  }));
  return { search: { q, page }, months, total, totalIsMinimum };
}

export function meta(args: Route.MetaArgs) {
  const settings = args.matches[0].loaderData?.settings;
  return describePage(args, {
    title: 'Passeios',
    description: settings && `Todos os passeios de ${settings.name}, mês a mês: datas, preços e vagas.`,
  });
}

export default function Trips({ loaderData: { search, months, total, totalIsMinimum } }: Route.ComponentProps) {
  const isSearching = useNavigation().location?.pathname === '/portal/passeio';
  return (
    <div className={pageStyles.page}>
      <h1 className={pageStyles.title}>Passeios</h1>
      <p className={pageStyles.lead}>Escolha pelo mês ou procure pelo destino.</p>
      <TripSearch q={search.q} isSearching={isSearching} />
      <p className={styles.count} role="status">
        {totalIsMinimum && 'Mais de '}
        {countText(total, search.q)}
      </p>
      {months.map((month, index) => (
        <section key={month.key} className={styles.month} aria-labelledby={`mes-${month.key}`}>
          <div className={`${pageStyles.row} ${styles.heading}`}>
            <h2 id={`mes-${month.key}`}>{month.name}</h2>
            <span>
              {month.year} · {plural(month.trips.length, 'passeio')}
            </span>
          </div>
          <TripCards trips={month.trips} inSight={index === 0 ? 1 : 0} />
        </section>
      ))}
      {total === 0 && <NothingFound q={search.q} />}
      <Pages search={search} total={total} />
    </div>
  );
}

function countText(total: number, q: string): string {
  if (total === 0) return q ? `Nenhum passeio encontrado para “${q}”` : 'Nenhum passeio aberto no momento';
  const trips = plural(total, 'passeio');
  if (!q) return trips;
  return total === 1 ? `1 passeio encontrado para “${q}”` : `${trips} encontrados para “${q}”`;
}

function NothingFound({ q }: { q: string }) {
  return (
    <Notice
      title={q ? 'Não achamos nenhum passeio com essas palavras' : 'Estamos preparando as próximas datas'}
      text={q ? 'Tente o nome da cidade ou do lugar.' : 'Chame a gente no WhatsApp para saber em primeira mão.'}
    >
      {q && (
        <PrefetchLink to="/portal/passeio" className={buttonClass()}>
          Ver todos os passeios
        </PrefetchLink>
      )}
    </Notice>
  );
}

function Pages({ search, total }: { search: Search; total: number }) {
  const last = Math.ceil(total / PAGE_SIZE);
  if (last <= 1) return null;
  return (
    <nav className={`${pageStyles.row} ${styles.pages}`} aria-label="Páginas">
      {search.page > 1 && (
        <PrefetchLink to={searchPath({ ...search, page: search.page - 1 })} className={buttonClass('quiet')}>
          Anteriores
        </PrefetchLink>
      )}
      <span>
        Página {search.page} de {last}
      </span>
      {search.page < last && (
        <PrefetchLink to={searchPath({ ...search, page: search.page + 1 })} className={buttonClass('quiet')}>
          Próximos
        </PrefetchLink>
      )}
    </nav>
  );
}
