import type { Voucher } from '@passeio/contract/reservations/voucher';

const POINT = {
  id: crypto.randomUUID(),
  time: '05:00',
  place: 'Rodoviária de Varginha',
  at: '2031-12-06T08:00:00.000Z',
  moment: 'sábado, 6 de dezembro de 2031, às 05:00',
  mapUrl: 'https://www.google.com/maps/search/?api=1&query=Rodovi%C3%A1ria',
};

/** The voucher of two people who board together, with something to pay. */
export function newVoucher(more: Partial<Voucher> = {}): Voucher {
  return {
    code: 'A3K7QX',
    status: { key: 'balance_due', label: 'Confirmada (sinal pago)', tone: 'good', nextStep: '', until: null },
    scanUrl: 'https://passeio.example/voucher/A3K7QX',
    trip: {
      title: 'Cânions de Furnas',
      slug: 'canions-de-furnas',
      departsAt: '2031-12-06T08:00:00.000Z',
      returnsAt: '2031-12-06T23:00:00.000Z',
      departure: POINT.moment,
      return: 'sábado, 6 de dezembro de 2031, às 20:00',
      hotel: '',
    },
    people: [
      {
        name: 'Ana Lima',
        fareLabel: 'Adulto',
        isLapChild: false,
        companion: null,
        boardingPointId: POINT.id,
        seat: null,
        room: null,
      },
      {
        name: 'Pessoa 2',
        fareLabel: 'Criança',
        isLapChild: false,
        companion: 'Ana Lima',
        boardingPointId: POINT.id,
        seat: null,
        room: null,
      },
    ],
    boardingPoints: [POINT],
    bring: ['Protetor solar'],
    extras: [],
    due: { amountCents: 26_460, until: '04/12/2031 às 05:00', instalmentCents: null },
    operator: {
      name: 'Rota das Águas',
      legalName: '',
      cnpj: '11.222.333/0001-81',
      cadastur: '26.012345.10.0001-8',
      phone: '+553532210000',
      whatsapp: '',
      email: '',
      accentColor: '#0b7285',
      logo: null,
    },
    ...more,
  };
}
