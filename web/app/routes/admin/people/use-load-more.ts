import type { PageInfo } from '@passeio/contract/pages';
import { useState } from 'react';
import { ApiError } from '~/lib/api';

interface Page<Row> {
  data: Row[];
  page: PageInfo;
}

/** A paginated list: `first` is loaded, `showMore` appends the next page. */
export function useLoadMore<Row>(first: Page<Row>, load: (page: number) => Promise<Page<Row>>) {
  const [pages, setPages] = useState<Page<Row>[]>([]);
  const [busy, setBusy] = useState(false);
  const rows = [first, ...pages].flatMap(({ data }) => data);

  async function showMore(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const next = await load(pages.length + 2);
      setPages((before) => [...before, next]);
    } catch (error) {
      // The API client has shown the error; the button stays.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return { rows, hasMore: rows.length < first.page.total, busy, showMore };
}
