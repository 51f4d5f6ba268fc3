import type { Voucher } from '@passeio/contract/reservations/voucher';

const POINT = '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f';

/** The example of the API's documentation. */
export const exampleVoucher: Voucher = {
  code: 'A3K7QX',
  status: {
    key: 'balance_due',
    label: 'Confirmada (sinal pago)',
    tone: 'good',
    nextStep: 'A sua reserva está confirmada. Falta pagar R$ 264,60.',
    until: '2026-12-03T08:00:00.000Z',
  },
  scanUrl: 'https://passeio.example/voucher/A3K7QX',
  trip: {
    title: 'Cânions de Furnas',
    slug: 'canions-de-furnas',
    departsAt: '2026-12-05T08:00:00.000Z',
    returnsAt: '2026-12-05T23:00:00.000Z',
    departure: 'sábado, 5 de dezembro de 2026, às 05:00',
    return: 'sábado, 5 de dezembro de 2026, às 20:00',
    hotel: '',
  },
  people: [
    {
      name: 'Ana Lima',
      fareLabel: 'Adulto',
      isLapChild: false,
      companion: null,
      boardingPointId: POINT,
      seat: { vehicle: null, number: '12' },
      room: null,
    },
    {
      name: 'Pessoa 2',
      fareLabel: 'Criança de colo',
      isLapChild: true,
      companion: 'Ana Lima',
      boardingPointId: POINT,
      seat: null,
      room: null,
    },
  ],
  boardingPoints: [
    {
      id: POINT,
      time: '05:00',
      place: 'Varginha – Terminal Rodoviário',
      at: '2026-12-05T08:00:00.000Z',
      moment: 'sábado, 5 de dezembro de 2026, às 05:00',
      mapUrl: 'https://www.google.com/maps/search/?api=1&query=Varginha+%E2%80%93+Terminal+Rodovi%C3%A1rio%2C+MG',
    },
  ],
  bring: ['Documento original com foto de cada pessoa', 'Protetor solar'],
  extras: [{ id: '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e70', label: 'Almoço', count: 2 }],
  due: { amountCents: 26_460, until: '03/12/2026 às 05:00', instalmentCents: null },
  operator: {
    name: 'Rota das Águas',
    legalName: 'Rota das Águas Turismo Ltda.',
    cnpj: '11.222.333/0001-81',
    cadastur: '26.012345.10.0001-8',
    phone: '+553532210000',
    whatsapp: '+5535999990000',
    email: 'oi@rotadasaguas.example',
    accentColor: '#0b7285',
    logo: null,
  },
};
