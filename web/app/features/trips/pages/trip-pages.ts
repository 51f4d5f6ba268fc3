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

export type TripPage =
  | 'passengers'
  | 'seats'
  | 'boarding'
  | 'roadList'
  | 'waiting'
  | 'money'
  | 'messages'
  | 'closing'
  | 'reviews'
  | 'edit';

const ofTrip = (page: string) => (tripId: string) => `/admin/passeios/${tripId}${page}`;

/** Staff's pages about one trip, in the order in which they are listed. */
export const tripPages: Record<TripPage, { label: string; icon: typeof IconUsers; path: (tripId: string) => string }> =
  {
    passengers: { label: 'Passageiros', icon: IconUsers, path: ofTrip('/passageiros') },
    seats: { label: 'Poltronas', icon: IconArmchair, path: ofTrip('/poltronas') },
    boarding: { label: 'Embarque', icon: IconChecklist, path: (tripId) => `/admin/embarque/${tripId}` },
    roadList: { label: 'Lista final', icon: IconClipboardCheck, path: ofTrip('/lista-final') },
    waiting: { label: 'Lista de espera', icon: IconHourglass, path: ofTrip('/espera') },
    money: { label: 'Financeiro', icon: IconCashBanknote, path: ofTrip('/financeiro') },
    messages: { label: 'Mensagens', icon: IconBrandWhatsapp, path: ofTrip('/mensagens') },
    closing: { label: 'Fechamento', icon: IconLockCheck, path: ofTrip('/fechamento') },
    reviews: { label: 'Avaliações', icon: IconStar, path: (tripId) => `/admin/avaliacoes?passeio=${tripId}` },
    edit: { label: 'Editar', icon: IconPencil, path: ofTrip('') },
  };
