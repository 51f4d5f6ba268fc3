import {
  IconArmchair,
  IconBrandWhatsapp,
  IconCashBanknote,
  IconChecklist,
  IconClipboardCheck,
  IconHourglass,
  IconLockCheck,
  IconPencil,
  IconStar,
  IconUsers,
} from '@tabler/icons-react';

import { tripPaths } from '~/lib/trip-paths';

/** Staff's pages about one trip, in the order in which they are listed. */
export const tripPages = {
  passengers: { label: 'Passageiros', icon: IconUsers, path: tripPaths.passengers },
  seats: { label: 'Poltronas', icon: IconArmchair, path: tripPaths.seats },
  boarding: { label: 'Embarque', icon: IconChecklist, path: tripPaths.boarding },
  roadList: { label: 'Lista final', icon: IconClipboardCheck, path: tripPaths.roadList },
  waiting: { label: 'Lista de espera', icon: IconHourglass, path: tripPaths.waiting },
  money: { label: 'Financeiro', icon: IconCashBanknote, path: tripPaths.money },
  messages: { label: 'Mensagens', icon: IconBrandWhatsapp, path: tripPaths.messages },
  closing: { label: 'Fechamento', icon: IconLockCheck, path: tripPaths.closing },
  reviews: { label: 'Avaliações', icon: IconStar, path: tripPaths.reviews },
  edit: { label: 'Editar', icon: IconPencil, path: tripPaths.edit },
};

export type TripPage = keyof typeof tripPages;
