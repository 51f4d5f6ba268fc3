import type { Role } from '@passeio/contract/roles';
import { followUserSlice } from '~/features/session/session-status';
import AreaLayout from '~/routes/area/layout/layout';
import { Toast } from '~/ui/feedback/toast';
import { answerCalls, type FakeResponse } from './network';
import { signIn } from './person';
import { type RenderOptions, type RouteModule, renderRoute } from './render';

/** Renders a page of the area with its menus and bars, for somebody who is signed in. */
export async function renderInArea(
  module: RouteModule,
  { role, responses = {}, ...options }: RenderOptions & { role: Role; responses?: Responses },
) {
  followUserSlice();
  signIn(role);
  const network = answerCalls({ ...askedByStaff, ...responses });
  await renderRoute(module, { ...options, frame: Area });
  return network;
}

type Responses = Record<string, FakeResponse | FakeResponse[]>;

const askedByStaff: Responses = {
  'GET /api/payments/to-do': { json: { receipts: 0, refunds: 0, unmatched: 0 } },
  'GET /api/settings/messages': { json: { data: [] } },
};

function Area() {
  return (
    <>
      <AreaLayout />
      <Toast />
    </>
  );
}
