import type { PageInfo } from '@passeio/contract/pages';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface Page<Row> {
  data: Row[];
  page: PageInfo;
}

/** A paginated list: `first` is loaded, `showMore` appends the next page. The API client shows failures. */
export function useLoadMore<Row>(first: Page<Row>, load: (page: number) => Promise<Page<Row>>) {
  const [pages, setPages] = useState<Page<Row>[]>([]);
  const { mutate, isPending } = useMutation({
    mutationFn: () => load(pages.length + 2),
    onSuccess: (next) => setPages([...pages, next]),
  });
  const rows = [first, ...pages].flatMap(({ data }) => data);
  return { rows, hasMore: rows.length < first.page.total, isPending, showMore: () => mutate() };
}
