import { ownWordings } from '@passeio/contract/messages/message-templates';
import type { ChatSender } from '@passeio/contract/messages/whatsapp-moments';
import { apiPaths } from '@passeio/contract/paths';
import { useEffect } from 'react';
import { create } from 'zustand';
import { createApi } from '~/lib/api';
import { fetchWithToken } from '../../session/bearer';

// Shows no failure: without an answer the texts have the wordings known before, or the default.
const quietApi = createApi({ fetch: fetchWithToken });

const useStore = create<{ wordings: ChatSender['wordings'] }>(() => ({ wordings: [] }));

/** Loads the operator's own wordings for staff, and again once their settings are left. */
export function useLoadOwnWordings(isStaff: boolean, pathname: string): void {
  const isWanted = isStaff && !pathname.startsWith('/admin/configuracoes');
  useEffect(() => {
    if (!isWanted) return;
    quietApi.get(apiPaths.messageWordings, ownWordings).then(
      (own) => own && useStore.setState({ wordings: own.data }),
      () => {},
    );
  }, [isWanted]);
}

/** The operator's own wordings of texts. */
export function useOwnWordings(): ChatSender['wordings'] {
  return useStore(({ wordings }) => wordings);
}
