import type { ReactNode } from 'react';
import { createRoutesStub, Outlet, useLocation } from 'react-router';
import { render } from 'vitest-browser-react';
import type { RootData } from '~/lib/settings';
import { Toast } from '~/ui/feedback/toast';
import { MantineFrame } from '~/ui/theme/mantine-frame';
import { rootData } from './root-data';

export interface RenderOptions {
  /** Where the router is, as in "/auth/login?returnUrl=/home". */
  at?: string;
  root?: RootData;
}

/** Renders inside what every page has around it: the router, the operator's settings, Mantine's theme, the toast. */
export function renderPage(page: ReactNode, { at = '/', root = rootData }: RenderOptions = {}) {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: Frame,
      children: [
        { path: at.split('?')[0], Component: () => page },
        { path: '*', Component: Elsewhere },
      ],
    },
  ]);
  return render(<Stub initialEntries={[at]} hydrationData={{ loaderData: { root } }} />);
}

function Frame() {
  return (
    <MantineFrame>
      <div id="conteudo">
        <Outlet />
      </div>
      <Toast />
    </MantineFrame>
  );
}

/** Where a link or a redirect has led to. */
function Elsewhere() {
  const { pathname, search } = useLocation();
  return <h1>{pathname + search}</h1>;
}
