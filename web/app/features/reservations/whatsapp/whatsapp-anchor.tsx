import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Chat, useChatLink } from './use-chat-link';

interface WhatsAppAnchorProps extends Chat {
  className?: string | undefined;
  children?: ReactNode;
}

/** "WhatsApp" with its icon, as lists have it. */
export function WhatsAppAnchor({ className, children = 'WhatsApp', ...chat }: WhatsAppAnchorProps) {
  const chatLink = useChatLink();
  return (
    <a className={className} {...chatLink(chat)}>
      <IconBrandWhatsapp size={20} aria-hidden />
      {children}
    </a>
  );
}
