import { operatorLabels } from '@passeio/contract/operator';

/** Labels of the fields in audit entries. */
export const fieldLabels: Record<string, string> = {
  // the operator; people have a name and an e-mail too
  ...operatorLabels,
  logo: 'Logotipo',

  // people
  cpf: 'CPF',
  rg: 'RG',
  emitter: 'Órgão emissor',
  birthdate: 'Data de nascimento',
  contact: 'Telefone',
  role: 'Perfil',
  hasAccount: 'Tem conta',

  // reservations and their payments
  status: 'Situação',
  boardingPoint: 'Embarque',
  cancellationReason: 'Motivo do cancelamento',
  kind: 'Tipo de lançamento',
  method: 'Forma de pagamento',
  amountCents: 'Valor',
  receivedCents: 'Recebido ao todo',
  format: 'Formato do arquivo',
  columns: 'Colunas',
  people: 'Pessoas na lista',

  // trips
  title: 'Título',
  summary: 'Resumo',
  description: 'Descrição',
  showDescription: 'Descrição em duas colunas',
  date: 'Saída',
  returnDate: 'Volta',
  priceCents: 'Preço',
  fares: 'Tarifas',
  childPriceCents: 'Preço de criança',
  lapChildPriceCents: 'Preço de criança de colo',
  depositPercent: 'Sinal (%)',
  capacity: 'Lotação',
  minParticipants: 'Lotação mínima',
  decisionDate: 'Confirmação até',
  vehicle: 'Veículo',
  interstate: 'Viagem interestadual',
  boardingPoints: 'Pontos de embarque',
  itinerary: 'Roteiro',
  included: 'O que está incluso',
  excluded: 'O que não está incluso',
  bring: 'O que levar',
  risks: 'Riscos',
  cancellationTiers: 'Multas de cancelamento',
  tripImages: 'Fotos',
  copyOf: 'Cópia de',

  // access
  requireConfirmedEmail: 'Exigir e-mail confirmado para reservar',
  clientIdleMinutes: 'Minutos até bloquear a tela de clientes',
  staffIdleMinutes: 'Minutos até bloquear a tela da equipe',
};
