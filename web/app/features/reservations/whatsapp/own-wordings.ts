import { wordingRoutes } from '@passeio/contract/messages/message-routes';
import type { ChatSender } from '@passeio/contract/messages/whatsapp-moments';
import { useQuery } from '@tanstack/react-query';
import { load, queryClient } from '../../session/queries';

const none: ChatSender['wordings'] = [];

/** Loads the operator's own wordings for staff, and again once their settings are left. */
export function useLoadOwnWordings(isStaff: boolean, pathname: string): void {
  const enabled = isStaff && !pathname.startsWith('/admin/configuracoes');
  useQuery({ ...load(wordingRoutes.listWordings), enabled }, queryClient);
}

/** The operator's own wordings of texts; until they are loaded the texts have the default. */
export function useOwnWordings(): ChatSender['wordings'] {
  return useQuery({ ...load(wordingRoutes.listWordings), enabled: false }, queryClient).data?.data ?? none;
}
