import { data } from 'react-router';
import { pageMeta } from '~/lib/page-meta';
import { PageNotFound } from './page-not-found';

export const meta = pageMeta('Página não encontrada');

export function loader() {
  return data(null, { status: 404 });
}

export default PageNotFound;
